import { checkedPayments, otherKeys, type PaymentCheck } from '#modules/payments/payments.monitoring.server.ts';

import { livePayments, unknownPayments } from './expire-checkouts.server.ts';

export { listNewestAddresses } from './checkout.queries.server.ts';

const daysBack = 90;
export const liveCheck: PaymentCheck = {
  payments: async (db) => (await livePayments(db, checkedPayments)).map(({ name }) => name),
  state: 'problem',
  text: (listed) => `Payments under way are unknown to the provider (${listed}): ${otherKeys}.`,
};

export const endedCheck: PaymentCheck = {
  payments: async (db) =>
    (await unknownPayments(db, new Date(Date.now() - daysBack * 86_400_000))).map(({ name }) => name),
  isUnknown: true,
  state: 'warning',
  text: (listed) =>
    `Payments were given up as unknown to the provider (${listed}): ${otherKeys}; look there whether they were paid.`,
};
