import type { Actor } from '#modules/audit/audit-log.ts';
import { hasStock } from '#modules/catalog/products.queries.server.ts';
import { redeemReleased, releaseRedeemed } from '#modules/discounts/redemptions.queries.server.ts';
import { enqueueMail } from '#modules/email/enqueue-mail.server.ts';
import type { PaymentsCtx } from '#modules/payments/payments.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { bulkAction, type BulkRefusal, type BulkResult } from '#shared/bulk-action.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import {
  enqueueOrderWebhook,
  withLockedOrder,
  findBalance,
  listUnreturned,
  restock,
  deductOrderStock,
  storeOrderChange,
  type ExpectedOrder,
} from './change-order.server.ts';
import { listDisputes } from './disputes.queries.server.ts';
import { isUndecided } from './disputes.ts';
import {
  reasonRefusal,
  releaseRefusal,
  type OrderHold,
  type ReasonRefusal,
  type ReleaseRefusal,
} from './order-holds.ts';
import type { OrderView } from './order-record.ts';
import { isCancellable, paymentStatusAfter } from './order-status.ts';
import { orderConfirmation } from './orders.emails.server.ts';
import { findOrderByNumber, findOrderRow, listItems, loadOrder, type OrderRow } from './orders.queries.server.ts';
import {
  cancelFacts,
  cancelQuestion,
  type CancelByStatusRefusal,
  type CancelRefusal,
  type releaseRefusals,
} from './orders.schema.ts';
import { makeRefund, reserveRefund, type ReservedRefund } from './refunds.server.ts';
import type { Refund } from './refunds.ts';
import { countUnits } from './returns.ts';
import { confirmationData, enqueueStatusEmail } from './send-order-emails.server.ts';

type Cancellation = ExpectedOrder & { reason: string };

/** Reserves a refund of all the money left of an order. Returns null if none is left. */
async function reserveRest(tx: Db, order: OrderRow, reason: string): Promise<ReservedRefund | null> {
  const { claimedCents } = await findBalance(tx, order.paymentIntentId);
  const amountCents = order.capturedCents - claimedCents;
  if (amountCents <= 0) return null;
  const reserved = await reserveRefund(tx, order, { amountCents, reason, key: `cancel-${order.version}` });
  if (!reserved.ok) throw new Error(`the rest of a locked payment could not be reserved: ${reserved.reason}`);
  return reserved.value;
}

/** Refund of a cancelled order; null if no money was left. */
export type Cancelled = { refund: Result<Refund, 'provider_refused'> | null };

/**
 * Cancels an order that has not shipped. Its status, stock, code and the refund of the remaining
 * money are decided in one transaction; the provider is called afterwards. Refuses
 * `changed_meanwhile`, `shipped_already` and `cancelled_already`.
 */
export async function cancelOrder(
  ctx: PaymentsCtx,
  actor: Actor,
  { reason, ...seen }: Cancellation,
): Promise<Result<Cancelled, CancelRefusal>> {
  const decided = await withLockedOrder(
    ctx,
    seen,
    async (tx, order): Promise<Result<ReservedRefund | null, CancelRefusal>> => {
      if (order.status === 'cancelled') return refuse('cancelled_already');
      if (!isCancellable(order)) return refuse('shipped_already');
      const reserved = await reserveRest(tx, order, reason);
      const lines = await listUnreturned(tx, order);
      if (!(await restock(tx, order, lines))) throw new Error('the stock of a locked order could not go back');
      const status = 'cancelled';
      await storeOrderChange(tx, ctx, {
        order,
        actor,
        set: { status, holdReason: null },
        event: { type: 'status', status, message: reason === '' ? 'Cancelled' : `Cancelled: ${reason}` },
        action: 'order.cancel',
        before: { status: order.status, holdReason: order.holdReason },
        after: { status, reason, refundCents: reserved?.refund.amountCents ?? 0, restocked: countUnits(lines) },
      });
      await enqueueStatusEmail(tx, ctx, { order: await loadOrder(tx, order.id), status });
      await releaseRedeemed(tx, order.checkoutId);
      return ok(reserved);
    },
  );
  if (!decided.ok) return decided;
  return ok({ refund: decided.value === null ? null : await makeRefund(ctx, decided.value) });
}

type CancelCall = ExpectedOrder & { confirm?: boolean | undefined };

/**
 * Cancels an order whose status is to be `cancelled`, as `cancelOrder` does. Refuses `to_cancelled`
 * until it is confirmed. Repeating it changes nothing.
 */
export async function cancelByStatus(
  ctx: PaymentsCtx,
  actor: Actor,
  { confirm = false, ...seen }: CancelCall,
): Promise<Result<OrderView, CancelByStatusRefusal>> {
  const order = await findOrderByNumber(ctx.db, seen.orderNumber);
  if (order === null) return refuse('unknown_order');
  if (order.status === 'cancelled') return ok(order);
  if (isCancellable(order) && !confirm) return refuse('to_cancelled');
  const result = await cancelOrder(ctx, actor, { ...seen, reason: '' });
  if (!result.ok) return result;
  const { refund } = result.value;
  return refund === null || refund.ok ? ok(await loadOrder(ctx.db, order.id)) : refund;
}

const refusedOrder = (orderNumber: string, reason: CancelByStatusRefusal) => ({
  id: orderNumber,
  name: orderNumber,
  reason,
  sentence: cancelFacts[reason],
  question: reason === 'to_cancelled' ? cancelQuestion : undefined,
});

