import { checkedPayments, otherKeys, type PaymentCheck } from '#modules/payments/payments.monitoring.server.ts';
import type { Monitoring } from '#platform/monitoring.server.ts';

import {
  countHeld,
  countLastDay,
  disputesToAnswer,
  failedRefunds,
  firstDisputed,
  firstEvidenceDueAt,
  firstFailedRefund,
  firstToRefund,
  listNewestIntents,
  ordersOnHold,
  ordersToRefund,
  ordersToShip,
  since,
  waitingReturns,
} from './orders.monitoring.queries.server.ts';

export { orderNotices } from './orders.monitoring.queries.server.ts';

export const ordersMonitoring: Monitoring = {
  attention: [
    {
      one: 'dispute to answer',
      many: 'disputes to answer',
      to: '/admin/orders',
      urgency: 'now',
      rows: disputesToAnswer,
      first: firstDisputed,
      since: since.disputed,
      dueAt: firstEvidenceDueAt,
    },
    {
      one: 'order held for you',
      many: 'orders held for you',
      to: '/admin/orders?show=held',
      urgency: 'now',
      rows: ordersOnHold,
      since: since.placed,
    },
    {
      one: 'cancelled order to refund',
      many: 'cancelled orders to refund',
      to: '/admin/orders',
      urgency: 'now',
      rows: ordersToRefund,
      first: firstToRefund,
      since: since.changed,
    },
    {
      one: 'refund that failed',
      many: 'refunds that failed',
      to: '/admin/orders',
      urgency: 'now',
      rows: failedRefunds,
      first: firstFailedRefund,
      since: since.refunded,
    },
    {
      one: 'order to ship',
      many: 'orders to ship',
      to: '/admin/shipping-desk',
      urgency: 'soon',
      rows: ordersToShip,
      since: since.placed,
    },
    {
      one: 'return waiting for you',
      many: 'returns waiting for you',
      to: '/admin/returns',
      urgency: 'soon',
      rows: waitingReturns,
      since: since.returned,
    },
  ],
  gauges: [
    {
      name: 'shop_orders_held',
      help: 'Orders that wait for a person',
      labels: [],
      counts: countHeld,
    },
    {
      name: 'shop_orders_last_day',
      help: 'Orders placed in the last 24 hours',
      labels: ['payment_status'],
      counts: countLastDay,
    },
  ],
};

export const ordersCheck: PaymentCheck = {
  payments: (db) => listNewestIntents(db, checkedPayments),
  state: 'warning',
  text: (listed) =>
    `Payments of orders are unknown to the provider (${listed}): ${otherKeys}, and need them for refunds.`,
};
