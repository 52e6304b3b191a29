import type { Actor } from '#modules/audit/audit-log.ts';
import { releaseRedeemed } from '#modules/discounts/redemptions.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { announceOrder, decideOnOrder, writeChange, type SeenOrder } from './change-order.server.ts';
import { undoCancellation } from './order-actions.server.ts';
import type { OrderView } from './order-record.ts';
import {
  datesAfter,
  hasShipped,
  isBlockedByHold,
  needsShippedMail,
  returnableUntil,
  statusLabel,
  trackingAfter,
  unusualJump,
  type AdminStatus,
} from './order-status.ts';
import { insertOrderEvent, listToComplete, loadOrder, updateOrder, type OrderRow } from './orders.queries.server.ts';
import type { StatusRefusal } from './orders.schema.ts';
import { listReturns } from './returns.queries.server.ts';
import { isOpenReturn } from './returns.ts';
import { enqueueStatusEmail } from './send-order-emails.server.ts';

export type StatusChange = SeenOrder & {
  status: AdminStatus;
  /** Null or empty removes the stored value. Unset keeps it, like `trackingNumber`. */
  carrierName?: string | null | undefined;
  trackingNumber?: string | null | undefined;
  confirm?: boolean | undefined;
};

type Tracking = Pick<OrderView, 'carrierName' | 'trackingNumber'>;

function messageOf(status: AdminStatus, { carrierName, trackingNumber }: Tracking, isStep: boolean): string {
  const shipment = [carrierName, trackingNumber].filter(Boolean).join(' ');
  if (!isStep && shipment === '') return 'Tracking removed';
  return hasShipped(status) && shipment !== '' ? `${statusLabel(status)}: ${shipment}` : statusLabel(status);
}

type Step = { actor: Actor; order: OrderRow; status: AdminStatus; tracking: Tracking };

/**
 * Writes a new status or new tracking data. Enqueues the customer's email and the webhook event.
 */
async function writeStatus(tx: Db, ctx: Ctx, { actor, order, status, tracking }: Step): Promise<void> {
  const after = { status, ...tracking };
  const isStep = status !== order.status;
  await writeChange(tx, ctx, {
    order,
    actor,
    set: { ...after, ...datesAfter(order, status, ctx.now()) },
    event: {
      type: isStep ? 'status' : 'tracking',
      message: messageOf(status, tracking, isStep),
      status: isStep ? status : null,
    },
    action: 'order.status',
    before: { status: order.status, carrierName: order.carrierName, trackingNumber: order.trackingNumber },
    after,
  });
  const changed = await loadOrder(tx, order.id);
  if (needsShippedMail(order, changed)) await enqueueStatusEmail(tx, ctx, { order: changed, status: 'shipped' });
  if (!isStep) return;
  await enqueueStatusEmail(tx, ctx, { order: changed, status });
  if (hasShipped(status) && !hasShipped(order.status)) await announceOrder(tx, { kind: 'shipped', order: changed });
  if (status === 'cancelled') await releaseRedeemed(tx, order.checkoutId);
}

/**
 * Sets an order's status, carrier and tracking number. Refuses `changed_meanwhile` and `held`.
 * Refuses an unusual change by its name until it is sent with `confirm`. Refuses `out_of_stock` if
 * a cancelled order comes back and its units are gone. Repeating a change has no further effect.
 */
export function changeStatus(ctx: Ctx, actor: Actor, change: StatusChange): Promise<Result<OrderView, StatusRefusal>> {
  return decideOnOrder(ctx, change, async (tx, order): Promise<Result<OrderView, StatusRefusal>> => {
    const { status } = change;
    const tracking = trackingAfter(order, change);
    const isChange =
      status !== order.status ||
      tracking.carrierName !== order.carrierName ||
      tracking.trackingNumber !== order.trackingNumber;
    if (isChange && isBlockedByHold(order, status)) return refuse('held');
    const jump = unusualJump(order, status);
    if (jump !== null && change.confirm !== true) return refuse(jump);
    if (jump === 'from_cancelled' && !(await undoCancellation(tx, order))) return refuse('out_of_stock');
    if (isChange) await writeStatus(tx, ctx, { actor, order, status, tracking });
    return ok(await loadOrder(tx, order.id));
  });
}

/** Current order, or the reason why it was not changed. */
export type BulkOutcome = { orderNumber: string; order: OrderView | null; refusal: StatusRefusal | null };

/**
 * Sets the status of several orders, each in its own transaction, so that one refusal does not
 * block the others.
 */
export async function changeStatuses(ctx: Ctx, actor: Actor, changes: readonly StatusChange[]): Promise<BulkOutcome[]> {
  const outcomes: BulkOutcome[] = [];
  for (const change of changes) {
    const result = await changeStatus(ctx, actor, change);
    const outcome = result.ok ? { order: result.value, refusal: null } : { order: null, refusal: result.reason };
    outcomes.push({ orderNumber: change.orderNumber, ...outcome });
  }
  return outcomes;
}

const batch = 200;

/** Completes delivered orders whose return window has closed and that have no open return. */
export async function completeDelivered(ctx: Ctx): Promise<void> {
  const now = ctx.now();
  for (const { id, orderNumber } of await listToComplete(ctx.db, now, batch)) {
    await decideOnOrder(ctx, { orderNumber }, async (tx, { status, deliveredAt, promises }) => {
      if (status !== 'delivered' || deliveredAt === null) return ok(null);
      if (returnableUntil(deliveredAt, promises.returnWindowDays) > now) return ok(null);
      if ((await listReturns(tx, id)).some(isOpenReturn)) return ok(null);
      await updateOrder(tx, id, { status: 'completed' });
      const event = { type: 'status', status: 'completed', message: 'Completed' } as const;
      await insertOrderEvent(tx, { ...event, orderId: id, at: ctx.now() });
      return ok(null);
    });
  }
}
