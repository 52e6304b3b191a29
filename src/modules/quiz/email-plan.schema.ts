import { emailSentence } from '#shared/email-address.ts';

export const planRefusals = {
  bad_address: emailSentence,
  unanswered: 'Answer all four questions first, then we can send your plan.',
  too_many: 'We sent several plans already. Please try again tomorrow.',
} as const;

export type PlanRefusal = keyof typeof planRefusals;
