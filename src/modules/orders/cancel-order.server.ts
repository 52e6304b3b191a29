import type { Actor } from '#modules/audit/audit-log.ts';
import { redeemReleased, releaseRedeemed } from '#modules/discounts/redemptions.server.ts';
import type { PaymentsCtx } from '#modules/payments/payments.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { balanceOf } from './payment-balance.server.ts';
import type { CancelRefusal } from './orders.schema.ts';
import { decideOnOrder, writeChange, type Looked } from './lock-order.server.ts';
import { queueStatusMail } from './order-mails.server.ts';
import { makeRefund, reserveRefund, type ReservedRefund } from './refunds.server.ts';
import type { Refund } from './refunds.ts';
import type { OrderRow } from './orders.queries.server.ts';
import { storedOrder } from './orders.server.ts';
import { restock, takeStock, unreturnedStock } from './order-stock.server.ts';
import { isCancellable } from './fulfillment.ts';
import { unitsOf } from './returns.ts';

export type Cancellation = Looked & { reason: string };

/** Reserves a refund of all the money left of an order. Returns null if none is left. */
async function reserveRest(tx: Db, order: OrderRow, reason: string): Promise<ReservedRefund | null> {
  const { claimedCents } = await balanceOf(tx, order.paymentIntentId);
  const amountCents = order.capturedCents - claimedCents;
  if (amountCents <= 0) return null;
  const reserved = await reserveRefund(tx, order, { amountCents, reason, key: `cancel-${order.version}` });
  if (!reserved.ok) throw new Error(`the rest of a locked payment could not be set aside: ${reserved.reason}`);
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
  { reason, ...looked }: Cancellation,
): Promise<Result<Cancelled, CancelRefusal>> {
  const decided = await decideOnOrder(
    ctx,
    looked,
    async (tx, order): Promise<Result<ReservedRefund | null, CancelRefusal>> => {
      if (order.status === 'cancelled') return refuse('cancelled_already');
      if (!isCancellable(order)) return refuse('shipped_already');
      const reserved = await reserveRest(tx, order, reason);
      const lines = await unreturnedStock(tx, order);
      if (!(await restock(tx, order, lines))) throw new Error('the stock of a locked order could not go back');
      const status = 'cancelled';
      await writeChange(tx, ctx, {
        order,
        actor,
        set: { status, holdReason: null },
        event: { type: 'status', status, message: reason === '' ? 'Cancelled' : `Cancelled: ${reason}` },
        action: 'order.cancel',
        before: { status: order.status, holdReason: order.holdReason },
        after: { status, reason, refundCents: reserved?.refund.amountCents ?? 0, restocked: unitsOf(lines) },
      });
      await queueStatusMail(tx, ctx, { order: await storedOrder(tx, order.id), status });
      await releaseRedeemed(tx, order.checkoutId);
      return ok(reserved);
    },
  );
  if (!decided.ok) return decided;
  return ok({ refund: decided.value === null ? null : await makeRefund(ctx, decided.value) });
}

/**
 * Reverts a cancellation: takes its units out of stock and redeems its code again. Returns false if
 * there are not enough units; the caller must then roll back.
 */
export async function undoCancellation(tx: Db, order: OrderRow): Promise<boolean> {
  const { checkoutId, couponDiscount } = order;
  if (!(await takeStock(tx, order))) return false;
  if (couponDiscount !== null) await redeemReleased(tx, checkoutId, couponDiscount.code);
  return true;
}
