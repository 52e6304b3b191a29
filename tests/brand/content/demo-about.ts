import type { Claim } from './claims.ts';

export const demoImpact = [{ figure: '12', text: 'calm customers' }];
export const demoClaims: readonly Claim[] = [];
