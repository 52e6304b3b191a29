import { and, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.server.ts';
import { pageOf, type Place } from '#shared/paging.ts';
import { descending } from '#platform/db/descending.server.ts';

import * as repo from './list-orders.queries.server.ts';
import type { OrderFilter } from './list-orders.ts';
import { items } from './orders.queries.server.ts';
import type { OrderStatus, PaymentStatus } from './order-record.ts';
import { orders } from './tables.server.ts';

export { findNewestNumber as newestOrderNumber, type ListedOrder } from './list-orders.queries.server.ts';

/** Orders per page of the admin list. */
const pageSize = 50;

/**
 * Returns how many months to collect, one try after the other until a page is full, by the expected
 * matches. Few matches are collected all at once; more are collected near the page first. Very many
 * are found soon by scanning the list (null).
 */
function tries(expected: number): readonly (number | null)[] {
  if (expected <= 500) return [Infinity];
  return expected <= 25_000 ? [1, 2, Infinity] : [null];
}

/**
 * Returns one page of matching orders, newest first, with the cursors of its neighbors. If the
 * order of the cursor is gone, returns the first page.
 */
export async function orderPage(
  db: Db,
  filter: OrderFilter,
  { place = null, size = pageSize }: { place?: Place; size?: number } = {},
) {
  const from = place === null ? null : await repo.findSpot(db, place.from);
  const towards = from === null ? 'older' : (place?.towards ?? 'older');
  let found: repo.ListedOrder[] = [];
  for (const months of tries(await repo.expectedOrders(db, filter.search))) {
    found = await repo.listOrders(db, filter, { from, towards, limit: size + 1, months });
    if (found.length > size) break;
  }
  const newestFirst = towards === 'newer' ? found.toReversed() : found;
  const { rows, newer, older } = pageOf(newestFirst, size, from === null ? null : { from, towards });
  const beside = (order: repo.ListedOrder | null, way: 'older' | 'newer'): Place =>
    order === null ? null : { from: order.orderNumber, towards: way };
  return { orders: rows, newer: beside(newer, 'newer'), older: beside(older, 'older') };
}

/** Conditions of an order query; `undefined` matches any. */
type OrderQuery = {
  status: OrderStatus | undefined;
  paymentStatus: PaymentStatus | undefined;
  isHeld: boolean | undefined;
  placedAfter: string | undefined;
  placedBefore: string | undefined;
};

/** Page of a query; `after` is the order before its first one, null for the first page. */
type Page = { after: { micros: string; id: string } | null; limit: number };

// Integers throughout: a float would lose the last digits of a microsecond.
const micros = sql<string>`(extract(epoch from ${orders.placedAt}) * 1000000)::bigint`;

function matching({ status, paymentStatus, isHeld, placedAfter, placedBefore }: OrderQuery) {
  return and(
    status === undefined ? undefined : eq(orders.status, status),
    paymentStatus === undefined ? undefined : eq(orders.paymentStatus, paymentStatus),
    isHeld === undefined ? undefined : isHeld ? isNotNull(orders.holdReason) : isNull(orders.holdReason),
    placedAfter === undefined ? undefined : gt(orders.placedAt, new Date(placedAfter)),
    placedBefore === undefined ? undefined : lt(orders.placedAt, new Date(placedBefore)),
  );
}

/**
 * Returns matching orders, newest first, each with its time in microseconds. That time and its id
 * are the cursor of the next page.
 */
export async function ordersAfter(db: Db, query: OrderQuery, { after, limit }: Page) {
  const position = sql`(${orders.placedAt}, ${orders.id})`;
  const from = sql`(timestamptz 'epoch' + ${after?.micros ?? '0'}::bigint * interval '1 microsecond', ${after?.id ?? ''}::uuid)`;
  const found = await db
    .select({ order: orders, items, micros })
    .from(orders)
    .where(and(matching(query), after === null ? undefined : sql`${position} < ${from}`))
    .orderBy(descending(orders.placedAt), descending(orders.id))
    .limit(limit);
  return found.map(({ order, items: lines, micros: at }) => ({ order: { ...order, items: lines }, micros: at }));
}
