import { eq, sql } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import type { Cents } from '#shared/money.ts';

import { forgetSalesDays } from './forget-sales-days.queries.server.ts';
import type { MoneyParts } from './refunds.ts';
import { disputes, orderDocuments, orders, refunds } from './tables.server.ts';

/** Stores the parts of a refund. It counts as no news of it: no email follows. */
export async function updateRefundParts(tx: Db, id: string, parts: MoneyParts): Promise<void> {
  await tx.update(refunds).set(parts).where(eq(refunds.id, id));
}

/** Stores the parts of a lost dispute. */
export async function updateDisputeParts(tx: Db, id: string, parts: MoneyParts): Promise<void> {
  await tx.update(disputes).set(parts).where(eq(disputes.id, id));
}

type ReturnedSums = { returnedShippingCents: Cents; returnedTaxCents: Cents };

/** Stores the sums of an order's returns, which an older version left out. Keeps its version. */
export async function updateReturnedSums(tx: Db, id: string, sums: ReturnedSums): Promise<void> {
  await forgetSalesDays(tx, [id]);
  await tx.update(orders).set(sums).where(eq(orders.id, id));
}

/** Returns the tax that the credit notes of a payment's refunds state, by the refund's id. */
export async function listStatedTaxes(db: Db, intentId: string): Promise<Map<string, Cents>> {
  const { refundId, taxCents } = orderDocuments;
  const rows = await db
    .select({ refundId, taxCents })
    .from(orderDocuments)
    .innerJoin(refunds, eq(refunds.id, refundId))
    .where(eq(refunds.paymentIntentId, intentId));
  return new Map(rows.map((row) => [row.refundId ?? '', row.taxCents ?? 0]));
}

/** Payments with an order and a return whose parts are not stored. */
const withoutParts = sql`
  select r.payment_intent_id from ${refunds} r join ${orders} o on o.payment_intent_id = r.payment_intent_id
  where r.tax_cents is null and r.status <> 'failed'
  union
  select d.payment_intent_id from ${disputes} d join ${orders} o on o.payment_intent_id = d.payment_intent_id
  where d.tax_cents is null and d.status = 'lost'`;

/** True while a return of an order has no parts, as one that an older version stored. */
export const hasReturnWithoutParts = sql`exists (${withoutParts})`;

/** Returns payments with a return whose parts are not stored. */
export async function listWithoutParts(db: Db, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ payment_intent_id: string }>(sql`${withoutParts} limit ${limit}`);
  return rows.map(({ payment_intent_id: intentId }) => intentId);
}
