import { checkedPayments, otherKeys, type PaymentCheck } from '#modules/payments/payments.monitoring.server.ts';
import type { Monitoring } from '#platform/monitoring-types.server.ts';

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

export const ordersMonitoring: Monitoring = {
  attention: [
    {
      one: 'dispute to respond to',
      many: 'disputes to respond to',
      to: '/admin/orders',
      urgency: 'now',
      rows: disputesToAnswer,
      first: firstDisputed,
      since: since.disputed,
      dueAt: firstEvidenceDueAt,
    },
    {
      one: 'order on hold',
      many: 'orders on hold',
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
      one: 'failed refund',
      many: 'failed refunds',
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
      one: 'return to process',
      many: 'returns to process',
      to: '/admin/returns',
      urgency: 'soon',
      rows: waitingReturns,
      since: since.returned,
    },
  ],
  gauges: [
    {
      name: 'shop_orders_held',
      help: 'Orders on hold',
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
    `The payment provider doesn’t recognize payments of orders (${listed}): ${otherKeys}. Refunds need those keys.`,
};
