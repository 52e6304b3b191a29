import type { Actor } from '#modules/audit/audit-log.ts';
import { failureCode, providerFailure } from '#modules/payments/provider-errors.server.ts';
import { secondsAgo, type PaymentsCtx } from '#modules/payments/payments.server.ts';
import type { ProviderRefund } from '#modules/payments/refund-calls.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';
import { formatUsd, type Cents } from '#shared/money.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import {
  enqueueOrderWebhook,
  withLockedOrder,
  findBalance,
  lockPayment,
  recalculate,
  restock,
  storeOrderChange,
  type ExpectedOrder,
} from './change-order.server.ts';
import { findOpenTax } from './correct-address.server.ts';
import { insertCreditNote } from './order-documents.queries.server.ts';
import { listPackages } from './ship-orders.queries.server.ts';
import { findOrderRow, insertOrderEvent, listItems, loadOrder, type OrderRow } from './orders.queries.server.ts';
import type { refundRefusals } from './orders.schema.ts';
import {
  findOwnRefund,
  findRefundByKey,
  findRefundByProvider,
  findRefundRow,
  insertRefund,
  listPendingRefunds,
  listRefundRows,
  reserveRefundAmount,
  updateRefund,
  scheduleRefundRetry,
  markRefundRefused,
  type RefundRow,
} from './refunds.queries.server.ts';
import { partsOf, storeReturnParts } from './return-parts.server.ts';
import {
  partsLabel,
  refundRefusal,
  shareAmount,
  partsOfShare,
  statusAfter,
  withoutParts,
  type Refund,
  type RefundRefusal,
  type RefundShare,
  type RefundedParts,
} from './refunds.ts';
import { updateReturnOfRefund } from './returns.queries.server.ts';
import { countUnits, unitsLabel, type ReturnLine } from './returns.ts';

export type RefundRequest = {
  amountCents: Cents;
  /** Stored with the refund and sent to the provider, at most 500 characters. */
  reason: string;
  /** Idempotency key, drawn by the caller once per intended refund. */
  key: string;
  /** Units and shipping that it pays back. */
  parts?: RefundedParts | null;
};

function viewOf({ id, amountCents, reason, status, failure, parts, ...columns }: RefundRow): Refund {
  return { id, amountCents, reason, status, failure, parts, split: partsOf(columns) };
}

/** Refund whose money is reserved. */
export type ReservedRefund = { refund: RefundRow; isNew: boolean };

/**
 * Reserves money of a locked order for a refund, in cents of the captured amount, before
 * `makeRefund` calls the provider. From then on the refund is stored, and the reconciler makes it
 * whatever happens. The same key is the same refund, even with another amount. Refuses `not_paid`,
 * `nothing_to_refund` (all is returned, on its way or disputed) and `too_much` (more than is left).
 */
export async function reserveRefund(
  tx: Db,
  order: OrderRow,
  request: RefundRequest,
): Promise<Result<ReservedRefund, RefundRefusal>> {
  const { amountCents, key, reason, parts = null } = request;
  const { id: orderId, paymentIntentId: intentId, capturedCents } = order;
  if (intentId === null) return refuse('not_paid');
  const earlier = await findRefundByKey(tx, intentId, key);
  if (earlier !== null) return ok({ refund: earlier, isNew: false });
  const isAmount = Number.isSafeInteger(amountCents) && amountCents > 0;
  const taken = isAmount
    ? await reserveRefundAmount(tx, { orderId, intentId, key, amountCents, reason: reason.slice(0, 500), parts })
    : null;
  if (taken !== null) {
    await storeReturnParts(tx, order);
    return ok({ refund: taken, isNew: true });
  }
  const { claimedCents } = await findBalance(tx, intentId);
  return refuse(refundRefusal(capturedCents, capturedCents - claimedCents, amountCents) ?? 'too_much');
}

/** Enqueues the webhook event of a refund that succeeded, with the order after it. */
async function announceRefund(tx: Db, orderId: string, refund: RefundRow): Promise<void> {
  const order = refund.status === 'succeeded' ? await findOrderRow(tx, orderId) : null;
  if (order === null) return;
  const items = await listItems(tx, orderId);
  await enqueueOrderWebhook(tx, {
    kind: 'refunded',
    order: { ...order, items, packages: await listPackages(tx, orderId) },
    refundId: refund.id,
  });
}

type RefundChange = Pick<RefundRow, 'amountCents' | 'key' | 'status'>;

/** Appends the result of a refund to the order's events, and updates the return that it is for. */
export async function appendRefundEvent(
  tx: Db,
  order: OrderRow,
  { status, amountCents, key }: RefundChange,
): Promise<void> {
  if (status === 'pending') return;
  await updateReturnOfRefund(tx, order.id, { key, status });
  const amount = formatUsd(amountCents);
  const event =
    status === 'succeeded'
      ? { type: 'refunded', message: `${amount} refunded` }
      : { type: 'refund_failed', message: `The refund of ${amount} failed` };
  await insertOrderEvent(tx, { ...event, orderId: order.id });
}

