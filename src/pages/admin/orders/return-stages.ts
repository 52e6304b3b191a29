import type { ReturnStage } from '#modules/orders/returns.ts';

import type { State } from '../components/badge.tsx';

/** Badge of each stage of a return. */
export const stageBadges: Record<ReturnStage, State> = {
  label: ['warn', 'Needs a label'],
  coming: ['plain', 'On its way'],
  received: ['warn', 'To refund'],
  refunded: ['good', 'Refunded'],
  closed: ['plain', 'Closed'],
};

/** Next step of each stage, as the owner reads it. */
export const nextSteps: Record<ReturnStage, string> = {
  label: 'Send a label, or mark it as received',
  coming: 'Wait for the package',
  received: 'Refund it, or close it',
  refunded: 'Nothing',
  closed: 'Nothing',
};
