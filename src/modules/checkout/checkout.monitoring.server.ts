import { checkedPayments, otherKeys, type PaymentCheck } from '#modules/payments/payments.monitoring.server.ts';
import type { Monitoring } from '#platform/monitoring-types.server.ts';

import { countLate, lateCheckouts } from './expire-checkouts.queries.server.ts';
import { livePayments, unknownPayments } from './expire-checkouts.server.ts';

export const checkoutMonitoring: Monitoring = {
  attention: [
    {
      one: 'expired checkout still reserving stock',
      many: 'expired checkouts still reserving stock',
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
export const activePaymentsCheck: PaymentCheck = {
  payments: async (db) => (await livePayments(db, checkedPayments)).map(({ name }) => name),
  state: 'problem',
  text: (listed) => `The payment provider doesn’t recognize payments in progress (${listed}): ${otherKeys}.`,
};

export const abandonedPaymentsCheck: PaymentCheck = {
  payments: async (db) =>
    (await unknownPayments(db, new Date(Date.now() - daysBack * 86_400_000))).map(({ name }) => name),
  isUnknown: true,
  state: 'warning',
  text: (listed) =>
    `The shop stopped tracking payments the provider doesn’t recognize (${listed}): ${otherKeys}. Check there whether they were paid.`,
};
