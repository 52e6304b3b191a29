import { and, asc, eq, gt, inArray, isNull, sql, type SQL } from 'drizzle-orm';

import type { PaymentMode } from '#modules/payments/payment-mode.ts';
import type { Db } from '#platform/db/database.server.ts';
import { firstRow } from '#platform/db/rows.server.ts';
import type { MomentRange } from '#shared/day-range.ts';
import type { Cents } from '#shared/money.ts';

import { disputeStage } from './disputes.ts';
import { forgetSalesDays } from './forget-sales-days.queries.server.ts';
import { disputes, orders, refunds } from './tables.server.ts';

/** Condition for a time column within a range: from its start, and before its end. */
export const within = (column: SQL, { from, until }: MomentRange) =>
  sql`${column} >= ${from?.toISOString() ?? '-infinity'}::timestamptz and ${column} < ${until?.toISOString() ?? 'infinity'}::timestamptz`;

/** Columns of the order of a movement, as the ledger has them. */
const ledgerColumns = sql`orders.order_number, orders.payment_intent_id as intent_id,
    coalesce(orders.shipping_address ->> 'country', '') as country, coalesce(orders.shipping_address ->> 'state', '') as state`;

/** Tax and shipping in the captured money of an order, as `soldParts` has them. */
const soldTax = sql`least(coalesce((orders.tax ->> 'amountCents')::int, orders.tax_cents), orders.captured_cents)`;
const soldShipping = sql`least(orders.shipping_cents, orders.captured_cents - ${soldTax})`;

/** Tax in a return, as stored with it (`splitReturn`). */
const returnedTax = sql`-coalesce(r.tax_cents, 0)`;

/**
 * Rows of the money of a mode's orders within a range: one per captured payment and per return. In
 * cents, negative for a return. `amount` includes `tax`, and that of a sale `shipping`. Without a
 * mode, those of every known one. `ofOrder` are columns of the order.
 */
export function moneyMovements(
  { mode, ...range }: MomentRange & { mode: PaymentMode | null },
  ofOrder: SQL = ledgerColumns,
): SQL {
  const isOfMode = mode === null ? sql`is not null` : sql`= ${mode}::text`;
  const isPaid = sql`orders.captured_cents > 0 and orders.payment_mode ${isOfMode}`;
  return sql`
  select orders.id::text as id, 'sale' as kind, orders.placed_at as at,
    orders.captured_cents as amount, ${soldTax} as tax, ${soldShipping} as shipping, ${ofOrder}
  from ${orders} where ${isPaid} and ${within(sql`orders.placed_at`, range)}
  union all
  select r.id::text, 'refund', r.created_at, -r.amount_cents, ${returnedTax}, 0, ${ofOrder}
  from ${refunds} r join ${orders} on orders.payment_intent_id = r.payment_intent_id
  where r.status = 'succeeded' and ${isPaid} and ${within(sql`r.created_at`, range)}
  union all
  select r.id::text, 'dispute', r.stated_at, -r.amount_cents, ${returnedTax}, 0, ${ofOrder}
  from ${disputes} r join ${orders} on orders.payment_intent_id = r.payment_intent_id
  where r.status = 'lost' and ${isPaid} and ${within(sql`r.stated_at`, range)}`;
}

/** Number of the order that an intent paid, as a column; null without one. */
export const orderNumberOf = (intentId: SQL): SQL =>
  sql`(select o.order_number from ${orders} o where o.payment_intent_id = ${intentId})`;

/** Returns when the first order with a captured payment was placed. Null without any. */
export async function findFirstPaidAt(db: Db): Promise<Date | null> {
  const first = db
    .select({ at: orders.placedAt })
    .from(orders)
    .where(gt(orders.capturedCents, 0))
    .orderBy(asc(orders.placedAt))
    .limit(1);
  return (await firstRow(first))?.at ?? null;
}

/**
 * Stores the mode of orders of earlier versions, once the provider's records name their payment.
 */
export async function recordPaymentMode(db: Db, intentIds: readonly string[], mode: PaymentMode): Promise<void> {
  if (intentIds.length === 0) return;
  const named = await db
    .update(orders)
    .set({ paymentMode: mode })
    .where(and(inArray(orders.paymentIntentId, [...intentIds]), isNull(orders.paymentMode)))
    .returning({ id: orders.id });
  const ids = named.map(({ id }) => id);
  if (ids.length > 0) await forgetSalesDays(db, ids);
}

/** Returns how many paid orders of earlier versions have no mode yet, up to 1,000. */
export async function countWithoutMode(db: Db): Promise<number> {
  const without = db
    .select({ id: orders.id })
    .from(orders)
    .where(and(isNull(orders.paymentMode), gt(orders.capturedCents, 0)))
    .limit(1_000);
  return (await without).length;
}

/** State of a payment in the shop, for a comparison with the provider's records. */
export type PaymentState = {
  intentId: string;
  orderNumber: string;
  mode: PaymentMode | null;
  /** Captured, less what went back. */
  balanceCents: Cents;
  isDisputed: boolean;
  hasPendingRefund: boolean;
};

/** Returns the state of payments that have an order. */
export async function listPaymentStates(db: Db, intentIds: readonly string[]): Promise<PaymentState[]> {
  if (intentIds.length === 0) return [];
  const ids = [...intentIds];
  const [found, questioned, pending] = await Promise.all([
    db
      .select({
        intentId: orders.paymentIntentId,
        orderNumber: orders.orderNumber,
        mode: orders.paymentMode,
        balanceCents: sql<number>`${orders.capturedCents} - ${orders.returnedCents}`,
      })
      .from(orders)
      .where(inArray(orders.paymentIntentId, ids)),
    db
      .select({ intentId: disputes.paymentIntentId, status: disputes.status })
      .from(disputes)
      .where(inArray(disputes.paymentIntentId, ids)),
    db
      .select({ intentId: refunds.paymentIntentId })
      .from(refunds)
      .where(and(inArray(refunds.paymentIntentId, ids), eq(refunds.status, 'pending'))),
  ]);
  const disputed = new Set(
    questioned.filter(({ status }) => disputeStage(status) === 'open').map(({ intentId }) => intentId),
  );
  const refunding = new Set(pending.map(({ intentId }) => intentId));
  return found.map(({ intentId, ...order }) => ({
    ...order,
    intentId: intentId ?? '',
    isDisputed: disputed.has(intentId ?? ''),
    hasPendingRefund: refunding.has(intentId ?? ''),
  }));
}