async function findUpdated(tx: Db, intentId: string, update: ProviderRefund): Promise<RefundRow | null> {
  const known = await findRefundByProvider(tx, update.id);
  if (known !== null || update.refundId === null) return known;
  const own = await findOwnRefund(tx, intentId, update.refundId);
  return own?.providerId === null ? own : null;
}

/**
 * Applies a provider update of a refund, and returns the refund after it. Updates may arrive in any
 * order and any number of times.
 */
export async function applyRefund(tx: Db, update: ProviderRefund): Promise<RefundRow | null> {
  if (update.intentId === null) return null;
  const { intentId: paymentIntentId, id: key, amountCents, reason } = update;
  const order = await lockPayment(tx, paymentIntentId);
  const requested = await findUpdated(tx, paymentIntentId, update);
  // A refund that the shop did not request was made at the provider.
  const known = requested ?? (await insertRefund(tx, { paymentIntentId, key, amountCents, reason }));
  const status = statusAfter(known, update.status);
  if (known.providerId !== null && known.status === status) return known;
  const next = { status, providerId: update.id, failure: status === 'failed' ? update.failure : null };
  await updateRefund(tx, known.id, status === 'failed' ? { ...next, ...withoutParts } : next);
  const refund = { ...known, ...next };
  if (order === null || known.status === status) return refund;
  await appendRefundEvent(tx, order, refund);
  await recalculate(tx, order);
  await insertCreditNote(tx, refund.id);
  await announceRefund(tx, order.id, refund);
  return refund;
}

export const readRefundsJob = 'read-refunds';

/**
 * Enqueues a job that reads the refunds of a payment from the provider, soon after the caller's
 * transaction.
 */
export function enqueueReadRefunds(tx: Db, ctx: PaymentsCtx, intentId: string): Promise<void> {
  return ctx.jobs.enqueue(tx, { name: readRefundsJob, data: { intentId } });
}

/** Records a refusal by the provider. The money can be refunded again. */
async function recordRefusal(ctx: PaymentsCtx, refund: RefundRow, error: unknown): Promise<void> {
  ctx.log.warn({ err: error, refundId: refund.id }, 'the payment provider refused a refund');
  await inTransaction(ctx.db, async (tx) => {
    const order = await lockPayment(tx, refund.paymentIntentId);
    const isRecorded = await markRefundRefused(tx, refund.id, failureCode(error));
    if (isRecorded && order !== null) await appendRefundEvent(tx, order, { ...refund, status: 'failed' });
    // The provider may have refunds that the shop does not know of.
    await enqueueReadRefunds(tx, ctx, refund.paymentIntentId);
  });
}

async function requestFromProvider(ctx: PaymentsCtx, refund: RefundRow): Promise<ProviderRefund | null> {
  const { id: refundId, paymentIntentId: intentId, amountCents, reason, attempt } = refund;
  try {
    return await ctx.payments.createRefund({ intentId, refundId, amountCents, reason, attempt });
  } catch (error) {
    const failure = providerFailure(error);
    if (failure === 'refused') await recordRefusal(ctx, refund, error);
    if (failure === 'saved_failure') await scheduleRefundRetry(ctx.db, refund);
    return null;
  }
}

/**
 * Returns what the provider knows of a refund in progress. Requests it again only if the provider
 * never received it.
 */
async function lookUp(ctx: PaymentsCtx, refund: RefundRow): Promise<ProviderRefund | null> {
  if (refund.providerId !== null) return ctx.payments.readRefund(refund.providerId);
  const made = await ctx.payments.listRefunds(refund.paymentIntentId);
  return made.find(({ refundId }) => refundId === refund.id) ?? requestFromProvider(ctx, refund);
}

/** Brings a refund as far as the provider lets it. Without a response it stays pending. */
async function reconcile(ctx: PaymentsCtx, { refund, isNew }: ReservedRefund): Promise<void> {
  try {
    const update = await (isNew ? requestFromProvider(ctx, refund) : lookUp(ctx, refund));
    if (update !== null) await inTransaction(ctx.db, (tx) => applyRefund(tx, update));
  } catch (error) {
    providerFailure(error);
    ctx.log.warn({ err: error, refundId: refund.id }, 'a refund could not be looked up');
  }
}

/**
 * Requests a reserved refund from the provider, after the transaction that reserved it. A `pending`
 * one is finished by the provider's events and by the reconciler. Refuses `provider_refused`.
 */
export async function makeRefund(
  ctx: PaymentsCtx,
  reserved: ReservedRefund,
): Promise<Result<Refund, 'provider_refused'>> {
  if (reserved.refund.status === 'pending') await reconcile(ctx, reserved);
  const now = (await findRefundRow(ctx.db, reserved.refund.id)) ?? reserved.refund;
  return now.status === 'failed' ? refuse('provider_refused') : ok(viewOf(now));
}

/** Tax that a corrected address no longer makes. */
type OpenTax = { by: 'tax' };

type RefundByAdmin = ExpectedOrder & {
  /** Amount that the admin agreed to. */
  amountCents: Cents;
  /** Basis of the amount, which must still make it; unset for an amount that was typed. */
  share?: RefundShare | OpenTax | undefined;
  reason: string;
  /** Units that go back into stock with the refund. */
  restock: readonly ReturnLine[];
  /** Idempotency key, drawn with the form: the same key is the same refund. */
  key: string;
};

