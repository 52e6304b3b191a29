import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import { firstRow, storedRow } from '#platform/db/rows.server.ts';

import { placedBy } from './orders.queries.server.ts';
import type { RefundStatus } from './refunds.ts';
import type { ReturnLine, ReturnView } from './returns.ts';
import { orderReturns, orders } from './tables.server.ts';

/** Returns the returns of an order, oldest first. */
export function listReturns(db: Db, orderId: string): Promise<ReturnView[]> {
  return db.select().from(orderReturns).where(eq(orderReturns.orderId, orderId)).orderBy(asc(orderReturns.requestedAt));
}

/** Returns the returns of several orders, oldest first. */
export function listReturnsOfOrders(db: Db, orderIds: readonly string[]): Promise<ReturnView[]> {
  return db
    .select()
    .from(orderReturns)
    .where(inArray(orderReturns.orderId, [...orderIds]))
    .orderBy(asc(orderReturns.requestedAt));
}

/**
 * Returns the newest `limit` returns of a customer, newest first, with their order numbers.
 * `customer` is the id of an account or the email of a guest.
 */
export function listNewestReturns(db: Db, customer: string, limit: number) {
  const { id, status, requestedAt } = orderReturns;
  return db
    .select({ id, status, requestedAt, orderNumber: orders.orderNumber })
    .from(orderReturns)
    .innerJoin(orders, eq(orders.id, orderReturns.orderId))
    .where(placedBy(customer))
    .orderBy(desc(requestedAt))
    .limit(limit);
}

export function findReturn(db: Db, id: string): Promise<ReturnView | null> {
  return firstRow(db.select().from(orderReturns).where(eq(orderReturns.id, id)));
}

type NewReturn = { orderId: string; reason: string; lines: ReturnLine[]; requestedAt: Date };

export function insertReturn(db: Db, request: NewReturn): Promise<ReturnView> {
  return storedRow(db.insert(orderReturns).values(request).returning());
}

export async function updateReturn(db: Db, id: string, change: Partial<ReturnView>): Promise<void> {
  await db.update(orderReturns).set(change).where(eq(orderReturns.id, id));
}

/**
 * Updates the return whose refund has this key (`returnRefundKey`), if any. A failed refund reopens
 * the return, unless the order has another open one. A refund that succeeded after all closes it.
 */
export async function updateReturnOfRefund(
  db: Db,
  orderId: string,
  { key, status }: { key: string; status: RefundStatus },
): Promise<void> {
  const isItsReturn = sql`${orderReturns.orderId} = ${orderId} and ${orderReturns.id}::text = split_part(${key}, ' ', 1)`;
  const isOnlyOpen = sql`not exists (select from order_returns other
    where other.order_id = ${orderReturns.orderId} and other.status in ('requested', 'received'))`;
  const [set, isDue] =
    status === 'failed'
      ? [{ status: 'received', closedAt: null } as const, and(eq(orderReturns.status, 'refunded'), isOnlyOpen)]
      : [{ status: 'refunded', closedAt: sql`now()` } as const, eq(orderReturns.status, 'received')];
  await db.update(orderReturns).set(set).where(and(isItsReturn, isDue));
}
