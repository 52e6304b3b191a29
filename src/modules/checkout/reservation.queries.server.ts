import { and, eq, sql } from 'drizzle-orm';

import { isCartOf, ownerKeys, unitsIn, type OwnerKeys } from '#modules/cart/cart.server.ts';
import { promisedStock } from '#modules/catalog/catalog.server.ts';
import { preparedStatement, type Placeholders } from '#platform/db/prepared-statement.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { isNullViolation } from '#platform/db/database-errors.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';

import { checkouts, isLive, reservations } from './tables.server.ts';

export type Reservation = { productId: string; quantity: number };

type Acquired = Reservation & { checkoutId: string; missing: number };

const reserveUnits = preparedStatement((db, { checkoutId, productId, quantity, missing }: Placeholders<Acquired>) => {
  const promised = db.$with('promised').as(promisedStock(db, { productId, quantity: missing }));
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
 * error that `isShort` if fewer are available.
 */
export async function insertAcquired(db: Db, acquired: Acquired): Promise<void> {
  await reserveUnits(db, acquired);
}

/** True if an error means that too few units were available. The insert then had no product id. */
export const isShort = (error: unknown) => isNullViolation(error, reservations);

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
    .where(and(isLive(checkouts.state), isCartOf(keys, checkouts.cartId))),
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
