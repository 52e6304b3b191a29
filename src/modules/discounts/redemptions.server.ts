import type { Db } from '#platform/db/database.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import type { DiscountCode } from './discount-code.ts';
import {
  countUsesBy,
  insertUse,
  reserveCodeUse,
  updateHeld,
  upsertRedemption,
  type Redemption,
} from './redemptions.queries.server.ts';

/** True when a use is left at the moment. Only `holdCode` decides. */
export function hasUseLeft(code: DiscountCode): boolean {
  return code.maxUses === null || code.used + code.held < code.maxUses;
}

/** `uses`: the codes that the checkout has redeemed, holds or released. */
type Holder = { checkoutId: string; cartId: string; customerKey: string | null; uses: readonly Redemption[] };

/**
 * Holds one use of a code for a checkout, given its previous uses. If no use is left, or the code
 * belongs to another cart, the transaction fails with an error that `isCodeExhaustedError`
 * recognizes. Refuses `used_by_you`.
 */
export async function holdCode(
  tx: Db,
  code: DiscountCode,
  { uses, ...holder }: Holder,
): Promise<Result<null, 'used_by_you'>> {
  const limit = code.maxUsesPerCustomer;
  if (limit !== null && holder.customerKey !== null) {
    const used = await countUsesBy(tx, {
      codeId: code.id,
      customerKey: holder.customerKey,
      exceptCheckout: holder.checkoutId,
    });
    if (used >= limit) return refuse('used_by_you');
  }
  const mine = uses.find((redemption) => redemption.codeId === code.id);
  const use = { ...holder, codeId: code.id };
  if (mine?.state === 'held') await upsertRedemption(tx, { ...use, state: 'held' });
  else await insertUse(tx, use);
  return ok(null);
}

/** Ids of the codes of which a checkout holds a use. */
export function heldCodes(uses: readonly Redemption[]): string[] {
  return uses.filter(({ state }) => state === 'held').map(({ codeId }) => codeId);
}

/** Releases every held use of a checkout except that of `keepCodeId`. */
export async function releaseCodes(
  tx: Db,
  { checkoutId, uses }: Pick<Holder, 'checkoutId' | 'uses'>,
  keepCodeId: string | null = null,
): Promise<void> {
  for (const codeId of heldCodes(uses)) {
    if (codeId === keepCodeId) continue;
    await updateHeld(tx, { checkoutId, codeId, state: 'released', customerKey: null });
  }
}

/**
 * Redeems a checkout's held use, or takes a new one if it was released, and releases its uses of
 * other codes. Returns false without changes if no use is left.
 */
export async function redeemCode(tx: Db, codeId: string, { uses, ...holder }: Holder): Promise<boolean> {
  const mine = uses.find((one) => one.codeId === codeId);
  if (mine?.state !== 'redeemed') {
    if (mine?.state !== 'held' && !(await reserveCodeUse(tx, { ...holder, codeId }))) return false;
    await updateHeld(tx, { ...holder, codeId, state: 'redeemed' });
  }
  await releaseCodes(tx, { checkoutId: holder.checkoutId, uses }, codeId);
  return true;
}
