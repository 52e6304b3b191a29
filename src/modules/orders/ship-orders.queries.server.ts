import { and, eq, inArray, isNotNull, isNull, ne, notInArray, sql } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import { storedRow } from '#platform/db/rows.server.ts';

import type { OrderStatus } from './order-status.ts';
import { items } from './orders.queries.server.ts';
import { isWaiting } from './returns.queries.server.ts';
import { orderReturns, orders, solidTrackingNumber } from './tables.server.ts';

/** Statuses of orders to ship. */
export const unshipped = ['confirmed', 'processing'] as const satisfies readonly OrderStatus[];

/** Condition for orders of a status that `notToShip` has nothing against. */
export const isToShip = (status: (typeof unshipped)[number]) =>
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

const listOfStatus = (db: Db, limit: number) => (one: (typeof unshipped)[number]) =>
  db
    .select(deskColumns)
    .from(orders)
    .where(isToShip(one))
    .orderBy(sql`${placedAt} asc nulls first, ${id} asc nulls first`)
    .limit(limit);

/** Returns the oldest `limit` orders to ship, oldest first. Reads an index range per status. */
export async function listToShip(db: Db, limit: number) {
  const found = await Promise.all(unshipped.map(listOfStatus(db, limit)));
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
  const toShip = unshipped.map((one) => sql`(select 1 from ${orders} where ${isToShip(one)} limit ${max})`);
  return storedRow(
    db
      .select({
        toShip: sql<number>`least(${max}::int, (select count(*)::int from (${sql.join(toShip, sql` union all `)}) as waiting))`,
        held: sql<number>`(select count(*)::int from (select 1 from ${orders} where ${isNotNull(holdReason)} limit ${max}) as held)`,
        returns: sql<number>`(select count(*)::int from (select 1 from ${orderReturns} where ${isWaiting} limit ${max}) as back)`,
      })
      .from(sql`(select) as nothing`),
  );
}

/** Returns the state of orders by number. */
export function listOrderStates(db: Db, orderNumbers: readonly string[]) {
  return db
    .select({ orderNumber, version, status, paymentStatus, holdReason, carrierName, trackingNumber })
    .from(orders)
    .where(inArray(orderNumber, [...orderNumbers]));
}

export type OrderToCheck = Awaited<ReturnType<typeof listOrderStates>>[number];

/** Returns the orders that have these tracking numbers, except cancelled ones. */
export function listWithTracking(db: Db, trackingNumbers: readonly string[]) {
  const solid = solidTrackingNumber(orders);
  return db
    .select({ orderNumber, solidNumber: sql<string>`${solid}` })
    .from(orders)
    .where(and(inArray(solid, [...trackingNumbers]), ne(status, 'cancelled')));
}
