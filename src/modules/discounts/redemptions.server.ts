import { and, eq, inArray, sql } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import { firstRow } from '#platform/db/rows.server.ts';

import { discountCodes, discountRedemptions } from './tables.server.ts';

const { checkoutId, codeId, state } = discountRedemptions;
const { code, held, id, maxUses, used } = discountCodes;

/** Releases the redeemed use of a code after its order was cancelled, once. */
export async function releaseRedeemed(tx: Db, checkout: string): Promise<void> {
  const isRedeemed = and(eq(checkoutId, checkout), eq(state, 'redeemed'));
  const use = await firstRow(tx.update(discountRedemptions).set({ state: 'released' }).where(isRedeemed).returning());
  if (use === null) return;
  await tx
    .update(discountCodes)
    .set({ used: sql`${used} - 1` })
    .where(eq(id, use.codeId));
}

/**
 * Redeems the released use again, if one is left, because the order is no longer cancelled. The
 * order keeps its discount in any case.
 */
export async function redeemReleased(tx: Db, checkout: string, codeText: string): Promise<void> {
  const isReleased = and(eq(checkoutId, checkout), eq(state, 'released'));
  const isItsCode = inArray(id, tx.select({ codeId }).from(discountRedemptions).where(isReleased));
  const hasUseLeft = sql`(${maxUses} is null or ${used} + ${held} < ${maxUses})`;
  const counted = await firstRow(
    tx
      .update(discountCodes)
      .set({ used: sql`${used} + 1` })
      .where(and(eq(code, codeText), isItsCode, hasUseLeft))
      .returning(),
  );
  if (counted === null) return;
  await tx
    .update(discountRedemptions)
    .set({ state: 'redeemed' })
    .where(and(isReleased, eq(codeId, counted.id)));
}
