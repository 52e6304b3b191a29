import { eq, sql } from 'drizzle-orm';

import { promisedStock } from '#modules/buying/catalog/service.server.ts';
import { constant, type Places } from '#platform/db/constant.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { isMissingIn } from '#platform/db/transaction.server.ts';

import { reservations } from '../tables.server.ts';

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

export async function deleteReservations(db: Db, checkoutId: string): Promise<void> {
  await db.delete(reservations).where(eq(reservations.checkoutId, checkoutId));
}
