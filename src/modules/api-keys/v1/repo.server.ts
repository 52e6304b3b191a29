import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';

import { orderItems, orders } from '#modules/orders/tables.server.ts';
import type { Db } from '#platform/db/database.server.ts';

import type { OrdersInput } from './contract.ts';

type Row = typeof orders.$inferSelect;
type Item = typeof orderItems.$inferSelect;
type Page = { filters: OrdersInput; after: { micros: string; id: string } | null };

// Integers all the way: a float would lose the last digits of a microsecond.
const micros = sql<string>`(extract(epoch from ${orders.placedAt}) * 1000000)::bigint`;

function matching({ status, payment_status: payment, held, placed_after, placed_before }: OrdersInput) {
  return and(
    status === undefined ? undefined : eq(orders.status, status),
    payment === undefined ? undefined : eq(orders.paymentStatus, payment),
    held === undefined ? undefined : held === 'true' ? isNotNull(orders.holdReason) : isNull(orders.holdReason),
    placed_after === undefined ? undefined : gt(orders.placedAt, new Date(placed_after)),
    placed_before === undefined ? undefined : lt(orders.placedAt, new Date(placed_before)),
  );
}

/** Newest first, from the one after the cursor on, one more than asked for to tell whether more follow. */
export function listOrders(db: Db, { filters, after }: Page): Promise<{ order: Row; micros: string }[]> {
  const place = sql`(${orders.placedAt}, ${orders.id})`;
  const from = sql`(timestamptz 'epoch' + ${after?.micros ?? '0'}::bigint * interval '1 microsecond', ${after?.id ?? ''}::uuid)`;
  return db
    .select({ order: orders, micros })
    .from(orders)
    .where(and(matching(filters), after === null ? undefined : sql`${place} < ${from}`))
    .orderBy(desc(orders.placedAt), desc(orders.id))
    .limit(filters.limit + 1);
}

export async function findOrder(db: Db, orderNumber: string): Promise<Row | null> {
  const rows = await db.select().from(orders).where(eq(orders.orderNumber, orderNumber)).limit(1);
  return rows[0] ?? null;
}

export async function listItems(db: Db, orderIds: readonly string[]): Promise<Item[]> {
  if (orderIds.length === 0) return [];
  return db
    .select()
    .from(orderItems)
    .where(inArray(orderItems.orderId, [...orderIds]));
}
