import { checkedPayments, otherKeys, type PaymentCheck } from '#modules/payments/payments.monitoring.server.ts';
import type { Monitoring } from '#platform/monitoring.server.ts';

import { countLate, lateCheckouts } from './expire-checkouts.queries.server.ts';
import { livePayments, unknownPayments } from './expire-checkouts.server.ts';

export { listNewestAddresses } from './checkout.queries.server.ts';

export const checkoutMonitoring: Monitoring = {
  attention: [
    {
      one: 'checkout that holds stock after its time',
      many: 'checkouts that hold stock after their time',
      to: null,
      urgency: 'now',
      rows: lateCheckouts,
    },
  ],
  gauges: [
    {
      name: 'shop_checkouts_overdue',
      help: 'Checkouts that should have ended more than 2 minutes ago, or 12 at the bank',
      labels: [],
      counts: countLate,
    },
  ],
};

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
