import { site } from '#content/site.ts';
import { recordChange } from '#modules/ground/audit/service.server.ts';
import type { Actor } from '#modules/ground/audit/rules.ts';
import type { PaymentsCtx } from '#modules/ground/payments/service.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { decide } from '#platform/db/transaction.server.ts';
import { notFound } from '#platform/http/errors.server.ts';
import { formatUsd, type Cents } from '#shared/money.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import type { returnStepRefusals } from '../contract.ts';
import { lockOrder } from '../lock/service.server.ts';
import { makeRefund, setAside } from '../refunds/service.server.ts';
import type { Refund } from '../refunds/rules.ts';
import { insertEvent, listItems, updateOrder, type OrderRow } from '../repo.server.ts';
import type { OrderView } from '../rules.ts';
import { restock } from '../stock/service.server.ts';
import { queueReturnMail } from './mails/service.server.ts';
import * as repo from './repo.server.ts';
import {
  isOpenReturn,
  returnOffer,
  returnRefusal,
  type ReturnLine,
  type ReturnOffer,
  type ReturnRefusal,
  type ReturnView,
} from './rules.ts';

/** The returns of an order, oldest first. */
export async function returnsOf(db: Db, orderId: string): Promise<ReturnView[]> {
  return (await repo.listOfOrder(db, orderId)).map(({ orderId: _order, ...view }) => view);
}

/** What of an order its customer may send back now. */
export async function returnOfferOf(ctx: Ctx, order: OrderView): Promise<ReturnOffer> {
  return returnOffer({ ...order, returnDays: site.returnWindowDays }, await returnsOf(ctx.db, order.id), ctx.now());
}

const unitsOf = (lines: readonly ReturnLine[]) => lines.reduce((sum, { quantity }) => sum + quantity, 0);
const counted = (units: number) => `${units} ${units === 1 ? 'unit' : 'units'}`;

type Request = {
  reason: string;
  lines: ReturnLine[];
  /** Who opens it for the customer: the shop itself may do so also outside the published window. */
  actor?: Actor;
};

/** Announces that units of an order come back, and tells the customer. Refuses as returnRefusal names. */
export function requestReturn(
  ctx: Ctx,
  { orderNumber }: Pick<OrderView, 'orderNumber'>,
  { reason, lines, actor }: Request,
): Promise<Result<null, ReturnRefusal>> {
  return decide(ctx.db, async (tx) => {
    const locked = await lockOrder(tx, { orderNumber });
    if (!locked.ok) throw new Error('an order without a version cannot have changed');
    const order = locked.value;
    const now = ctx.now();
    const items = await listItems(tx, order.id);
    const sold = { ...order, items, returnDays: site.returnWindowDays };
    const refusal = returnRefusal(sold, await returnsOf(tx, order.id), {
      lines,
      now: actor === undefined ? now : null,
    });
    if (refusal !== null) return refuse(refusal);
    const row = await repo.insertReturn(tx, { orderId: order.id, reason, lines, requestedAt: now });
    await updateOrder(tx, order.id, {});
    const message = `Return of ${counted(unitsOf(lines))} requested: ${reason}`;
    await insertEvent(tx, { orderId: order.id, type: 'return_requested', message, at: now });
    if (actor !== undefined) {
      const subject = `order:${order.orderNumber}`;
      await recordChange(tx, actor, { action: 'return.opened', subject, before: null, after: { reason, lines } });
    }
    await queueReturnMail(tx, ctx, { row, kind: 'return_opened' });
    return ok(null);
  });
}

type Step = { orderNumber: string; returnId: string };
type StepRefusal = keyof typeof returnStepRefusals;
type Open = { order: OrderRow; row: repo.ReturnRow };

/** Holds an order with one of its returns, as long as it is not closed. */
async function lockReturn(tx: Db, { orderNumber, returnId }: Step): Promise<Result<Open, StepRefusal>> {
  const locked = await lockOrder(tx, { orderNumber });
  if (!locked.ok) return locked;
  const row = (await repo.listOfOrder(tx, locked.value.id)).find(({ id }) => id === returnId);
  if (row === undefined) throw notFound();
  return isOpenReturn(row) ? ok({ order: locked.value, row }) : refuse('not_open');
}

type Written = { actor: Actor; action: string; message: string; after: Record<string, unknown> };

async function writeDown(
  tx: Db,
  ctx: Ctx,
  { order, row, actor, action, message, after }: Open & Written,
): Promise<void> {
  await updateOrder(tx, order.id, {});
  await insertEvent(tx, { orderId: order.id, type: action.replace('.', '_'), message, at: ctx.now() });
  const subject = `order:${order.orderNumber}`;
  await recordChange(tx, actor, { action, subject, before: { status: row.status }, after });
}

