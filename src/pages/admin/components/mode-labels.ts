import type { PaymentMode } from '#modules/payments/payment-mode.ts';

export const modeLabels: Record<PaymentMode, string> = {
  live: 'Live payments',
  test: 'Test payments (rehearsal)',
  sandbox: 'Demo payments',
};

export const modeSentences: Record<PaymentMode, string> = {
  live: 'Live payments only.',
  test: 'Test payments only: no real money.',
  sandbox: 'Demo payments only: no real money.',
};
