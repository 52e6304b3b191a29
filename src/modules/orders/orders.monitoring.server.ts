import { isNotNull, notInArray, sql } from 'drizzle-orm';

import { checkedPayments, otherKeys, type PaymentCheck } from '#modules/payments/payments.monitoring.server.ts';
import { descending } from '#platform/db/planner.server.ts';
import type { Monitoring } from '#platform/monitoring.server.ts';

import { unanswerable, withShopsMoney } from './disputes.ts';
import { disputes, orderReturns, orders, refunds } from './tables.server.ts';

/** Undecided disputes for which the bank waits for the shop's evidence. */
const toAnswer = sql`from ${disputes} where ${notInArray(disputes.status, unanswerable)}`;
const open = sql`${orderReturns.status} in ('requested', 'received')`;
/** Orders that nothing keeps from shipping. Fully refunded orders are not shipped. */
const toSend = sql`${orders.holdReason} is null and ${orders.paymentStatus} <> 'refunded'`;
const held = sql`from ${orders} where ${orders.holdReason} is not null`;
/**
 * Orders that were cancelled by status alone, or whose refund failed. Their email promised the
 * money, and neither the provider nor a bank has it.
 */
const unrefunded = sql`from ${orders} where ${orders.status} = 'cancelled' and ${orders.placedAt} > now() - interval '60 days'
  and ${orders.paymentStatus} in ('paid', 'partially_refunded')
  and not exists (select from ${refunds} r where r.payment_intent_id = ${orders.paymentIntentId} and r.status = 'pending')
  and not exists (select from ${disputes} where ${disputes.paymentIntentId} = ${orders.paymentIntentId}
    and ${notInArray(disputes.status, withShopsMoney)})`;

export const ordersMonitoring: Monitoring = {
  attention: [
    {
      one: 'dispute to answer',
      many: 'disputes to answer',
      to: '/admin/orders?held=yes',
      urgency: 'now',
      rows: toAnswer,
      dueAt: sql`select min(${disputes.evidenceDueAt}) ${toAnswer}`,
    },
    {
      one: 'order held for you',
      many: 'orders held for you',
      to: '/admin/orders?held=yes',
      urgency: 'now',
      rows: held,
    },
    {
      one: 'cancelled order to refund',
      many: 'cancelled orders to refund',
      to: '/admin/orders',
      urgency: 'now',
      rows: unrefunded,
      first: sql`select ${orders.orderNumber} ${unrefunded} order by ${orders.placedAt} limit 1`,
    },
    {
      one: 'order to ship',
      many: 'orders to ship',
      to: '/admin/orders?status=confirmed',
      urgency: 'soon',
      rows: sql`from ${orders} where ${orders.status} = 'confirmed' and ${toSend}`,
    },
    {
      one: 'order in preparation',
      many: 'orders in preparation',
      to: '/admin/orders?status=processing',
      urgency: 'soon',
      rows: sql`from ${orders} where ${orders.status} = 'processing' and ${toSend}`,
    },
    {
      one: 'return under way',
      many: 'returns under way',
      to: '/admin/orders',
      urgency: 'soon',
      rows: sql`from ${orderReturns} where ${open}`,
      first: sql`
        select ${orders.orderNumber} from ${orderReturns} join ${orders} on ${orders.id} = ${orderReturns.orderId}
        where ${open} order by ${orderReturns.requestedAt} limit 1`,
    },
  ],
  gauges: [
    {
      name: 'shop_orders_held',
      help: 'Orders that wait for a person',
      labels: [],
      counts: sql`select count(*)::int ${held}`,
    },
    {
      name: 'shop_orders_last_day',
      help: 'Orders placed in the last 24 hours',
      labels: ['payment_status'],
      counts: sql`
        select ${orders.paymentStatus}, count(*)::int from ${orders}
        where ${orders.placedAt} > now() - interval '1 day' group by 1`,
    },
  ],
};

export const ordersCheck: PaymentCheck = {
  async payments(db) {
    const rows = await db
      .select({ name: orders.paymentIntentId })
      .from(orders)
      .where(isNotNull(orders.paymentIntentId))
      .orderBy(descending(orders.placedAt))
      .limit(checkedPayments);
    return rows.flatMap(({ name }) => name ?? []);
  },
  state: 'warning',
  text: (listed) =>
    `Payments of orders are unknown to the provider (${listed}): ${otherKeys}, and need them for refunds.`,
};
