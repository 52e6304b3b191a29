import { isDeepStrictEqual } from 'node:util';

import { site } from '#content/site.ts';
import { releaseRedeemed } from '#modules/discounts/redemptions.server.ts';
import type { Actor } from '#modules/audit/audit-log.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import type { Address } from '#shared/address.ts';
import { orderNotes, type OrderNotes } from '#shared/order-notes.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { undoCancellation } from './cancel-order.server.ts';
import type { AddressRefusal, StatusRefusal } from './orders.schema.ts';
import { decideOnOrder, writeChange, type Looked } from './lock-order.server.ts';
import { queueStatusMail } from './order-mails.server.ts';
import { announceOrder } from './order-record.server.ts';
import * as repo from './orders.queries.server.ts';
import { statusLabel, type OrderView } from './order.ts';
import { isOpenReturn } from './returns.ts';
import { returnsOf } from './returns.server.ts';
import { storedOrder } from './orders.server.ts';
import {
  completionLimit,
  datesAfter,
  hasLeft,
  isBlockedByHold,
  needsShippedMail,
  trackingAfter,
  unusualJump,
  type AdminStatus,
} from './fulfillment.ts';

export type StatusChange = Looked & {
  status: AdminStatus;
  /**
   * Unset or empty keeps the stored value if the new status is `cancelled`, or `shipped` or later.
   * Otherwise it is cleared.
   */
  carrierName?: string | null | undefined;
  trackingNumber?: string | null | undefined;
  confirm?: boolean | undefined;
};

type Tracking = Pick<OrderView, 'carrierName' | 'trackingNumber'>;

function messageOf(status: AdminStatus, { carrierName, trackingNumber }: Tracking): string {
  const parcel = [carrierName, trackingNumber].filter(Boolean).join(' ');
  return hasLeft(status) && parcel !== '' ? `${statusLabel(status)}: ${parcel}` : statusLabel(status);
}

type Step = { actor: Actor; order: repo.OrderRow; status: AdminStatus; tracking: Tracking };

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
      message: messageOf(status, tracking),
      status: isStep ? status : null,
    },
    action: 'order.status',
    before: { status: order.status, carrierName: order.carrierName, trackingNumber: order.trackingNumber },
    after,
  });
  const changed = await storedOrder(tx, order.id);
  if (needsShippedMail(order, changed)) await queueStatusMail(tx, ctx, { order: changed, status: 'shipped' });
  if (!isStep) return;
  await queueStatusMail(tx, ctx, { order: changed, status });
  if (hasLeft(status) && !hasLeft(order.status)) await announceOrder(tx, { kind: 'shipped', order: changed });
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
    const tracking = trackingAfter(order, change, status);
    const isChange =
      status !== order.status ||
      tracking.carrierName !== order.carrierName ||
      tracking.trackingNumber !== order.trackingNumber;
    if (isChange && isBlockedByHold(order, status)) return refuse('held');
    const jump = unusualJump(order, status);
    if (jump !== null && change.confirm !== true) return refuse(jump);
    if (jump === 'from_cancelled' && !(await undoCancellation(tx, order))) return refuse('out_of_stock');
    if (isChange) await writeStatus(tx, ctx, { actor, order, status, tracking });
    return ok(await storedOrder(tx, order.id));
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

type Correction = Looked & { address: Address; notes: OrderNotes };

/**
 * Corrects the address and notes of an order that has not shipped. The address was already checked
 * by its country's rules. Unchanged input writes nothing.
 */
export function correctAddress(
  ctx: Ctx,
  actor: Actor,
  { address, notes, ...looked }: Correction,
): Promise<Result<null, AddressRefusal>> {
  return decideOnOrder(ctx, looked, async (tx, order): Promise<Result<null, AddressRefusal>> => {
    if (hasLeft(order.status) || order.status === 'cancelled') return refuse('shipped_already');
    // The address is retained for the books, so it may be logged. Notes are erased with the
    // customer's contact, so the log only says that they changed.
    const changes = orderNotes.map(({ name, part }) => [`${part}Changed`, notes[name] !== order[name]] as const);
    if (isDeepStrictEqual(address, order.shippingAddress) && !changes.some(([, isChanged]) => isChanged))
      return ok(null);
    await writeChange(tx, ctx, {
      order,
      actor,
      set: { shippingAddress: address, ...notes },
      event: { type: 'address', message: 'Address corrected' },
      action: 'order.address',
      before: { address: order.shippingAddress },
      after: { address, ...Object.fromEntries(changes) },
    });
    return ok(null);
  });
}

const batch = 200;

/** Completes delivered orders whose return window has closed and that have no open return. */
export async function completeDelivered(ctx: Ctx): Promise<void> {
  const limit = completionLimit(ctx.now(), site.returnWindowDays);
  for (const { id, orderNumber } of await repo.listToComplete(ctx.db, limit, batch)) {
    await decideOnOrder(ctx, { orderNumber }, async (tx, { status, deliveredAt }) => {
      if (status !== 'delivered' || deliveredAt === null || deliveredAt > limit) return ok(null);
      if ((await returnsOf(tx, id)).some(isOpenReturn)) return ok(null);
      await repo.updateOrder(tx, id, { status: 'completed' });
      const event = { type: 'status', status: 'completed', message: 'Completed' } as const;
      await repo.insertEvent(tx, { ...event, orderId: id, at: ctx.now() });
      return ok(null);
    });
  }
}
