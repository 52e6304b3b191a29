import { recordChange } from '#modules/ground/audit/service.server.ts';
import type { Actor } from '#modules/ground/audit/rules.ts';
import { enqueueMail } from '#modules/ground/email/service.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { decide } from '#platform/db/transaction.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import type { releaseRefusals } from '../contract.ts';
import { orderConfirmation } from '../email.server.ts';
import { disputeStage } from '../disputes/rules.ts';
import { disputesOf } from '../disputes/service.server.ts';
import { lockOrder, type Looked } from '../lock/service.server.ts';
import { orderMail } from '../mails/service.server.ts';
import { announceOrder } from '../record/service.server.ts';
import * as repo from '../repo.server.ts';
import { paymentStatusAfter } from '../rules.ts';
import { orderById } from '../service.server.ts';
import { takeStock } from '../stock/service.server.ts';
import { reasonRefusal, releaseRefusal, type ReasonRefusal } from './rules.ts';

type WithReason = Looked & { reason: string };

async function hasOpenDispute(tx: Db, { paymentIntentId }: repo.OrderRow): Promise<boolean> {
  if (paymentIntentId === null) return false;
  const all = await disputesOf(tx, paymentIntentId);
  return all.some(({ status }) => ['open', 'inquiry'].includes(disputeStage(status)));
}

/** What a release makes of an order: one whose money was in doubt is paid from now on, with what came back taken off. */
function released({ status, paymentStatus, capturedCents, returnedCents }: repo.OrderRow) {
  const known = status === 'pending' ? ('confirmed' as const) : status;
  if (paymentStatus !== 'pending' || capturedCents <= 0) return { status: known, paymentStatus };
  const paid = { status: known, paymentStatus: 'paid' as const, capturedCents };
  return { status: known, paymentStatus: paymentStatusAfter(paid, returnedCents) };
}

/** Tells of a sale that is good now; who was told of it when it was placed is not told again. */
async function tellSale(tx: Db, ctx: Ctx, orderId: string): Promise<void> {
  const order = await orderById(tx, orderId);
  if (order === null) return;
  if (order.paymentStatus !== 'pending') await announceOrder(tx, { kind: 'paid', order });
  if (order.email === '') return;
  const data = orderMail(order, ctx.settings);
  await enqueueMail(tx, ctx, { kind: orderConfirmation, orderId, to: order.email, data });
}

/**
 * Lets a held order go on its way: what was missing is accepted, its stock is taken if that had not happened, and the customer
 * gets the confirmation if it was not sent. Refuses what reasonRefusal and releaseRefusal name, `changed_meanwhile` and `out_of_stock`.
 */
export function releaseOrder(
  ctx: Ctx,
  actor: Actor,
  { reason, ...looked }: WithReason,
): Promise<Result<null, keyof typeof releaseRefusals>> {
  return decide(ctx.db, async (tx) => {
    const unclear = reasonRefusal(reason);
    if (unclear !== null) return refuse(unclear);
    const locked = await lockOrder(tx, looked);
    if (!locked.ok) return locked;
    const order = locked.value;
    const lines = (await repo.listItems(tx, order.id)).length;
    const refusal = releaseRefusal({ ...order, lines }, await hasOpenDispute(tx, order));
    if (refusal !== null) return refuse(refusal);
    if (!order.stockTaken && !(await takeStock(tx, order.id))) return refuse('out_of_stock');
    const after = { ...released(order), holdReason: null, stockTaken: true };
    await repo.updateOrder(tx, order.id, after);
    const news = after.status === order.status ? {} : { status: after.status };
    const event = { type: 'released', message: `Released: ${reason.trim()}`, at: ctx.now(), ...news };
    await repo.insertEvent(tx, { ...event, orderId: order.id });
    await recordChange(tx, actor, {
      action: 'order.release',
      subject: `order:${order.orderNumber}`,
      before: { holdReason: order.holdReason, status: order.status },
      after: { holdReason: null, status: after.status, reason: reason.trim() },
    });
    await tellSale(tx, ctx, order.id);
    return ok(null);
  });
}

/** Keeps an order from being shipped until a person releases it; one that is held stays as it is. Refuses what reasonRefusal names, and `changed_meanwhile`. */
export function holdOrder(
  ctx: Ctx,
  actor: Actor,
  { reason, ...looked }: WithReason,
): Promise<Result<null, ReasonRefusal | 'changed_meanwhile'>> {
  return decide(ctx.db, async (tx) => {
    const unclear = reasonRefusal(reason);
    if (unclear !== null) return refuse(unclear);
    const locked = await lockOrder(tx, looked);
    if (!locked.ok) return locked;
    const order = locked.value;
    if (order.holdReason !== null) return ok(null);
    await repo.updateOrder(tx, order.id, { holdReason: 'manual' });
    const message = `Held: ${reason.trim()}`;
    await repo.insertEvent(tx, { orderId: order.id, type: 'held', message, at: ctx.now() });
    await recordChange(tx, actor, {
      action: 'order.hold',
      subject: `order:${order.orderNumber}`,
      before: { holdReason: null },
      after: { holdReason: 'manual', reason: reason.trim() },
    });
    return ok(null);
  });
}
