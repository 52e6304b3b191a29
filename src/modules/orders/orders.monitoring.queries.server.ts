import { isNotNull, notInArray, or, sql } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import { descending } from '#platform/db/planner.server.ts';

import { closedToEvidence, settledStatuses, shopFundedStatuses } from './disputes.ts';
import type { OrderHold } from './order-holds.ts';
import { isOnHold, isToShip, unshippedStatuses } from './ship-orders.queries.server.ts';
import { isWaiting, returnWaitsSince } from './returns.queries.server.ts';
import { disputes, orderReturns, orders, refunds } from './tables.server.ts';

/** Undecided disputes for which the bank waits for the shop's evidence. */
export const disputesToAnswer = sql`from ${disputes} where ${notInArray(disputes.status, closedToEvidence)}`;
export const firstEvidenceDueAt = sql`select min(${disputes.evidenceDueAt}) ${disputesToAnswer}`;
export const firstDisputed = sql`select ${orders.orderNumber} from ${disputes}
  join ${orders} on ${orders.paymentIntentId} = ${disputes.paymentIntentId}
  where ${notInArray(disputes.status, closedToEvidence)} order by ${disputes.evidenceDueAt}, ${disputes.createdAt} limit 1`;

const disputeHold: OrderHold = 'dispute';

export const ordersOnHold = sql`from ${orders} where ${isOnHold}`;
export const countHeld = sql`select count(*)::int ${ordersOnHold}`;

/**
 * Cancelled orders whose refund failed, or that an earlier version cancelled by status alone. Their
 * email promised the money, and neither the provider nor a bank has it.
 */
export const ordersToRefund = sql`from ${orders} where ${orders.status} = 'cancelled' and ${orders.placedAt} > now() - interval '60 days'
  and ${orders.paymentStatus} in ('paid', 'partially_refunded')
  and not exists (select from ${refunds} r where r.payment_intent_id = ${orders.paymentIntentId} and r.status = 'pending')
  and not exists (select from ${disputes} where ${disputes.paymentIntentId} = ${orders.paymentIntentId}
    and ${notInArray(disputes.status, shopFundedStatuses)})`;
export const firstToRefund = sql`select ${orders.orderNumber} ${ordersToRefund} order by ${orders.placedAt} limit 1`;

/**
 * Orders on hold of which admins are told. Those with an undecided dispute are left out, because
 * the dispute is a notice of its own.
 */
const heldWithoutDispute = sql`${ordersOnHold} and (${orders.holdReason} <> ${disputeHold}
  or not exists (select from ${disputes} where ${disputes.paymentIntentId} = ${orders.paymentIntentId}
    and ${notInArray(disputes.status, settledStatuses)}))`;

/** Refunds of the last 30 days that failed and that no later refund of the payment replaced. */
export const failedRefunds = sql`
  from ${refunds} join ${orders} on ${orders.paymentIntentId} = ${refunds.paymentIntentId}
  where ${refunds.status} = 'failed' and ${refunds.updatedAt} > now() - interval '30 days'
    and not exists (select from ${refunds} later where later.payment_intent_id = ${refunds.paymentIntentId}
      and later.status <> 'failed' and later.created_at > ${refunds.createdAt})`;
export const firstFailedRefund = sql`select ${orders.orderNumber} ${failedRefunds} order by ${refunds.updatedAt} limit 1`;

const noAmount = sql`null::int as cents`;
const noDeadline = sql`null::timestamptz as due_at`;
const number = sql`${orders.orderNumber} as label`;

const isReal = sql`not ${orders.isSample}`;

/** Selects what admins are told of, by the kinds of notifications. */
export const orderNotices = {
  order: sql`select ${orders.id}::text as subject, ${number}, ${orders.totalCents} as cents, ${noDeadline}
    from ${orders} where ${orders.placedAt} > now() - interval '1 day' and ${isReal}`,
  order_on_hold: sql`select ${orders.id} || ' ' || ${orders.holdReason} as subject, ${number}, ${noAmount}, ${noDeadline}
    ${heldWithoutDispute} and ${isReal}`,
  dispute: sql`select ${disputes.providerId} as subject, coalesce((select ${orders.orderNumber} from ${orders}
      where ${orders.paymentIntentId} = ${disputes.paymentIntentId}), '') as label,
    ${disputes.amountCents} as cents, ${disputes.evidenceDueAt} as due_at ${disputesToAnswer}
    and not exists (select from ${orders} where ${orders.paymentIntentId} = ${disputes.paymentIntentId} and ${orders.isSample})`,
  return_requested: sql`select ${orderReturns.id}::text as subject, ${number}, ${noAmount}, ${noDeadline}
    from ${orderReturns} join ${orders} on ${orders.id} = ${orderReturns.orderId} where ${orderReturns.status} = 'requested' and ${isReal}`,
  refund_failed: sql`select ${refunds.id}::text as subject, ${number}, ${refunds.amountCents} as cents, ${noDeadline}
    ${failedRefunds} and ${isReal}`,
};

/** Orders that the shipping desk lists. */
export const ordersToShip = sql`from ${orders} where ${or(...unshippedStatuses.map(isToShip))}`;

/** Times of the rows above. */
export const since = {
  placed: orders.placedAt,
  changed: orders.updatedAt,
  disputed: disputes.createdAt,
  refunded: refunds.updatedAt,
  returned: returnWaitsSince,
};

/** Returns that wait for the shop: for a label, or for their refund. */
export const waitingReturns = sql`from ${orderReturns} where ${isWaiting}`;

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
