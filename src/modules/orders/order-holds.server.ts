import type { Actor } from '#modules/audit/audit-log.ts';
import { enqueueMail } from '#modules/email/send-mail.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import type { releaseRefusals } from './orders.schema.ts';
import { orderConfirmation } from './orders.emails.server.ts';
import { disputeStage } from './disputes.ts';
import { disputesOf } from './disputes.server.ts';
import { decideOnOrder, writeChange, type Looked } from './lock-order.server.ts';
import { orderMail } from './order-mails.server.ts';
import { announceOrder } from './order-record.server.ts';
import * as repo from './orders.queries.server.ts';
import { paymentStatusAfter } from './order.ts';
import { storedOrder } from './orders.server.ts';
import { takeStock } from './order-stock.server.ts';
import { reasonRefusal, releaseRefusal, type OrderHold, type ReasonRefusal } from './order-holds.ts';

type WithReason = Looked & { reason: string };

async function hasOpenDispute(tx: Db, { paymentIntentId }: repo.OrderRow): Promise<boolean> {
  if (paymentIntentId === null) return false;
  const all = await disputesOf(tx, paymentIntentId);
  return all.some(({ status }) => ['open', 'inquiry'].includes(disputeStage(status)));
}

/**
 * Returns the statuses after a release. An order whose money was in doubt becomes paid, less what
 * was returned.
 */
function released({ status, paymentStatus, capturedCents, returnedCents }: repo.OrderRow) {
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
  const order = await storedOrder(tx, orderId);
  if (order.paymentStatus !== 'pending') await announceOrder(tx, { kind: 'paid', order });
  const data = orderMail(order, ctx.settings);
  await enqueueMail(tx, ctx, { kind: orderConfirmation, orderId, to: order.email, data });
}

/**
 * Releases a held order. Accepts what was missing, takes its stock if that had not happened, and
 * sends the confirmation if it was not sent. A cancelled order only loses its hold. Refuses as
 * `reasonRefusal` and `releaseRefusal` do, `changed_meanwhile` and `out_of_stock`.
 */
export async function releaseOrder(
  ctx: Ctx,
  actor: Actor,
  { reason, ...looked }: WithReason,
): Promise<Result<null, keyof typeof releaseRefusals>> {
  const unclear = reasonRefusal(reason);
  if (unclear !== null) return refuse(unclear);
  return decideOnOrder(ctx, looked, async (tx, order): Promise<Result<null, keyof typeof releaseRefusals>> => {
    const lines = (await repo.listItems(tx, order.id)).length;
    const refusal = releaseRefusal({ ...order, lines }, await hasOpenDispute(tx, order));
    if (refusal !== null) return refuse(refusal);
    const isSold = order.status !== 'cancelled';
    if (isSold && !order.stockTaken && !(await takeStock(tx, order))) return refuse('out_of_stock');
    const { status, paymentStatus } = released(order);
    const why = reason.trim();
    await writeChange(tx, ctx, {
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
  { reason, ...looked }: WithReason,
): Promise<Result<null, ReasonRefusal | 'changed_meanwhile'>> {
  const unclear = reasonRefusal(reason);
  if (unclear !== null) return refuse(unclear);
  return decideOnOrder(ctx, looked, async (tx, order) => {
    if (order.holdReason !== null) return ok(null);
    const holdReason: OrderHold = 'manual';
    await writeChange(tx, ctx, {
      order,
      actor,
      set: { holdReason },
      event: { type: 'held', message: `Held: ${reason.trim()}` },
      action: 'order.hold',
      before: { holdReason: null },
      after: { holdReason, reason: reason.trim() },
    });
    return ok(null);
  });
}
