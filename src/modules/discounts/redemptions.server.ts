import type { Db } from '#platform/db/database.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import type { DiscountCode } from './discount-code.ts';
import {
  countUsesBy,
  reserveCodeUse,
  updateHeld,
  type CodeHold,
  type Redemption,
} from './redemptions.queries.server.ts';

/** True when a use is left at the moment. Only `holdingParts` decides. */
export function hasUseLeft(code: DiscountCode): boolean {
  return code.maxUses === null || code.used + code.held < code.maxUses;
}

/** `uses`: the codes that the checkout has redeemed, holds or released. */
type Holder = { checkoutId: string; cartId: string; customerKey: string | null; uses: readonly Redemption[] };

/**
 * Returns the use of a code that the statement of a quote must hold (`holdingParts`), given the
 * previous uses of its checkout. Refuses `used_by_you`.
 */
export async function codeHold(
  tx: Db,
  code: DiscountCode,
  { uses, checkoutId, cartId, customerKey }: Holder,
): Promise<Result<CodeHold, 'used_by_you'>> {
  const limit = code.maxUsesPerCustomer;
  if (limit !== null && customerKey !== null) {
    const used = await countUsesBy(tx, { codeId: code.id, customerKey, exceptCheckout: checkoutId });
    if (used >= limit) return refuse('used_by_you');
  }
  const isHeld = heldCodes(uses).includes(code.id);
  const [newCodeId, heldCodeId] = isHeld ? [undefined, code.id] : [code.id, undefined];
  return ok({ cartId, customerKey, newCodeId, heldCodeId });
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
