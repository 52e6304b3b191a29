import { and, eq, inArray, isNotNull, isNull, ne, notInArray, sql } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import { firstRow, insertedRow } from '#platform/db/rows.server.ts';

import type { OrderStatus } from './order-status.ts';
import { items, packages } from './orders.queries.server.ts';
import { isWaiting } from './returns.queries.server.ts';
import type { Shipment } from './shipment.ts';
import { orderPackages, orderReturns, orders, solidTrackingNumber } from './tables.server.ts';

/** Condition for orders on hold: the one number on the home page, in the lists and in /metrics. */
export const isOnHold = isNotNull(orders.holdReason);

/** Statuses of orders to ship. */
export const unshippedStatuses = ['confirmed', 'processing'] as const satisfies readonly OrderStatus[];

/** Condition for the orders of a status that are `isShippable`. */
export const isToShip = (status: (typeof unshippedStatuses)[number]) =>
  and(
    eq(orders.status, status),
    isNull(orders.holdReason),
    notInArray(orders.paymentStatus, ['pending', 'failed', 'refunded']),
  );

const { id, orderNumber, placedAt, customer, shippingAddress, shippingOption, shippedAt } = orders;
const { carrierName, trackingNumber, version, status, paymentStatus, holdReason } = orders;
const deskColumns = {
  id,
  orderNumber,
  placedAt,
  customer,
  shippingAddress,
  shippingOption,
  shippedAt,
  carrierName,
  trackingNumber,
  version,
  items,
};

const listOfStatus = (db: Db, limit: number) => (one: (typeof unshippedStatuses)[number]) =>
  db
    .select(deskColumns)
    .from(orders)
    .where(isToShip(one))
    .orderBy(sql`${placedAt} asc nulls first, ${id} asc nulls first`)
    .limit(limit);

/** Returns the oldest `limit` orders to ship, oldest first. Reads an index range per status. */
export async function listToShip(db: Db, limit: number) {
  const found = await Promise.all(unshippedStatuses.map(listOfStatus(db, limit)));
  return found
    .flat()
    .toSorted((a, b) => a.placedAt.getTime() - b.placedAt.getTime() || (a.id < b.id ? -1 : 1))
    .slice(0, limit);
}

export type OrderToShip = Awaited<ReturnType<typeof listToShip>>[number];

/**
 * Returns how many orders are to ship, how many are on hold, and how many returns wait for the
 * shop, `max` of each at most.
 */
export function countWaiting(db: Db, max: number): Promise<{ toShip: number; held: number; returns: number }> {
  const toShip = unshippedStatuses.map((one) => sql`(select 1 from ${orders} where ${isToShip(one)} limit ${max})`);
  return insertedRow(
    db
      .select({
        toShip: sql<number>`least(${max}::int, (select count(*)::int from (${sql.join(toShip, sql` union all `)}) as waiting))`,
        held: sql<number>`(select count(*)::int from (select 1 from ${orders} where ${isOnHold} limit ${max}) as held)`,
        returns: sql<number>`(select count(*)::int from (select 1 from ${orderReturns} where ${isWaiting} limit ${max}) as back)`,
      })
      .from(sql`(select) as nothing`),
  );
}

const { email, customerId } = orders;
const buyer = { orderNumber, email, customerId, shippingAddress };

/** Returns the state of orders by number. */
export async function listOrderStates(db: Db, orderNumbers: readonly string[]) {
  if (orderNumbers.length === 0) return [];
  return db
    .select({ ...buyer, version, status, paymentStatus, holdReason, carrierName, trackingNumber, packages })
    .from(orders)
    .where(inArray(orderNumber, [...orderNumbers]));
}

/** Returns the orders that have these tracking numbers, except cancelled ones. */
export async function listWithTracking(db: Db, trackingNumbers: readonly string[]) {
  if (trackingNumbers.length === 0) return [];
  const solid = solidTrackingNumber(orders);
  const first = db
    .select({ ...buyer, solidNumber: sql<string>`${solid}` })
    .from(orders)
    .where(and(inArray(solid, [...trackingNumbers]), ne(status, 'cancelled')));
  const further = db
    .select({ ...buyer, solidNumber: sql<string>`${orderPackages.trackingNumber}` })
    .from(orderPackages)
    .innerJoin(orders, eq(id, orderPackages.orderId))
    .where(and(inArray(orderPackages.trackingNumber, [...trackingNumbers]), ne(status, 'cancelled')));
  return first.unionAll(further);
}

/** Adds a package to an order. */
export async function insertPackage(tx: Db, orderId: string, shipment: Shipment): Promise<void> {
  const { carrierName: carrier, trackingNumber: number } = shipment;
  if (number === null) throw new Error('a further package without a number');
  await tx.insert(orderPackages).values({ orderId, carrierName: carrier, trackingNumber: number });
}

/** Deletes a package of an order. Returns it, or null if there is none. */
export function deletePackage(tx: Db, orderId: string, packageId: string) {
  const isIt = and(eq(orderPackages.id, packageId), eq(orderPackages.orderId, orderId));
  return firstRow(tx.delete(orderPackages).where(isIt).returning());
}

/** Returns the packages of an order beside its first. */
export function listPackages(db: Db, orderId: string) {
  const { id: packageId, carrierName: carrier, trackingNumber: number, addedAt } = orderPackages;
  return db
    .select({ id: packageId, carrierName: carrier, trackingNumber: number })
    .from(orderPackages)
    .where(eq(orderPackages.orderId, orderId))
    .orderBy(addedAt, packageId);
}

/** Serializes changes that bring the same tracking number, with a lock of the transaction. */
export async function lockTrackingNumber(tx: Db, trackingNumber: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${trackingNumber}, 12))`);
}
