import { and, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import { descending } from '#platform/db/planner.server.ts';

import { items } from './orders.queries.server.ts';
import type { OrderStatus, PaymentStatus } from './order.ts';
import { orders } from './tables.server.ts';

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
