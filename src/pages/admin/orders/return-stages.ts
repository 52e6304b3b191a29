import type { ReturnStage } from '#modules/orders/returns.ts';

import type { State } from '../components/badge.tsx';

/** Badge of each stage of a return. */
export const stageBadges: Record<ReturnStage, State> = {
  label: ['warn', 'Needs a label'],
  coming: ['plain', 'In transit'],
  received: ['warn', 'Needs a refund'],
  refunded: ['good', 'Refunded'],
  closed: ['plain', 'Closed'],
};

/** Next step of each stage, as the owner reads it. */
export const nextSteps: Record<ReturnStage, string> = {
  label: 'Send a label or mark as received',
  coming: 'Wait for the package to arrive',
  received: 'Refund or close',
  refunded: 'None',
  closed: 'None',
};
