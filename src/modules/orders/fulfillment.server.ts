import type { Actor } from '#modules/audit/audit-log.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inResultTransaction } from '#platform/db/transaction.server.ts';
import { bulkAction, type BulkRefusal, type BulkResult } from '#shared/bulk-action.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import {
  enqueueOrderWebhook,
  withLockedOrder,
  lockIfKnown,
  storeOrderChange,
  type ExpectedOrder,
} from './change-order.server.ts';
import { undoCancellation } from './order-actions.server.ts';
import type { OrderView } from './order-record.ts';
import { datesAfter, hasShipped, isOnItsWay, needsShippedMail, returnableUntil, statusLabel } from './order-status.ts';
import { insertOrderEvent, listToComplete, loadOrder, updateOrder, type OrderRow } from './orders.queries.server.ts';
import { statusFacts, statusQuestion } from './orders.schema.ts';
import { listReturns } from './returns.queries.server.ts';
import { isOpenReturn } from './returns.ts';
import { enqueueStatusEmail } from './send-order-emails.server.ts';
import {
  deletePackage,
  insertPackage,
  listOrderStates,
  listPackages,
  listWithTracking,
  lockTrackingNumber,
} from './ship-orders.queries.server.ts';
import { trackingNumberIn } from './shipment.ts';
import {
  decideStatus,
  newNumber,
  ordersByNumber,
  type NumberUser,
  type OrderState,
  type StatusChange,
  type StatusRefusal,
  type StatusStep,
} from './status-change.ts';

type Tracking = Partial<Record<'carrierName' | 'trackingNumber', string | null | undefined>>;

const shipmentText = ({ carrierName, trackingNumber }: Tracking) =>
  [carrierName, trackingNumber].filter(Boolean).join(' ');

function messageOf({ status, shipment, addsPackage }: StatusStep, isStep: boolean): string {
  const text = shipmentText(shipment);
  if (!isStep && addsPackage) return `Another package: ${text}`;
  if (!isStep && text === '') return 'Tracking removed';
  return hasShipped(status) && text !== '' ? `${statusLabel(status)}: ${text}` : statusLabel(status);
}

/** Writes a step, its package, its event and its audit entry. */
async function writeStep(tx: Db, ctx: Ctx, { actor, order, ...step }: Write): Promise<void> {
  const { status, shipment } = step;
  const { carrierName, trackingNumber } = shipment;
  const isStep = status !== order.status;
  if (step.addsPackage) await insertPackage(tx, order.id, shipment);
  await storeOrderChange(tx, ctx, {
    order,
    actor,
    set: { status, ...datesAfter(order, status, ctx.now()) },
    ...(step.addsPackage ? {} : { shipment }),
    event: {
      type: isStep ? 'status' : 'tracking',
      message: messageOf(step, isStep),
      status: isStep ? status : null,
    },
    action: step.addsPackage && !isStep ? 'order.package' : 'order.status',
    before: { status: order.status, carrierName: order.carrierName, trackingNumber: order.trackingNumber },
    after: { status, carrierName, trackingNumber },
  });
}

type Write = StatusStep & { actor: Actor; order: OrderRow };

/**
 * Writes a new status, new tracking data or another package. Enqueues the customer's email and the
 * webhook event.
 */
async function writeStatus(tx: Db, ctx: Ctx, write: Write): Promise<void> {
  const { order, status, addsPackage } = write;
  await writeStep(tx, ctx, write);
  const changed = await loadOrder(tx, order.id);
  const needsMail = addsPackage ? isOnItsWay(status) : needsShippedMail(order, changed);
  if (needsMail) await enqueueStatusEmail(tx, ctx, { order: changed, status: 'shipped' });
  if (status === order.status) return;
  await enqueueStatusEmail(tx, ctx, { order: changed, status });
  if (hasShipped(status) && !hasShipped(order.status))
    await enqueueOrderWebhook(tx, { kind: 'shipped', order: changed });
}

/** Change with the orders that the same form or file gives the same number. */
type SentTogether = StatusChange & { together?: readonly string[] };

/**
 * Returns the other orders that have the number of a change, and those of `together` that are to
 * get it. Serializes changes that bring the same number.
 */
async function findNumberUsers(
  tx: Db,
  order: OrderState,
  { together = [], ...change }: SentTogether,
): Promise<NumberUser[]> {
  const number = newNumber(order, change);
  if (number === null) return [];
  await lockTrackingNumber(tx, number);
  const users = [...(await listWithTracking(tx, [number])), ...(await listOrderStates(tx, together))];
  return users.filter(({ orderNumber }) => orderNumber !== order.orderNumber);
}

