import { and, asc, eq, gt, inArray, isNull, sql, type SQL } from 'drizzle-orm';

import type { PaymentMode } from '#modules/payments/payment-mode.ts';
import type { Db } from '#platform/db/database.server.ts';
import { firstRow } from '#platform/db/rows.server.ts';
import type { Cents } from '#shared/money.ts';

import { disputeStage } from './disputes.ts';
import { disputes, orderDocuments, orders, refunds } from './tables.server.ts';
import { taxRefundPattern } from './tax-difference.ts';

type Span = { mode: PaymentMode; from: Date; until: Date };

/** Condition for a time column within a span: from its start, and before its end. */
const within = (column: SQL, { from, until }: Span) =>
  sql`${column} >= ${from.toISOString()}::timestamptz and ${column} < ${until.toISOString()}::timestamptz`;

/** Returns of one payment: refunds that succeeded and disputes that were lost. */
const returnsOf = (intentId: SQL) => sql`
  select r.id::text as id, 'refund' as kind, r.created_at as at, r.amount_cents as cents, r.key ~ ${taxRefundPattern}::text as is_tax, d.tax_cents as noted_tax
  from ${refunds} r left join ${orderDocuments} d on d.refund_id = r.id where r.payment_intent_id = ${intentId} and r.status = 'succeeded'
  union all
  select d.id::text, 'dispute', d.stated_at, d.amount_cents, false, null
  from ${disputes} d where d.payment_intent_id = ${intentId} and d.status = 'lost'`;

/**
 * Returns of an order `o`, each with its part of the tax, rounded once over all returns so far, as
 * `returnedTax` does. A refund of the tax of a corrected address is tax as a whole. The tax of a
 * credit note is the one that it states. `returned` is the tax of all returns so far.
 */
export const taxedReturns = sql`
  select id, kind, at, cents, returned,
    coalesce(noted_tax, returned - coalesce(lag(returned) over (order by at, id), 0))::int as tax
  from (
    select id, kind, at, cents, noted_tax, max(least(tax, alone) + case when goods <= alone then 0
      else round(greatest(0, tax - alone)::numeric * least(other, goods - alone) / (goods - alone)) end) over (order by at, id) as returned
    from (
      select one.*, o.captured_cents - o.shipping_cents as goods, coalesce((o.tax ->> 'amountCents')::int, o.tax_cents) as tax,
        coalesce(sum(cents) filter (where is_tax) over (order by at, id), 0) as alone,
        coalesce(sum(cents) filter (where not is_tax) over (order by at, id), 0) as other
      from (${returnsOf(sql`o.payment_intent_id`)}) one
    ) summed
  ) rising`;

/**
 * Rows of the money of a mode's orders within a span: one per captured payment and per return. In
 * cents, negative for a return. `amount` includes `tax` and `shipping`.
 */
export const moneyMovements = (span: Span): SQL => sql`
  select o.id::text as id, 'sale' as kind, o.placed_at as at, o.order_number, o.payment_intent_id as intent_id,
    coalesce(o.shipping_address ->> 'country', '') as country, coalesce(o.shipping_address ->> 'state', '') as state,
    o.captured_cents as amount, coalesce((o.tax ->> 'amountCents')::int, o.tax_cents) as tax, o.shipping_cents as shipping
  from ${orders} o
  where o.captured_cents > 0 and o.payment_mode = ${span.mode}::text and ${within(sql`o.placed_at`, span)}
  union all
  select r.id, r.kind, r.at, o.order_number, o.payment_intent_id,
    coalesce(o.shipping_address ->> 'country', ''), coalesce(o.shipping_address ->> 'state', ''), -r.cents, -r.tax, 0
  from (
    select payment_intent_id from ${refunds} t where t.status = 'succeeded' and ${within(sql`t.created_at`, span)}
    union
    select payment_intent_id from ${disputes} t where t.status = 'lost' and ${within(sql`t.stated_at`, span)}
  ) touched
  join ${orders} o on o.payment_intent_id = touched.payment_intent_id
  cross join lateral (${taxedReturns}) r
  where o.captured_cents > 0 and o.payment_mode = ${span.mode}::text and ${within(sql`r.at`, span)}`;

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
export async function updatePaymentMode(db: Db, intentIds: readonly string[], mode: PaymentMode): Promise<void> {
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
