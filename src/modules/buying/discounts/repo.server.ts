import { and, eq, ne, sql } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';

import type { DiscountCode } from './rules.ts';
import { discountCodes, discountRedemptions } from './tables.server.ts';

export async function findCode(db: Db, code: string): Promise<DiscountCode | null> {
  const rows = await db.select().from(discountCodes).where(eq(discountCodes.code, code)).limit(1);
  return rows[0] ?? null;
}

export async function findCodeById(db: Db, id: string): Promise<DiscountCode | null> {
  const rows = await db.select().from(discountCodes).where(eq(discountCodes.id, id)).limit(1);
  return rows[0] ?? null;
}

/** Stores a code unless its letters are taken; null then. */
export async function insertCode(db: Db, code: typeof discountCodes.$inferInsert): Promise<DiscountCode | null> {
  const rows = await db.insert(discountCodes).values(code).onConflictDoNothing().returning();
  return rows[0] ?? null;
}

/** Holds one use for a cart that may have it, when one is left; says whether it worked. */
export async function takeUse(db: Db, codeId: string, cartId: string): Promise<boolean> {
  const rows = await db
    .update(discountCodes)
    .set({ held: sql`${discountCodes.held} + 1` })
    .where(
      sql`${discountCodes.id} = ${codeId} and (${discountCodes.cartId} is null or ${discountCodes.cartId} = ${cartId}) and (${discountCodes.maxUses} is null or ${discountCodes.used} + ${discountCodes.held} < ${discountCodes.maxUses})`,
    )
    .returning({ id: discountCodes.id });
  return rows.length === 1;
}

export async function updateHeldToUsed(db: Db, codeId: string): Promise<void> {
  await db
    .update(discountCodes)
    .set({ held: sql`${discountCodes.held} - 1`, used: sql`${discountCodes.used} + 1` })
    .where(eq(discountCodes.id, codeId));
}

export async function updateHeldToFree(db: Db, codeId: string): Promise<void> {
  await db
    .update(discountCodes)
    .set({ held: sql`${discountCodes.held} - 1` })
    .where(eq(discountCodes.id, codeId));
}

export type Redemption = { codeId: string; state: 'held' | 'redeemed' | 'released' };

export async function listRedemptions(db: Db, checkoutId: string): Promise<Redemption[]> {
  return db
    .select({ codeId: discountRedemptions.codeId, state: discountRedemptions.state })
    .from(discountRedemptions)
    .where(eq(discountRedemptions.checkoutId, checkoutId))
    .orderBy(discountRedemptions.codeId);
}

export async function upsertRedemption(
  db: Db,
  { checkoutId, codeId, state, customerKey }: Redemption & { checkoutId: string; customerKey: string | null },
): Promise<void> {
  await db
    .insert(discountRedemptions)
    .values({ checkoutId, codeId, state, customerKey })
    .onConflictDoUpdate({
      target: [discountRedemptions.checkoutId, discountRedemptions.codeId],
      set: { state, ...(customerKey === null ? {} : { customerKey }) },
    });
}

/** Uses (held or redeemed) of a code by one customer in other checkouts. */
export async function countUsesBy(
  db: Db,
  { codeId, customerKey, exceptCheckout }: { codeId: string; customerKey: string; exceptCheckout: string },
): Promise<number> {
  return db.$count(
    discountRedemptions,
    and(
      eq(discountRedemptions.codeId, codeId),
      eq(discountRedemptions.customerKey, customerKey),
      ne(discountRedemptions.state, 'released'),
      ne(discountRedemptions.checkoutId, exceptCheckout),
    ),
  );
}