/** Sends the customer where the carrier's prepaid label is, with the slip for the parcel. Refuses `not_open` once it has arrived. */
export function sendReturnLabel(
  ctx: Ctx,
  actor: Actor,
  { labelUrl, ...step }: Step & { labelUrl: string },
): Promise<Result<null, StepRefusal>> {
  return decide(ctx.db, async (tx) => {
    const found = await lockReturn(tx, step);
    if (!found.ok) return found;
    const { row } = found.value;
    if (row.status !== 'requested') return refuse('not_open');
    await repo.updateReturn(tx, row.id, { labelUrl, labelSentAt: ctx.now() });
    const written = { actor, action: 'return.label', message: 'Return label sent', after: { labelUrl } };
    await writeDown(tx, ctx, { ...found.value, ...written });
    await queueReturnMail(tx, ctx, { row: { ...row, labelUrl }, kind: 'return_label' });
    return ok(null);
  });
}

/** A return with its order's id, or null. */
export function returnById(db: Db, id: string): Promise<repo.ReturnRow | null> {
  return repo.findReturn(db, id);
}

/** Takes in what came back, into stock or not. Refuses `not_open` when that was done before and `more_than_sold`. */
export function receiveReturn(
  ctx: Ctx,
  actor: Actor,
  { restocks, ...step }: Step & { restocks: boolean },
): Promise<Result<null, StepRefusal>> {
  return decide(ctx.db, async (tx) => {
    const found = await lockReturn(tx, step);
    if (!found.ok) return found;
    const { order, row } = found.value;
    if (row.status !== 'requested') return refuse('not_open');
    if (restocks && !(await restock(tx, order, row.lines))) return refuse('more_than_sold');
    await repo.updateReturn(tx, row.id, { status: 'received', receivedAt: ctx.now() });
    const units = counted(unitsOf(row.lines));
    const message = restocks ? `${units} came back, into stock` : `${units} came back, not into stock`;
    const after = { status: 'received', restocked: restocks };
    await writeDown(tx, ctx, { ...found.value, actor, action: 'return.received', message, after });
    await queueReturnMail(tx, ctx, { row, kind: 'return_received' });
    return ok(null);
  });
}

/**
 * Refunds a return that was received, in cents: the return is closed and the money set aside in one transaction. Refuses `not_open`
 * and what setAside and makeRefund refuse; when the provider refuses, the return is open again.
 */
export async function refundReturn(
  ctx: PaymentsCtx,
  actor: Actor,
  { amountCents, key, ...step }: Step & { amountCents: Cents; key: string },
): Promise<Result<Refund, StepRefusal>> {
  const held = await decide(ctx.db, async (tx) => {
    const found = await lockReturn(tx, step);
    if (!found.ok) return found;
    const { order, row } = found.value;
    if (row.status !== 'received') return refuse('not_open');
    const aside = await setAside(tx, order, { amountCents, reason: `Return: ${row.reason}`, key });
    if (!aside.ok) return aside;
    await repo.updateReturn(tx, row.id, { status: 'refunded', closedAt: ctx.now() });
    const amount = formatUsd(amountCents);
    const after = { status: 'refunded', amount };
    await writeDown(tx, ctx, {
      ...found.value,
      actor,
      action: 'return.refunded',
      message: `Return refunded with ${amount}`,
      after,
    });
    return aside;
  });
  if (!held.ok) return held;
  const made = await makeRefund(ctx, held.value);
  if (!made.ok) await repo.updateReturn(ctx.db, step.returnId, { status: 'received', closedAt: null });
  return made;
}

/** Closes a return without a refund, for a reason that the customer is told. Refuses `not_open`. */
export function declineReturn(
  ctx: Ctx,
  actor: Actor,
  { reason, ...step }: Step & { reason: string },
): Promise<Result<null, StepRefusal>> {
  return decide(ctx.db, async (tx) => {
    const found = await lockReturn(tx, step);
    if (!found.ok) return found;
    const { row } = found.value;
    await repo.updateReturn(tx, row.id, { status: 'declined', closedAt: ctx.now() });
    const message = `Return closed without a refund: ${reason}`;
    const after = { status: 'declined', reason };
    await writeDown(tx, ctx, { ...found.value, actor, action: 'return.declined', message, after });
    await queueReturnMail(tx, ctx, { row, kind: 'return_declined', reason });
    return ok(null);
  });
}