/** Order after a change. `isChanged` is false if it had that status and shipment before. */
type Changed = { order: OrderView; isChanged: boolean };

/**
 * Sets an order's status, carrier and tracking number, as `decideStatus` decides. Refuses
 * `out_of_stock` if a cancelled order comes back and its units are gone, and `cancel_to_refund` for
 * `cancelled`, which only `cancelOrder` sets. Repeating a change has no further effect.
 */
export function changeStatus(ctx: Ctx, actor: Actor, change: SentTogether): Promise<Result<Changed, StatusRefusal>> {
  return inResultTransaction(ctx.db, async (tx): Promise<Result<Changed, StatusRefusal>> => {
    const order = await lockIfKnown(tx, change.orderNumber);
    if (order === null) return refuse('unknown_order');
    const state = { ...order, packages: await listPackages(tx, order.id) };
    const decided = decideStatus(state, change, await findNumberUsers(tx, state, change));
    if (!decided.ok) return decided;
    const step = decided.value;
    if (step === null) return ok({ order: await loadOrder(tx, order.id), isChanged: false });
    const isRevived = order.status === 'cancelled' && step.status !== 'cancelled';
    if (isRevived && !(await undoCancellation(tx, order))) return refuse('out_of_stock');
    await writeStatus(tx, ctx, { ...step, actor, order });
    return ok({ order: await loadOrder(tx, order.id), isChanged: true });
  });
}

type RemovedPackage = ExpectedOrder & { packageId: string };

/** Removes a package that was added by mistake. The first one is removed by an empty number. */
export function removePackage(
  ctx: Ctx,
  actor: Actor,
  { packageId, ...seen }: RemovedPackage,
): Promise<Result<null, 'changed_meanwhile'>> {
  return withLockedOrder(ctx, seen, async (tx, order) => {
    const removed = await deletePackage(tx, order.id, packageId);
    if (removed === null) return ok(null);
    const { carrierName, trackingNumber } = removed;
    await storeOrderChange(tx, ctx, {
      order,
      actor,
      event: { type: 'tracking', message: `Package removed: ${shipmentText(removed)}`, status: null },
      action: 'order.package',
      before: { carrierName, trackingNumber },
      after: { carrierName: null, trackingNumber: null },
    });
    return ok(null);
  });
}

const refusedOrder = ({ orderNumber, ...typed }: StatusChange, reason: StatusRefusal) => ({
  id: orderNumber,
  name: orderNumber,
  detail: shipmentText(typed),
  reason,
  sentence: statusFacts[reason],
  question: statusQuestion(reason),
});

/** Changes several orders, at most `max`, each in its own transaction. */
export function changeStatuses(
  ctx: Ctx,
  actor: Actor,
  { changes, max }: { changes: readonly StatusChange[]; max?: number },
): Promise<Result<BulkResult<StatusRefusal>, BulkRefusal>> {
  const ordersOf = ordersByNumber(changes);
  // A second package of an order is added to the version that the first one made.
  const versions = new Map<string, number>();
  const act = async (change: StatusChange) => {
    const { orderNumber: id } = change;
    const seen = `${id}:${change.version}`;
    const together = ordersOf.get(trackingNumberIn(change.trackingNumber ?? '')) ?? [];
    const version = versions.get(seen) ?? change.version;
    const result = await changeStatus(ctx, actor, { ...change, version, together });
    if (!result.ok) return refusedOrder(change, result.reason);
    versions.set(seen, result.value.order.version);
    return { id, isChanged: result.value.isChanged };
  };
  return bulkAction(changes, act, max);
}

const batch = 200;

/** Completes delivered orders whose return window has closed and that have no open return. */
export async function completeDelivered(ctx: Ctx): Promise<void> {
  const now = ctx.now();
  for (const { id, orderNumber } of await listToComplete(ctx.db, now, batch)) {
    await withLockedOrder(ctx, { orderNumber }, async (tx, { status, deliveredAt, promises }) => {
      if (status !== 'delivered' || deliveredAt === null) return ok(null);
      if (returnableUntil(deliveredAt, promises.returnWindowDays) >= now) return ok(null);
      if ((await listReturns(tx, id)).some(isOpenReturn)) return ok(null);
      await updateOrder(tx, id, { status: 'completed' });
      const event = { type: 'status', status: 'completed', message: 'Completed' } as const;
      await insertOrderEvent(tx, { ...event, orderId: id, at: ctx.now() });
      return ok(null);
    });
  }
}
