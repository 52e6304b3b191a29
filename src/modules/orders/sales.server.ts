import { and, eq, gte, max, sql } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import type { Cents } from '#shared/money.ts';

import { orderItems, orders } from './tables.server.ts';

/** Whether an order is a sale: paid or free, whatever went back later. */
export const isSale = sql`${orders.paymentStatus} in ('paid', 'partially_refunded', 'refunded', 'not_required')`;

/** What an order brought and the shop kept, in cents. */
export const keptCents = sql`(${orders.capturedCents} - ${orders.returnedCents})`;

/** When a unit of a product was last sold at each price since then, in cents. */
export async function lastSalesOf(
  db: Db,
  productId: string,
  since: Date,
): Promise<{ unitPriceCents: Cents; at: Date }[]> {
  const { unitPriceCents } = orderItems;
  const rows = await db
    .select({ unitPriceCents, at: max(orders.placedAt) })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(and(eq(orderItems.productId, productId), gte(orders.placedAt, since)))
    .groupBy(unitPriceCents);
  return rows.flatMap((row) => (row.at === null ? [] : [{ ...row, at: row.at }]));
}
