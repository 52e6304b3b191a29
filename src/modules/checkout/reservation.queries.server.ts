import { and, eq, sql } from 'drizzle-orm';

import { isCartOf, ownerKeys, unitsIn, type OwnerKeys } from '#modules/cart/cart.server.ts';
import { promisedStock } from '#modules/catalog/catalog.server.ts';
import { constant, type Places } from '#platform/db/constant.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { isMissingIn } from '#platform/db/transaction.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';

import { checkouts, isLive, reservations } from './tables.server.ts';

export type Reservation = { productId: string; quantity: number };

type Acquired = Reservation & { checkoutId: string; missing: number };

const reserveUnits = constant((db, { checkoutId, productId, quantity, missing }: Places<Acquired>) => {
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

/** Reserves the `missing` of the units that a checkout then has of a product; an error that `isShort` when fewer are available. */
export async function insertAcquired(db: Db, acquired: Acquired): Promise<void> {
  await reserveUnits(db, acquired);
}

/** Whether units could not be reserved because fewer are available: nothing was promised, so the reservation has no product. */
export const isShort = (error: unknown) => isMissingIn(error, reservations);

const insertReservation = constant((db, reservation: Places<Reservation & { checkoutId: string }>) =>
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

const reservedBy = constant((db, keys: Places<OwnerKeys>) =>
  db
    .select({ id: checkouts.id, productId: reservations.productId, units: reservations.quantity, unitsInCart })
    .from(checkouts)
    .innerJoin(reservations, eq(reservations.checkoutId, checkouts.id))
    .where(and(isLive(checkouts.state), isCartOf(keys, checkouts.cartId))),
);

/** Live checkouts of a visitor that have reserved more than is in their carts now. */
export async function listExceeding(db: Db, visitor: Visitor): Promise<string[]> {
  const rows = await reservedBy(db, ownerKeys(visitor));
  return [...new Set(rows.flatMap(({ id, units, unitsInCart: left }) => (units > left ? [id] : [])))];
}

/** Units of each product that the live checkout of a visitor's cart has reserved; a Buy Now beside it has its own. */
export async function heldUnits(db: Db, visitor: Visitor): Promise<ReadonlyMap<string, number>> {
  const rows = await reservedBy(db, { ...ownerKeys(visitor), buyer: null });
  return new Map(rows.map(({ productId, units }) => [productId, units]));
}

export async function deleteReservations(db: Db, checkoutId: string): Promise<void> {
  await db.delete(reservations).where(eq(reservations.checkoutId, checkoutId));
}
