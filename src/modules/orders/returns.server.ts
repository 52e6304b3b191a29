import type { Actor } from '#modules/audit/audit-log.ts';
import { orderPrefixes } from '#modules/content/order-number-prefixes.server.ts';
import type { PaymentsCtx } from '#modules/payments/payments.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inResultTransaction } from '#platform/db/transaction.server.ts';
import { notFound } from '#platform/http/http-error.server.ts';
import { formatUsd, type Cents } from '#shared/money.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { withLockedOrder, lockOrder, restock, storeOrderChange, type ExpectedOrder } from './change-order.server.ts';
import { orderNumberIn } from './order-number.ts';
import type { OrderView } from './order-record.ts';
import { listItems, type OrderRow } from './orders.queries.server.ts';
import type { returnStepRefusals } from './orders.schema.ts';
import { makeRefund, reserveRefund } from './refunds.server.ts';
import type { Refund } from './refunds.ts';
import { insertReturn, listReturnQueue, listReturns, updateReturn } from './returns.queries.server.ts';
import {
  countUnits,
  isOpenReturn,
  returnCode,
  returnOffer,
  returnRefundKey,
  returnRefusal,
  returnStage,
  unitsLabel,
  type ReturnLine,
  type ReturnOffer,
  type ReturnRefusal,
  type ReturnView,
} from './returns.ts';
import { enqueueReturnEmail } from './send-order-emails.server.ts';

type Search = Omit<Parameters<typeof listReturnQueue>[1], 'orderNumber'>;

/** Lists returns in a state, or those that a return code or an order number names. */
export async function findReturns(ctx: Ctx, search: Search) {
  const orderNumber = search.q === '' ? null : orderNumberIn(search.q, await orderPrefixes(ctx));
  const page = await listReturnQueue(ctx.db, { ...search, orderNumber });
  return { ...page, rows: page.rows.map((row) => ({ ...row, stage: returnStage(row) })) };
}

export type ListedReturn = Awaited<ReturnType<typeof findReturns>>['rows'][number];

/** Returns what the customer of an order may send back now. */
export async function findReturnOffer(ctx: Ctx, order: OrderView): Promise<ReturnOffer> {
  return returnOffer(order, await listReturns(ctx.db, order.id), ctx.now());
}

type ReturnRequest = {
  reason: string;
  lines: ReturnLine[];
  /** Staff member who opens it for the customer. Staff may do so outside the return window. */
  actor?: Actor;
};

/**
 * Opens a return of units of an order, and emails the customer. Refuses as `returnRefusal` does.
 */
export function requestReturn(
  ctx: Ctx,
  { orderNumber }: Pick<OrderView, 'orderNumber'>,
  { reason, lines, actor }: ReturnRequest,
): Promise<Result<null, ReturnRefusal>> {
  return inResultTransaction(ctx.db, async (tx) => {
    const locked = await lockOrder(tx, { orderNumber });
    if (!locked.ok) throw new Error('an order without a version cannot have changed');
    const order = locked.value;
    const now = ctx.now();
    const items = await listItems(tx, order.id);
    const sold = { ...order, items };
    const refusal = returnRefusal(sold, await listReturns(tx, order.id), {
      lines,
      now: actor === undefined ? now : null,
    });
    if (refusal !== null) return refuse(refusal);
    const row = await insertReturn(tx, { orderId: order.id, reason, lines, requestedAt: now });
    await storeOrderChange(tx, ctx, {
      order,
      actor,
      event: { type: 'return_requested', message: `Return of ${unitsLabel(countUnits(lines))} requested` },
      action: 'return.opened',
      before: null,
      after: { reason, lines },
    });
    await enqueueReturnEmail(tx, ctx, { row, kind: 'return_opened' });
    return ok(null);
  });
}

type Step = ExpectedOrder & { returnId: string };
type StepRefusal = keyof typeof returnStepRefusals;
type OpenReturn = { order: OrderRow; row: ReturnView };

type Work<T> = (tx: Db, open: OpenReturn) => Promise<Result<T, StepRefusal>>;

/**
 * Runs `work` with a locked order and one of its returns. Refuses `not_open` if the return is
 * closed, and `changed_meanwhile`.
 */
function decideOnReturn<T>(ctx: Ctx, step: Step, work: Work<T>): Promise<Result<T, StepRefusal>> {
  return withLockedOrder(ctx, step, async (tx, order): Promise<Result<T, StepRefusal>> => {
    const row = (await listReturns(tx, order.id)).find(({ id }) => id === step.returnId);
    if (row === undefined) throw notFound();
    return isOpenReturn(row) ? work(tx, { order, row }) : refuse('not_open');
  });
}

