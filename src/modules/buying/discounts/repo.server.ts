import { and, eq, ne, sql, type SQLWrapper } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import { jsonRows } from '#platform/db/json-rows.server.ts';

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

export type Redemption = { codeId: string; state: 'held' | 'redeemed' | 'released' };

/** The codes that a checkout has used, holds, or gave back, as a column of a statement that joins tables. */
export const codeUses = (checkoutId: SQLWrapper) =>
  jsonRows(
    { codeId: discountRedemptions.codeId, state: discountRedemptions.state },
    {
      from: sql`${discountRedemptions} where ${discountRedemptions.checkoutId} = ${checkoutId}`,
      order: sql`${discountRedemptions.codeId}`,
    },
  );

type Use = Redemption & { checkoutId: string; customerKey: string | null };

export async function upsertRedemption(
  db: Pick<Db, 'insert'>,
  { checkoutId, codeId, state, customerKey }: Use,
): Promise<void> {
  await db
    .insert(discountRedemptions)
    .values({ checkoutId, codeId, state, customerKey })
    .onConflictDoUpdate({
      target: [discountRedemptions.checkoutId, discountRedemptions.codeId],
      set: { state, ...(customerKey === null ? {} : { customerKey }) },
    });
}

/** Ends the held use of a code: it is redeemed or released. */
export async function updateHeld(db: Db, use: Use & { state: 'redeemed' | 'released' }): Promise<void> {
  const held = sql`${discountCodes.held} - 1`;
  const counted = db.$with('counted').as(
    db
      .update(discountCodes)
      .set(use.state === 'redeemed' ? { held, used: sql`${discountCodes.used} + 1` } : { held })
      .where(eq(discountCodes.id, use.codeId))
      .returning({ one: sql`1` }),
  );
  await upsertRedemption(db.with(counted), use);
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
