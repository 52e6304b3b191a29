import { and, eq, ne, sql, type SQL } from 'drizzle-orm';

import { ownerKeys } from '#modules/cart/cart.server.ts';
import { isCartOf, productIdsIn, unitsIn, type OwnerKeys } from '#modules/cart/cart.queries.server.ts';
import { onHandOf, reserveStock } from '#modules/catalog/products.queries.server.ts';
import { preparedStatement, type Placeholders } from '#platform/db/prepared-statement.server.ts';
import { isNullViolation } from '#platform/db/database-errors.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';
import { networkOf } from '#platform/limits/client-network.ts';
import { isLimitReached, type Limit } from '#platform/limits/limits.server.ts';

import { checkouts, isActiveCheckout, isUnpaid, reservations } from './tables.server.ts';

export type Reservation = { productId: string; quantity: number };

/**
 * Serializes reservations under one name with a transaction-level advisory lock. No-op if `name` is
 * null.
 */
export const reservingLock = (name: string | null | SQL) => sql`pg_advisory_xact_lock(hashtextextended(${name}, 0))`;

export async function lockReserving(tx: Db, name: string): Promise<void> {
  await tx.execute(sql`select ${reservingLock(name)}`);
}

type Acquired = Reservation & { checkoutId: string; missing: number };

const reserveUnits = preparedStatement((db, { checkoutId, productId, quantity, missing }: Placeholders<Acquired>) => {
  const promised = db.$with('promised').as(reserveStock(db, { productId, quantity: missing }));
  return db
    .with(promised)
    .insert(reservations)
    .values({ checkoutId, productId: sql`(select id from ${promised})`, quantity })
    .onConflictDoUpdate({
      target: [reservations.checkoutId, reservations.productId],
      set: { quantity: sql`excluded.quantity` },
    });
});

/**
 * Reserves the `missing` units so that a checkout holds `quantity` of a product. Fails with an
 * error that `isOutOfStockError` if fewer are available.
 */
export async function insertAcquired(db: Db, acquired: Acquired): Promise<void> {
  await reserveUnits(db, acquired);
}

/** True if an error means that too few units were available. The insert then had no product id. */
export const isOutOfStockError = (error: unknown) => isNullViolation(error, reservations);

const insertReservation = preparedStatement((db, reservation: Placeholders<Reservation & { checkoutId: string }>) =>
  db
    .insert(reservations)
    .values(reservation)
    .onConflictDoUpdate({
      target: [reservations.checkoutId, reservations.productId],
      set: { quantity: reservation.quantity },
    }),
);

export async function upsertReservation(db: Db, checkoutId: string, reservation: Reservation): Promise<void> {
  await insertReservation(db, { checkoutId, ...reservation });
}

const unitsInCart = unitsIn(checkouts.cartId, reservations.productId);

const reservedBy = preparedStatement((db, keys: Placeholders<OwnerKeys>) =>
  db
    .select({ id: checkouts.id, productId: reservations.productId, units: reservations.quantity, unitsInCart })
    .from(checkouts)
    .innerJoin(reservations, eq(reservations.checkoutId, checkouts.id))
    .where(and(isActiveCheckout(checkouts.state), isCartOf(keys, checkouts.cartId))),
);

/** Returns live checkouts of a visitor that reserve more than their carts hold now. */
export async function listExceeding(db: Db, visitor: Visitor): Promise<string[]> {
  const rows = await reservedBy(db, ownerKeys(visitor));
  return [...new Set(rows.flatMap(({ id, units, unitsInCart: left }) => (units > left ? [id] : [])))];
}

/**
 * Returns the units of each product reserved by the live checkout of a visitor's cart. A separate
 * Buy Now has its own.
 */
export async function heldUnits(db: Db, visitor: Visitor): Promise<ReadonlyMap<string, number>> {
  const rows = await reservedBy(db, { ...ownerKeys(visitor), buyer: null });
  return new Map(rows.map(({ productId, units }) => [productId, units]));
}

export async function deleteReservations(db: Db, checkoutId: string): Promise<void> {
  await db.delete(reservations).where(eq(reservations.checkoutId, checkoutId));
}

export type Requester = { checkoutId: string; visitor: Visitor };

/** Condition for other checkouts that hold reservations and are unpaid. */
const isOtherUnpaid = (checkoutId: SQL) => and(isUnpaid(checkouts.state), ne(checkouts.id, checkoutId));

const reservedUnits = sql<number>`coalesce(sum(${reservations.quantity}), 0)::int`;

export type Share = { productId: string; onHand: number | null; units: number };

/**
 * Parameters of `selectOtherReservations`. `guestIp` is null for accounts, which are not limited by
 * address.
 */
type Counting = OwnerKeys & { checkoutId: string; guestIp: string | null };

/** Limit of declined payments of a cart. Five in ten minutes look like card testing. */
export const declines: Limit = { name: 'declines', points: 5, seconds: 600 };

const cartOf = (checkoutId: SQL) => sql`(select cart_id from ${checkouts} where id = ${checkoutId})`;

/** Units of each product in the cart that guests behind the same address have already reserved. */
const sharesOfAddress = ({ checkoutId, guestIp }: Placeholders<Counting>) => sql<Share[] | null>`(
  select json_agg(json_build_object('productId', wanted.id, 'onHand', ${onHandOf(sql`wanted.id`)}, 'units', (
    select ${reservedUnits} from ${reservations} join ${checkouts} on ${checkouts.id} = ${reservations.checkoutId}
    where ${reservations.productId} = wanted.id and ${checkouts.visitorIp} = ${guestIp}
      and ${checkouts.customerId} is null and ${isOtherUnpaid(checkoutId)}
  ))) from ${productIdsIn(cartOf(checkoutId))} as wanted (id)
  where ${guestIp}::text is not null)`;

const selectOtherReservations = preparedStatement((db, counting: Placeholders<Counting>) =>
  db
    .select({
      count: sql<number>`count(distinct ${checkouts.id})::int`,
      units: reservedUnits,
      shares: sharesOfAddress(counting),
      isDeclined: isLimitReached(declines, cartOf(counting.checkoutId)),
    })
    .from(checkouts)
    .leftJoin(reservations, eq(reservations.checkoutId, checkouts.id))
    .where(and(isCartOf(counting, checkouts.cartId), isOtherUnpaid(counting.checkoutId))),
);

export type OtherReservations = Awaited<ReturnType<typeof selectOtherReservations>>[number];

/**
 * Returns the reservations of the visitor's other checkouts and of guests on the same network.
 * `isDeclined` is true if payments of the checkout's cart were declined too often. The caller must
 * hold the lock of the name.
 */
export async function countOtherReservations(
  tx: Db,
  { checkoutId, visitor }: Requester,
): Promise<OtherReservations | undefined> {
  const guestIp = visitor.user === null ? networkOf(visitor.ip) : null;
  return (await selectOtherReservations(tx, { checkoutId, guestIp, ...ownerKeys(visitor) }))[0];
}
