import { and, eq, isNull, like, lt, or, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

import { deleteInBatches } from '#platform/db/batches.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import type { PersonalData } from '#platform/db/personal-data.server.ts';

import { carts, cartLines } from './tables.server.ts';

const cartsOf = (userId: string) => or(eq(carts.customerId, userId), eq(carts.buyer, `customer:${userId}`));

export const cartPersonalData: PersonalData = {
  columns: [],
  async export({ db }, { id }) {
    const cart = await db
      .select({ productId: cartLines.productId, quantity: cartLines.quantity })
      .from(cartLines)
      .innerJoin(carts, eq(carts.id, cartLines.cartId))
      .where(cartsOf(id));
    return { cart };
  },
  async erase(tx, { id }) {
    await tx.delete(carts).where(cartsOf(id));
  },
};

/** Deletes guest carts last changed before `before`, except those still in use. */
export function deleteGuestCarts(db: Db, before: Date, isUnused: (cartId: AnyPgColumn) => SQL) {
  const isGuests = and(isNull(carts.customerId), or(isNull(carts.buyer), like(carts.buyer, 'guest:%')));
  return deleteInBatches(db, carts, and(isGuests, lt(carts.updatedAt, before), isUnused(carts.id)));
}
