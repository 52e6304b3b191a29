import { recordChange } from '#modules/ground/audit/service.server.ts';
import type { Actor } from '#modules/ground/audit/rules.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { decide } from '#platform/db/transaction.server.ts';
import type { Address } from '#shared/address.ts';
import { orderNotes, type OrderNotes } from '#shared/order-notes.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import type { AddressRefusal, StatusRefusal } from '../contract.ts';
import { lockOrder, type Looked } from '../lock/service.server.ts';
import { queueStatusMail } from '../mails/service.server.ts';
import { announceOrder } from '../record/service.server.ts';
import * as repo from '../repo.server.ts';
import { statusLabel, type OrderView } from '../rules.ts';
import { orderById } from '../service.server.ts';
import {
  bringsLateNumber,
  datesAfter,
  hasLeft,
  isKeptFrom,
  trackingAfter,
  unusualJump,
  type AdminStatus,
} from './rules.ts';

export type StatusChange = Looked & {
  status: AdminStatus;
  /** Nothing keeps what is known, while the parcel is not in the house. */
  carrierName?: string | null | undefined;
  trackingNumber?: string | null | undefined;
  confirm?: boolean | undefined;
};

type Tracking = Pick<OrderView, 'carrierName' | 'trackingNumber'>;

function messageOf(status: AdminStatus, { carrierName, trackingNumber }: Tracking): string {
  const parcel = [carrierName, trackingNumber].filter(Boolean).join(' ');
  return hasLeft(status) && parcel !== '' ? `${statusLabel(status)}: ${parcel}` : statusLabel(status);
}

const facts = ({ status, carrierName, trackingNumber }: Tracking & { status: string }) => ({
  status,
  carrierName,
  trackingNumber,
});

type Step = { actor: Actor; order: repo.OrderRow; status: AdminStatus; tracking: Tracking };

/** Writes a new status: the order, its history, who did it, and the mail to the customer. */
async function writeStatus(tx: Db, ctx: Ctx, { actor, order, status, tracking }: Step): Promise<void> {
  const after = { status, ...tracking };
  await repo.updateOrder(tx, order.id, { ...after, ...datesAfter(order, status, ctx.now()) });
  const type = status === order.status ? 'tracking' : 'status';
  const event = { type, message: messageOf(status, tracking), ...(type === 'status' ? { status } : {}) };
  await repo.insertEvent(tx, { ...event, orderId: order.id, at: ctx.now() });
  const subject = `order:${order.orderNumber}`;
  await recordChange(tx, actor, { action: 'order.status', subject, before: facts(order), after: facts(after) });
  const changed = await orderById(tx, order.id);
  if (changed === null) return;
  if (bringsLateNumber(order, changed)) await queueStatusMail(tx, ctx, { order: changed, status: 'shipped' });
  if (type !== 'status') return;
  await queueStatusMail(tx, ctx, { order: changed, status });
  if (status === 'shipped') await announceOrder(tx, { kind: 'shipped', order: changed });
}

/**
 * Gives an order a status, with carrier and tracking number. Refuses `changed_meanwhile`, `held`, and, until it is said with
 * `confirm`, an unusual change by its name. Said twice it is done once.
 */
export function changeStatus(ctx: Ctx, actor: Actor, change: StatusChange): Promise<Result<OrderView, StatusRefusal>> {
  return decide(ctx.db, async (tx) => {
    const locked = await lockOrder(tx, change);
    if (!locked.ok) return locked;
    const order = locked.value;
    const { status } = change;
    const tracking = trackingAfter(order, change, status);
    const isNews =
      status !== order.status ||
      tracking.carrierName !== order.carrierName ||
      tracking.trackingNumber !== order.trackingNumber;
    if (isNews && isKeptFrom(order, status)) return refuse('held');
    const jump = unusualJump(order.status, status);
    if (jump !== null && change.confirm !== true) return refuse(jump);
    if (isNews) await writeStatus(tx, ctx, { actor, order, status, tracking });
    const now = await orderById(tx, order.id);
    if (now === null) throw new Error('the order is gone');
    return ok(now);
  });
}

export type BulkOutcome = { orderNumber: string; refusal: StatusRefusal | null };

/** Gives several orders a status, each in a transaction of its own: one that is refused does not keep the others waiting. */
export async function changeStatuses(ctx: Ctx, actor: Actor, changes: readonly StatusChange[]): Promise<BulkOutcome[]> {
  const outcomes: BulkOutcome[] = [];
  for (const change of changes) {
    const result = await changeStatus(ctx, actor, change);
    outcomes.push({ orderNumber: change.orderNumber, refusal: result.ok ? null : result.reason });
  }
  return outcomes;
}

type Correction = Looked & { address: Address; notes: OrderNotes };

/** Corrects where an order goes, as long as it has not left; the address is checked by its country's rules before. */
export function correctAddress(
  ctx: Ctx,
  actor: Actor,
  { address, notes, ...looked }: Correction,
): Promise<Result<null, AddressRefusal>> {
  return decide(ctx.db, async (tx) => {
    const locked = await lockOrder(tx, looked);
    if (!locked.ok) return locked;
    const order = locked.value;
    if (hasLeft(order.status) || order.status === 'cancelled') return refuse('shipped_already');
    await repo.updateOrder(tx, order.id, { shippingAddress: address, ...notes });
    await repo.insertEvent(tx, { orderId: order.id, type: 'address', message: 'Address corrected', at: ctx.now() });
    // The address stays with the order, for the books; notes end with the customer's contact, so the log has none.
    const before = { address: order.shippingAddress };
    const changes = orderNotes.map(({ name, part }) => [`${part}Changed`, notes[name] !== order[name]]);
    const after = { address, ...Object.fromEntries(changes) };
    await recordChange(tx, actor, { action: 'order.address', subject: `order:${order.orderNumber}`, before, after });
    return ok(null);
  });
}
