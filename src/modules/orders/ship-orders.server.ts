import type { Actor } from '#modules/audit/audit-log.ts';
import { orderPrefixes } from '#modules/content/order-prefixes.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { ok, type Result } from '#shared/result.ts';

import { numberDoubt } from './carriers.ts';
import { changeStatus } from './fulfillment.server.ts';
import type { OrderView } from './order-record.ts';
import { hasShipped } from './order-status.ts';
import { listOrdersByNumber } from './orders.queries.server.ts';
import {
  countWaiting,
  listOrderStates,
  listToShip,
  listWithTracking,
  type OrderToCheck,
} from './ship-orders.queries.server.ts';
import type { ShipmentRefusal } from './ship-orders.schema.ts';
import {
  deskMax,
  notToShip,
  numberRefusal,
  queueMax,
  repeated,
  type FileRefusal,
  type Shipment,
} from './ship-orders.ts';
import { parseShipments, type FileRow } from './shipment-file.server.ts';

export type { OrderToShip } from './ship-orders.queries.server.ts';

/** Max orders that are counted beyond those listed. */
const countMax = 1_000;

/** Counts the queues of the orders list, one more than `queueMax` at most. */
export const countQueues = (db: Db) => countWaiting(db, queueMax + 1);

/**
 * Returns the orders to ship, oldest first, how many more there are (`countMax` at most) and how
 * many are on hold.
 */
export async function findShippingDesk(db: Db) {
  const [rows, { toShip, held }] = await Promise.all([listToShip(db, deskMax), countWaiting(db, deskMax + countMax)]);
  return { rows, more: Math.max(0, toShip - rows.length), held };
}

/** Returns the orders to pack, oldest first: those with these numbers, or all on the desk. */
export async function listOrdersToPack(db: Db, orderNumbers: readonly string[]): Promise<OrderView[]> {
  const all = orderNumbers.length > 0 ? orderNumbers : (await listToShip(db, deskMax)).map((row) => row.orderNumber);
  const found = await listOrdersByNumber(db, all.slice(0, deskMax));
  return found.toReversed();
}

type Checked = { [key in keyof Pick<Shipment, 'orderNumber' | 'carrierName' | 'trackingNumber'>]: string | null };

/** Reads what decides about several shipments. Returns a function that checks one of them. */
async function readChecks(db: Db, shipments: readonly Checked[]) {
  const orderNumbers = shipments.flatMap((one) => one.orderNumber ?? []);
  const trackingNumbers = shipments.flatMap((one) => one.trackingNumber ?? []);
  const [states, used] = await Promise.all([
    orderNumbers.length === 0 ? [] : listOrderStates(db, orderNumbers),
    trackingNumbers.length === 0 ? [] : listWithTracking(db, trackingNumbers),
  ]);
  const byNumber = new Map(states.map((one) => [one.orderNumber, one]));
  const users = new Map<string, string[]>();
  for (const { solidNumber, orderNumber } of used)
    users.set(solidNumber, [...(users.get(solidNumber) ?? []), orderNumber]);
  const ordersTwice = repeated(orderNumbers);
  const numbersTwice = repeated(trackingNumbers);

  const refusalOfNumber = ({ orderNumber, carrierName, trackingNumber }: Checked): ShipmentRefusal | null => {
    if (trackingNumber === null) return null;
    const unreadable = numberRefusal(trackingNumber);
    if (unreadable !== null) return unreadable;
    if (numbersTwice.has(trackingNumber)) return 'number_twice';
    if ((users.get(trackingNumber) ?? []).some((other) => other !== orderNumber)) return 'number_used';
    return carrierName === null ? 'carrier_missing' : null;
  };
  return (shipment: Checked): { order: OrderToCheck | null; refusal: ShipmentRefusal | null } => {
    const order = byNumber.get(shipment.orderNumber ?? '') ?? null;
    if (order === null) return { order, refusal: 'unknown_order' };
    if (ordersTwice.has(order.orderNumber)) return { order, refusal: 'order_twice' };
    return { order, refusal: notToShip(order) ?? refusalOfNumber(shipment) };
  };
}

/** Row of a file with its order's version. A doubt refuses nothing. */
type CheckedRow = FileRow & { version: number; refusal: ShipmentRefusal | null; doubt: string | null };

/**
 * Checks a file with tracking numbers and changes nothing. `carrier` is that of rows without one.
 */
export async function checkShipments(
  ctx: Ctx,
  { text, carrier }: { text: string; carrier: string },
): Promise<Result<CheckedRow[], FileRefusal>> {
  const parsed = parseShipments(text, { prefixes: await orderPrefixes(ctx), carrier });
  if (!parsed.ok) return parsed;
  const check = await readChecks(ctx.db, parsed.value);
  const rows = parsed.value.map((row): CheckedRow => {
    const { order, refusal } = check(row);
    const missing = row.trackingNumber === '' ? 'number_missing' : null;
    const unknown = row.carrierName === null && row.typed.carrier !== '' ? 'carrier_unknown' : null;
    const isAboutNumber = refusal === 'number_unreadable' || refusal === 'carrier_missing';
    return {
      ...row,
      version: order?.version ?? 0,
      refusal: (refusal === null || isAboutNumber ? (missing ?? unknown) : null) ?? refusal,
      doubt: numberDoubt(row.carrierName ?? '', row.trackingNumber),
    };
  });
  return ok(rows);
}

const isDone = ({ status, carrierName, trackingNumber }: OrderToCheck, shipment: Shipment) =>
  hasShipped(status) && carrierName === shipment.carrierName && trackingNumber === shipment.trackingNumber;

/** `repeated`: the order was shipped before, with the same carrier and number. */
export type ShipmentOutcome = Shipment & { outcome: 'shipped' | 'repeated' | ShipmentRefusal };

/**
 * Ships orders as `changeStatus` does, each in its own transaction, so that one refusal does not
 * block the others. Sending the same shipments again has no further effect.
 */
export async function shipOrders(ctx: Ctx, actor: Actor, shipments: readonly Shipment[]): Promise<ShipmentOutcome[]> {
  const check = await readChecks(ctx.db, shipments);
  const ship = async (shipment: Shipment): Promise<ShipmentOutcome['outcome']> => {
    const { order, refusal } = check(shipment);
    if (order !== null && isDone(order, shipment)) return 'repeated';
    if (refusal !== null) return refusal;
    if (order?.version !== shipment.version) return 'changed_meanwhile';
    const result = await changeStatus(ctx, actor, { ...shipment, status: 'shipped' });
    if (result.ok) return 'shipped';
    const [now] = await listOrderStates(ctx.db, [shipment.orderNumber]);
    if (now === undefined) return 'unknown_order';
    return isDone(now, shipment) ? 'repeated' : (notToShip(now) ?? 'changed_meanwhile');
  };
  const outcomes: ShipmentOutcome[] = [];
  for (const shipment of shipments) outcomes.push({ ...shipment, outcome: await ship(shipment) });
  return outcomes;
}
