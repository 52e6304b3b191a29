import { isNotNull, notInArray, sql, type SQL } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import { descending } from '#platform/db/planner.server.ts';

import { closedToEvidence, shopFundedStatuses } from './disputes.ts';
import type { OrderStatus } from './order-status.ts';
import { disputes, orderReturns, orders, refunds } from './tables.server.ts';

/** Undecided disputes for which the bank waits for the shop's evidence. */
export const disputesToAnswer = sql`from ${disputes} where ${notInArray(disputes.status, closedToEvidence)}`;
export const firstEvidenceDueAt = sql`select min(${disputes.evidenceDueAt}) ${disputesToAnswer}`;

export const heldOrders = sql`from ${orders} where ${orders.holdReason} is not null`;
export const countHeld = sql`select count(*)::int ${heldOrders}`;

/**
 * Orders that were cancelled by status alone, or whose refund failed. Their email promised the
 * money, and neither the provider nor a bank has it.
 */
export const ordersToRefund = sql`from ${orders} where ${orders.status} = 'cancelled' and ${orders.placedAt} > now() - interval '60 days'
  and ${orders.paymentStatus} in ('paid', 'partially_refunded')
  and not exists (select from ${refunds} r where r.payment_intent_id = ${orders.paymentIntentId} and r.status = 'pending')
  and not exists (select from ${disputes} where ${disputes.paymentIntentId} = ${orders.paymentIntentId}
    and ${notInArray(disputes.status, shopFundedStatuses)})`;
export const firstToRefund = sql`select ${orders.orderNumber} ${ordersToRefund} order by ${orders.placedAt} limit 1`;

/** Orders with a status that nothing keeps from shipping. Fully refunded orders are not shipped. */
export const ordersToShip = (status: OrderStatus): SQL =>
  sql`from ${orders} where ${orders.status} = ${status} and ${orders.holdReason} is null and ${orders.paymentStatus} <> 'refunded'`;

const isOpen = sql`${orderReturns.status} in ('requested', 'received')`;
export const openReturnRows = sql`from ${orderReturns} where ${isOpen}`;
export const firstWithReturn = sql`
  select ${orders.orderNumber} from ${orderReturns} join ${orders} on ${orders.id} = ${orderReturns.orderId}
  where ${isOpen} order by ${orderReturns.requestedAt} limit 1`;

export const countLastDay = sql`
  select ${orders.paymentStatus}, count(*)::int from ${orders}
  where ${orders.placedAt} > now() - interval '1 day' group by 1`;

/** Returns the payments of the newest orders. */
export async function listNewestIntents(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .select({ intentId: orders.paymentIntentId })
    .from(orders)
    .where(isNotNull(orders.paymentIntentId))
    .orderBy(descending(orders.placedAt))
    .limit(limit);
  return rows.flatMap(({ intentId }) => intentId ?? []);
}
