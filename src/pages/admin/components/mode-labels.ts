import type { PaymentMode } from '#modules/payments/payment-mode.ts';

export const modeLabels: Record<PaymentMode, string> = {
  live: 'Live payments',
  test: 'Test payments',
  sandbox: 'Demo payments',
};

export const modeSentences: Record<PaymentMode, string> = {
  live: 'Showing live payments.',
  test: 'Showing test payments. No real money.',
  sandbox: 'Showing demo payments. No real money.',
};
