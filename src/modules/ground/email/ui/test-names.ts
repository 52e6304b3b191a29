import type { TestType } from '#modules/ground/email/test-mail/contract.ts';

export const testNames: Record<TestType, string> = {
  simple: 'Simple Test',
  order_template: 'Order Template Test',
};