/** Cancels several orders as `cancelByStatus` does, each in its own transaction. */
export const cancelOrders = (
  ctx: PaymentsCtx,
  actor: Actor,
  orders: readonly CancelCall[],
): Promise<Result<BulkResult<CancelByStatusRefusal>, BulkRefusal>> =>
  bulkAction(orders, async (order) => {
    const result = await cancelByStatus(ctx, actor, order);
    if (!result.ok) return refusedOrder(order.orderNumber, result.reason);
    return { id: order.orderNumber, isChanged: true };
  });

/**
 * Reverts a cancellation: takes its units out of stock and redeems its code again. Returns false if
 * there are not enough units; the caller must then roll back.
 */
export async function undoCancellation(tx: Db, order: OrderRow): Promise<boolean> {
  const { checkoutId, couponDiscount } = order;
  if (!(await deductOrderStock(tx, order))) return false;
  if (couponDiscount !== null) await redeemReleased(tx, checkoutId, couponDiscount.code);
  return true;
}

type WithReason = ExpectedOrder & { reason: string };

async function hasOpenDispute(tx: Db, { paymentIntentId }: Pick<OrderView, 'paymentIntentId'>): Promise<boolean> {
  if (paymentIntentId === null) return false;
  return (await listDisputes(tx, paymentIntentId)).some(isUndecided);
}

/**
 * Returns the statuses after a release. An order whose money was in doubt becomes paid, less what
 * was returned.
 */
function released({ status, paymentStatus, capturedCents, returnedCents }: OrderRow) {
  const known = status === 'pending' ? ('confirmed' as const) : status;
  if (paymentStatus !== 'pending' || capturedCents <= 0) return { status: known, paymentStatus };
  const paid = { status: known, paymentStatus: 'paid' as const, capturedCents };
  return { status: known, paymentStatus: paymentStatusAfter(paid, returnedCents) };
}

/**
 * Enqueues the webhook event and the customer's email, each unless that happened when the order was
 * placed.
 */
async function notifySale(tx: Db, ctx: Ctx, orderId: string): Promise<void> {
  const order = await loadOrder(tx, orderId);
  if (order.paymentStatus !== 'pending') await enqueueOrderWebhook(tx, { kind: 'paid', order });
  const data = confirmationData(order, ctx.settings);
  await enqueueMail(tx, ctx, { kind: orderConfirmation, orderId, to: order.email, data });
}

/**
 * Returns why `releaseOrder` would refuse this order now, or null. Only advice: what it reads may
 * change until then.
 */
export async function findReleaseRefusal(db: Db, order: OrderView): Promise<ReleaseRefusal | null> {
  const { id, items, status } = order;
  const refusal = releaseRefusal({ ...order, lines: items.length }, await hasOpenDispute(db, order));
  if (refusal !== null || status === 'cancelled') return refusal;
  const isTaken = (await findOrderRow(db, id))?.stockDeducted === true;
  return isTaken || (await hasStock(db, items)) ? null : 'out_of_stock';
}

/**
 * Releases a held order. Accepts what was missing, takes its stock if that had not happened, and
 * sends the confirmation if it was not sent. A cancelled order only loses its hold. Refuses as
 * `reasonRefusal` and `releaseRefusal` do, `changed_meanwhile` and `out_of_stock`.
 */
export async function releaseOrder(
  ctx: Ctx,
  actor: Actor,
  { reason, ...seen }: WithReason,
): Promise<Result<null, keyof typeof releaseRefusals>> {
  const unclear = reasonRefusal(reason);
  if (unclear !== null) return refuse(unclear);
  return withLockedOrder(ctx, seen, async (tx, order): Promise<Result<null, keyof typeof releaseRefusals>> => {
    const lines = (await listItems(tx, order.id)).length;
    const refusal = releaseRefusal({ ...order, lines }, await hasOpenDispute(tx, order));
    if (refusal !== null) return refuse(refusal);
    const isSold = order.status !== 'cancelled';
    if (isSold && !order.stockDeducted && !(await deductOrderStock(tx, order))) return refuse('out_of_stock');
    const { status, paymentStatus } = released(order);
    const why = reason.trim();
    await storeOrderChange(tx, ctx, {
      order,
      actor,
      set: { status, paymentStatus, holdReason: null },
      event: { type: 'released', message: `Released: ${why}`, status: status === order.status ? null : status },
      action: 'order.release',
      before: { holdReason: order.holdReason, status: order.status },
      after: { holdReason: null, status, reason: why },
    });
    if (isSold) await notifySale(tx, ctx, order.id);
    return ok(null);
  });
}

/**
 * Holds an order from shipping until a person releases it. An order that is held already is left
 * unchanged. Refuses as `reasonRefusal` does, and `changed_meanwhile`.
 */
export async function holdOrder(
  ctx: Ctx,
  actor: Actor,
  { reason, ...seen }: WithReason,
): Promise<Result<null, ReasonRefusal | 'changed_meanwhile'>> {
  const unclear = reasonRefusal(reason);
  if (unclear !== null) return refuse(unclear);
  return withLockedOrder(ctx, seen, async (tx, order) => {
    if (order.holdReason !== null) return ok(null);
    const holdReason: OrderHold = 'manual';
    await storeOrderChange(tx, ctx, {
      order,
      actor,
      set: { holdReason },
      event: { type: 'held', message: `Put on hold: ${reason.trim()}` },
      action: 'order.hold',
      before: { holdReason: null },
      after: { holdReason, reason: reason.trim() },
    });
    return ok(null);
  });
}
