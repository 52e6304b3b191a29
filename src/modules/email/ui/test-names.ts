import type { TestType } from '#modules/email/test-mail/contract.ts';

export const testNames: Record<TestType, string> = {
  simple: 'Simple Test',
  order_template: 'Order Template Test',
};
