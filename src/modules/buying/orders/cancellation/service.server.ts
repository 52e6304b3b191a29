import { recordChange } from '#modules/ground/audit/service.server.ts';
import type { Actor } from '#modules/ground/audit/rules.ts';
import type { PaymentsCtx } from '#modules/ground/payments/service.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { decide } from '#platform/db/transaction.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { balanceOf } from '../balance/service.server.ts';
import type { CancelRefusal } from '../contract.ts';
import { lockOrder, type Looked } from '../lock/service.server.ts';
import { queueStatusMail } from '../mails/service.server.ts';
import { makeRefund, setAside, type SetAside } from '../refunds/service.server.ts';
import type { Refund } from '../refunds/rules.ts';
import * as repo from '../repo.server.ts';
import { orderById } from '../service.server.ts';
import { restock, unreturnedStock } from '../stock/service.server.ts';
import { isCancellable } from '../fulfilment/rules.ts';

export type Cancellation = Looked & { reason: string };

/** All that is left of an order's money, set aside to go back; null when there is none. */
async function setAllAside(tx: Db, order: repo.OrderRow, reason: string): Promise<SetAside | null> {
  if (order.paymentIntentId === null) return null;
  const { claimedCents } = await balanceOf(tx, order.paymentIntentId);
  const amountCents = order.capturedCents - claimedCents;
  if (amountCents <= 0) return null;
  const aside = await setAside(tx, order, { amountCents, reason, key: `cancel-${order.version}` });
  if (!aside.ok) throw new Error(`the rest of a locked payment could not be set aside: ${aside.reason}`);
  return aside.value;
}

/** What became of a cancelled order's money; null when none was left. */
export type Cancelled = { refund: Result<Refund, 'provider_refused'> | null };

/**
 * Cancels an order that has not left the house: its status, its stock and the refund of all that is left are decided in one
 * transaction, then the provider is asked. Refuses `changed_meanwhile`, `shipped_already` and `cancelled_already`.
 */
export async function cancelOrder(
  ctx: PaymentsCtx,
  actor: Actor,
  { reason, ...looked }: Cancellation,
): Promise<Result<Cancelled, CancelRefusal>> {
  const decided = await decide(ctx.db, async (tx) => {
    const locked = await lockOrder(tx, looked);
    if (!locked.ok) return locked;
    const order = locked.value;
    if (order.status === 'cancelled') return refuse('cancelled_already');
    if (!isCancellable(order)) return refuse('shipped_already');
    const aside = await setAllAside(tx, order, reason);
    const lines = await unreturnedStock(tx, order);
    if (!(await restock(tx, order, lines))) throw new Error('the stock of a locked order could not go back');
    await repo.updateOrder(tx, order.id, { status: 'cancelled', holdReason: null });
    const message = reason === '' ? 'Cancelled' : `Cancelled: ${reason}`;
    await repo.insertEvent(tx, { orderId: order.id, type: 'status', status: 'cancelled', message, at: ctx.now() });
    await recordChange(tx, actor, {
      action: 'order.cancel',
      subject: `order:${order.orderNumber}`,
      before: { status: order.status, holdReason: order.holdReason },
      after: { status: 'cancelled', reason, refundCents: aside?.refund.amountCents ?? 0, restocked: lines },
    });
    const cancelled = await orderById(tx, order.id);
    if (cancelled !== null) await queueStatusMail(tx, ctx, { order: cancelled, status: 'cancelled' });
    return ok(aside);
  });
  if (!decided.ok) return decided;
  return ok({ refund: decided.value === null ? null : await makeRefund(ctx, decided.value) });
}
