import { and, asc, eq, gt, inArray, isNull, sql, type SQL } from 'drizzle-orm';

import type { PaymentMode } from '#modules/payments/payment-mode.ts';
import type { Db } from '#platform/db/database.server.ts';
import { firstRow } from '#platform/db/rows.server.ts';
import type { Cents } from '#shared/money.ts';

import { disputeStage } from './disputes.ts';
import { disputes, orders, refunds } from './tables.server.ts';

type Span = { mode: PaymentMode; from: Date; until: Date };

/** Condition for a time column within a span: from its start, and before its end. */
const within = (column: SQL, { from, until }: Span) =>
  sql`${column} >= ${from.toISOString()}::timestamptz and ${column} < ${until.toISOString()}::timestamptz`;

/** Columns of the order of a movement. */
const ofOrder = sql`o.order_number, o.payment_intent_id as intent_id,
    coalesce(o.shipping_address ->> 'country', '') as country, coalesce(o.shipping_address ->> 'state', '') as state`;

/** Tax and shipping in the captured money of an order, as `soldParts` has them. */
const soldTax = sql`least(coalesce((o.tax ->> 'amountCents')::int, o.tax_cents), o.captured_cents)`;
const soldShipping = sql`least(o.shipping_cents, o.captured_cents - ${soldTax})`;

/** Tax in a return, as stored with it (`splitReturn`). */
const returnedTax = sql`-coalesce(r.tax_cents, 0)`;

/**
 * Rows of the money of a mode's orders within a span: one per captured payment and per return. In
 * cents, negative for a return. `amount` includes `tax`, and that of a sale `shipping`.
 */
export function moneyMovements(span: Span): SQL {
  const ofMode = sql`o.captured_cents > 0 and o.payment_mode = ${span.mode}::text`;
  return sql`
  select o.id::text as id, 'sale' as kind, o.placed_at as at, ${ofOrder},
    o.captured_cents as amount, ${soldTax} as tax, ${soldShipping} as shipping
  from ${orders} o where ${ofMode} and ${within(sql`o.placed_at`, span)}
  union all
  select r.id::text, 'refund', r.created_at, ${ofOrder}, -r.amount_cents, ${returnedTax}, 0
  from ${refunds} r join ${orders} o on o.payment_intent_id = r.payment_intent_id
  where r.status = 'succeeded' and ${ofMode} and ${within(sql`r.created_at`, span)}
  union all
  select r.id::text, 'dispute', r.stated_at, ${ofOrder}, -r.amount_cents, ${returnedTax}, 0
  from ${disputes} r join ${orders} o on o.payment_intent_id = r.payment_intent_id
  where r.status = 'lost' and ${ofMode} and ${within(sql`r.stated_at`, span)}`;
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
  await db
    .update(orders)
    .set({ paymentMode: mode })
    .where(and(inArray(orders.paymentIntentId, [...intentIds]), isNull(orders.paymentMode)));
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