type StepChange = OpenReturn & { actor: Actor; action: string; message: string; after: Record<string, unknown> };

function writeStep(tx: Db, ctx: Ctx, { row, action, message, ...step }: StepChange): Promise<void> {
  const event = { type: action.replace('.', '_'), message };
  return storeOrderChange(tx, ctx, { ...step, action, event, before: { status: row.status } });
}

/**
 * Emails the customer the link to the carrier's prepaid label, with the slip for the parcel.
 * Refuses `not_open` once the parcel has arrived.
 */
export function sendReturnLabel(
  ctx: Ctx,
  actor: Actor,
  { labelUrl, ...step }: Step & { labelUrl: string },
): Promise<Result<null, StepRefusal>> {
  return decideOnReturn(ctx, step, async (tx, { order, row }) => {
    if (row.status !== 'requested') return refuse('not_open');
    const sent = { labelUrl, labelSentAt: ctx.now() };
    await updateReturn(tx, row.id, sent);
    const message = 'Return label sent';
    await writeStep(tx, ctx, { order, row, actor, action: 'return.label', message, after: { labelUrl } });
    await enqueueReturnEmail(tx, ctx, { row: { ...row, ...sent }, kind: 'return_label' });
    return ok(null);
  });
}

/**
 * Records what came back, and puts it into stock if asked. Refuses `not_open` if that was done
 * before, and `more_than_sold`.
 */
export function receiveReturn(
  ctx: Ctx,
  actor: Actor,
  { restocks, ...step }: Step & { restocks: boolean },
): Promise<Result<null, StepRefusal>> {
  return decideOnReturn(ctx, step, async (tx, { order, row }) => {
    if (row.status !== 'requested') return refuse('not_open');
    if (restocks && !(await restock(tx, order, row.lines))) return refuse('more_than_sold');
    const status = 'received';
    await updateReturn(tx, row.id, { status, receivedAt: ctx.now() });
    const message = `${unitsLabel(countUnits(row.lines))} received, ${restocks ? 'restocked' : 'not restocked'}`;
    const after = { status, restocked: restocks };
    await writeStep(tx, ctx, { order, row, actor, action: 'return.received', message, after });
    await enqueueReturnEmail(tx, ctx, { row, kind: 'return_received' });
    return ok(null);
  });
}

/**
 * Refunds a received return, in cents. Closes the return and reserves the money in one transaction.
 * Refuses `not_open` and as `reserveRefund` and `makeRefund` do. If the refund fails, even days
 * later, the return is open again.
 */
export async function refundReturn(
  ctx: PaymentsCtx,
  actor: Actor,
  { amountCents, key, ...step }: Step & { amountCents: Cents; key: string },
): Promise<Result<Refund, StepRefusal>> {
  const reserved = await decideOnReturn(ctx, step, async (tx, { order, row }) => {
    if (row.status !== 'received') return refuse('not_open');
    const parts = { lines: row.lines, shipping: false };
    const refund = { amountCents, reason: `Return ${returnCode(row.id)}`, key: returnRefundKey(row.id, key), parts };
    const result = await reserveRefund(tx, order, refund);
    if (!result.ok) return result;
    if (result.value.refund.status === 'failed') return refuse('provider_refused');
    const status = 'refunded';
    await updateReturn(tx, row.id, { status, closedAt: ctx.now() });
    const amount = formatUsd(amountCents);
    const message = `Return refunded: ${amount}`;
    await writeStep(tx, ctx, { order, row, actor, action: 'return.refunded', message, after: { status, amount } });
    return result;
  });
  return reserved.ok ? makeRefund(ctx, reserved.value) : reserved;
}

/** Closes a return without a refund. The customer's email gives the reason. Refuses `not_open`. */
export function declineReturn(
  ctx: Ctx,
  actor: Actor,
  { reason, ...step }: Step & { reason: string },
): Promise<Result<null, StepRefusal>> {
  return decideOnReturn(ctx, step, async (tx, { order, row }) => {
    const status = 'declined';
    await updateReturn(tx, row.id, { status, closedAt: ctx.now() });
    const message = `Return closed without a refund: ${reason}`;
    await writeStep(tx, ctx, { order, row, actor, action: 'return.declined', message, after: { status, reason } });
    await enqueueReturnEmail(tx, ctx, { row, kind: 'return_declined', reason });
    return ok(null);
  });
}
