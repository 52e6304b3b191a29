import { and, asc, between, desc, eq, inArray, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import { listPage, type ListOrder, type ListPage } from '#platform/db/list-page.server.ts';
import { firstRow, insertedRow } from '#platform/db/rows.server.ts';

import { placedBy } from './orders.queries.server.ts';
import type { RefundStatus } from './refunds.ts';
import { idsOfCode, type ReturnLine, type ReturnQueue, type ReturnView } from './returns.ts';
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
  const { id, labelSentAt, requestedAt, status } = orderReturns;
  return db
    .select({ id, status, labelSentAt, requestedAt, orderNumber: orders.orderNumber })
    .from(orderReturns)
    .innerJoin(orders, eq(orders.id, orderReturns.orderId))
    .where(placedBy(customer))
    .orderBy(desc(requestedAt))
    .limit(limit);
}

export function findReturn(db: Db, id: string): Promise<ReturnView | null> {
  return firstRow(db.select().from(orderReturns).where(eq(orderReturns.id, id)));
}

const { status, labelSentAt, receivedAt, requestedAt, closedAt } = orderReturns;

const isRequested = eq(status, 'requested');
const isReceived = eq(status, 'received');

/** SQL condition: the return waits for the shop, to send a label or to refund it. */
export const isWaiting = or(isReceived, and(isRequested, isNull(labelSentAt)));

/** SQL: since when a return is at its present stage. */
export const returnWaitsSince = sql<Date>`coalesce(${closedAt}, ${receivedAt}, ${labelSentAt}, ${requestedAt})`.mapWith(
  requestedAt,
);

const inQueue: Record<ReturnQueue, SQL | undefined> = {
  waiting: isWaiting,
  label: and(isRequested, isNull(labelSentAt)),
  coming: and(isRequested, isNotNull(labelSentAt)),
  received: isReceived,
  refunded: eq(status, 'refunded'),
  closed: eq(status, 'declined'),
  all: undefined,
};

const isOfCode = (q: string) => {
  const ids = idsOfCode(q);
  return ids === null ? undefined : between(orderReturns.id, ...ids);
};

/** Query of the list of returns; a search looks at all of them. */
export type ReturnQuery = {
  queue: ReturnQueue;
  q: string;
  /** Order number that the search means. */
  orderNumber: string | null;
  page: ListPage;
};

const returnOrder: Omit<ListOrder, 'first'> = {
  sorts: { requested: requestedAt, waiting: { by: returnWaitsSince, type: 'timestamptz' }, order: orders.orderNumber },
  tie: [requestedAt, orderReturns.id],
  indexed: 'desc',
};

/**
 * Lists returns with their orders. By default open ones are sorted by how long they have been
 * waiting, all others newest first.
 */
export function listReturnQueue(db: Db, { queue, q, orderNumber, page }: ReturnQuery) {
  const isOpenQueue = ['waiting', 'label', 'coming', 'received'].includes(queue) && q === '';
  const isOfOrder = orderNumber === null ? undefined : eq(orders.orderNumber, orderNumber);
  const matches = q === '' ? inQueue[queue] : (or(isOfCode(q), isOfOrder) ?? sql`false`);
  return listPage({ ...returnOrder, first: isOpenQueue ? 'waiting' : '-requested' }, page, (part) =>
    db
      .select({
        id: orderReturns.id,
        status,
        labelSentAt,
        lines: orderReturns.lines,
        reason: orderReturns.reason,
        requestedAt,
        since: returnWaitsSince,
        orderNumber: orders.orderNumber,
        customer: orders.customer,
        position: part.position,
      })
      .from(orderReturns)
      .innerJoin(orders, eq(orders.id, orderReturns.orderId))
      .where(and(matches, part.beyond))
      .orderBy(...part.orderBy)
      .limit(part.limit),
  );
}

/** Counts the returns that wait for the shop. */
export const countWaitingReturns = (db: Db) => db.$count(orderReturns, isWaiting);

type NewReturn = { orderId: string; reason: string; lines: ReturnLine[]; requestedAt: Date };

export function insertReturn(db: Db, request: NewReturn): Promise<ReturnView> {
  return insertedRow(db.insert(orderReturns).values(request).returning());
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
