import type { Claim } from './claims.ts';

export const demoImpact = [{ figure: '12', text: 'calm customers' }];
export const demoCompany = {
  facts: [{ label: 'Where', value: 'By the sea' }],
  names: ['Ida'],
  note: 'Samples.',
};
export const demoClaims: readonly Claim[] = [];