type AdminRefusal = keyof typeof refundRefusals;

/**
 * Returns why a basis does not make the agreed amount any more, or null. Read before the money is
 * reserved, because a reserved refund of the tax leaves no open tax.
 */
async function shareRefusal(
  tx: Db,
  { settings }: PaymentsCtx,
  { order, request: { share, amountCents } }: { order: OrderRow; request: RefundByAdmin },
): Promise<'units_refunded' | 'no_tax' | 'changed_meanwhile' | null> {
  if (share === undefined || order.paymentIntentId === null) return null;
  if (share.by === 'tax') {
    const open = await findOpenTax({ db: tx, settings }, await loadOrder(tx, order.id));
    if (open === null || open.refundCents === 0) return 'no_tax';
    return open.refundCents === amountCents ? null : 'changed_meanwhile';
  }
  const earlier = await listRefundRows(tx, order.paymentIntentId);
  const due = shareAmount({ ...order, items: await listItems(tx, order.id) }, earlier, share);
  if (due === null) return 'units_refunded';
  return due === amountCents ? null : 'changed_meanwhile';
}

/**
 * Refunds an order, in cents, and puts units back into stock; both or neither. The refund is
 * `pending` while the provider works on it. Refuses as `reserveRefund` and `makeRefund` do,
 * `changed_meanwhile`, `units_refunded`, `no_tax` and `more_than_sold`.
 */
export async function refundOrder(
  ctx: PaymentsCtx,
  actor: Actor,
  request: RefundByAdmin,
): Promise<Result<Refund, AdminRefusal>> {
  const { amountCents, reason, key, restock: lines, orderNumber, version, share } = request;
  const parts = share?.by === 'tax' ? null : partsOfShare(share);
  // Checks the key before the version: the first submission of a form sent twice has changed the
  // order.
  const reserved = await withLockedOrder(
    ctx,
    { orderNumber },
    async (tx, order): Promise<Result<ReservedRefund, AdminRefusal>> => {
      const refusal = await shareRefusal(tx, ctx, { order, request });
      const result = await reserveRefund(tx, order, { amountCents, reason, key, parts });
      if (result.ok && !result.value.isNew) return result;
      if (version !== undefined && order.version !== version) return refuse('changed_meanwhile');
      if (refusal !== null) return refuse(refusal);
      if (!result.ok) return result;
      if (!(await restock(tx, order, lines))) return refuse('more_than_sold');
      const units = countUnits(lines);
      await storeOrderChange(tx, ctx, {
        order,
        actor,
        event: units === 0 ? null : { type: 'restocked', message: `${unitsLabel(units)} back in stock` },
        action: 'order.refund',
        before: null,
        after: {
          amount: formatUsd(amountCents),
          reason,
          restocked: units,
          ...(parts === null ? {} : { refunded: partsLabel(parts) }),
        },
      });
      return result;
    },
  );
  return reserved.ok ? makeRefund(ctx, reserved.value) : reserved;
}

/** Returns the refunds of a payment, oldest first. */
export async function listRefunds(db: Db, intentId: string): Promise<Refund[]> {
  return (await listRefundRows(db, intentId)).map(viewOf);
}

/**
 * Returns how much of an order can still be refunded, in cents: captured, and neither returned, on
 * its way nor disputed.
 */
export async function refundableCents(db: Db, orderId: string): Promise<Cents> {
  const order = await findOrderRow(db, orderId);
  if (order === null) return 0;
  const { claimedCents } = await findBalance(db, order.paymentIntentId);
  return Math.max(0, order.capturedCents - claimedCents);
}

const batch = 100;

/**
 * Finishes refunds whose response was lost or is still to come. One that fails does not block the
 * others; the failures are thrown after all.
 */
export async function finishRefunds(ctx: PaymentsCtx): Promise<void> {
  const failures: unknown[] = [];
  for (const refund of await listPendingRefunds(ctx.db, batch)) {
    try {
      await reconcile(ctx, { refund, isNew: false });
    } catch (error) {
      ctx.log.error({ err: error, refundId: refund.id }, 'a refund could not be finished');
      failures.push(error);
    }
    // Marks it as checked, so that the others come first next time.
    await updateRefund(ctx.db, refund.id, {});
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} refunds could not be finished`);
}

/**
 * Imports every refund that the provider has for a payment, including those made at the provider.
 */
export async function importRefunds(ctx: PaymentsCtx, intentId: string): Promise<void> {
  for (const update of await ctx.payments.listRefunds(intentId)) {
    await inTransaction(ctx.db, (tx) => applyRefund(tx, update));
  }
}

/** Imports the provider's refunds of the last `seconds`, in case their events were lost. */
export async function importRecentRefunds(ctx: PaymentsCtx, seconds = 86_400): Promise<void> {
  for (const update of await ctx.payments.listRecentRefunds(secondsAgo(ctx, seconds))) {
    await inTransaction(ctx.db, (tx) => applyRefund(tx, update));
  }
}
