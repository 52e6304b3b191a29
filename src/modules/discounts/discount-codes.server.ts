import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import type { Cents } from '#shared/money.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import * as repo from './discounts.queries.server.ts';
import { codeRefusal, issuedCode, type CodeRefusal, type DiscountCode } from './discount-code.ts';
import { normalCode } from './code-format.ts';

export {
  codesCalled,
  codeUses,
  findCodeById as codeById,
  insertCode as storeCode,
  isUsedUp,
  type Redemption,
} from './discounts.queries.server.ts';

export type NewCode = {
  name: string;
  percentBasisPoints: number;
  endsAt: Date;
  maxUses: number;
  prefix: string;
  /** The only cart that may use it. */
  cartId?: string;
};

/** Stores an unguessable percentage code that expires at `endsAt`. It works in every shop mode. */
export async function issueCode(tx: Db, options: NewCode): Promise<DiscountCode> {
  const { name, percentBasisPoints, endsAt, maxUses, prefix, cartId } = options;
  for (;;) {
    const code = issuedCode(prefix, crypto.getRandomValues(new Uint8Array(8)));
    const row = {
      code,
      name,
      type: 'percent' as const,
      value: percentBasisPoints,
      endsAt,
      maxUses,
      cartId: cartId ?? null,
    };
    const stored = await repo.insertCode(tx, row);
    if (stored !== null) return stored;
  }
}

/** Returns the code for typed text, or null. */
export function typedCode(db: Db, typed: string): Promise<DiscountCode | null> {
  return repo.findCode(db, normalCode(typed));
}

/** True when the shop issued the typed code to this cart alone, as with an exit offer. */
export async function isIssuedTo(db: Db, typed: string, cartId: string): Promise<boolean> {
  return (await typedCode(db, typed))?.cartId === cartId;
}

/**
 * A found code, the cart that applies it and its goods in cents. `isHeld` is true if the cart's
 * checkout already holds the code.
 */
export type CodeUse = { found: DiscountCode | null; goods: Cents; cartId: string | null; isHeld?: boolean };

/**
 * Returns the code if it applies now to a cart and its goods. Does not hold a use. Refuses any
 * CodeRefusal except `used_by_you`.
 * A code issued to one cart stays valid after its end once its checkout holds it, so an applied
 * discount is not taken away.
 */
export function usableCode(
  ctx: Pick<Ctx, 'settings' | 'now'>,
  { found, goods, cartId, isHeld = false }: CodeUse,
): Result<DiscountCode, CodeRefusal> {
  if (found === null || (found.cartId !== null && found.cartId !== cartId)) return refuse('unknown_code');
  const reason = codeRefusal(found, { goods, now: ctx.now(), shopMode: ctx.settings.shopMode });
  const staysValid = reason === 'code_expired' && isHeld && found.cartId !== null;
  return reason === null || staysValid ? ok(found) : refuse(reason);
}

/** True when a use is left at the moment. Only `holdCode` decides. */
export function hasUseLeft(code: DiscountCode): boolean {
  return code.maxUses === null || code.used + code.held < code.maxUses;
}

/** `uses`: the codes that the checkout has redeemed, holds or released. */
type Holder = { checkoutId: string; cartId: string; customerKey: string | null; uses: readonly repo.Redemption[] };

/**
 * Holds one use of a code for a checkout, given its previous uses. Runs deferred with the
 * transaction's last statements. If no use is left, or the code belongs to another cart, they fail
 * with an error that `isUsedUp` recognizes. Refuses `used_by_you`.
 */
export async function holdCode(
  tx: Db,
  code: DiscountCode,
  { uses, ...holder }: Holder,
): Promise<Result<null, 'used_by_you'>> {
  const limit = code.maxUsesPerCustomer;
  if (limit !== null && holder.customerKey !== null) {
    const used = await repo.countUsesBy(tx, {
      codeId: code.id,
      customerKey: holder.customerKey,
      exceptCheckout: holder.checkoutId,
    });
    if (used >= limit) return refuse('used_by_you');
  }
  const mine = uses.find((redemption) => redemption.codeId === code.id);
  const use = { ...holder, codeId: code.id };
  if (mine?.state === 'held') await repo.upsertRedemption(tx, { ...use, state: 'held' });
  else await repo.insertUse(tx, use);
  return ok(null);
}

/** Ids of the codes of which a checkout holds a use. */
export function heldCodes(uses: readonly repo.Redemption[]): string[] {
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
    await repo.updateHeld(tx, { checkoutId, codeId, state: 'released', customerKey: null });
  }
}

/**
 * Redeems a checkout's held use, or takes a new one if it was released, and releases its uses of
 * other codes. Returns false without changes if no use is left.
 */
export async function redeemCode(tx: Db, codeId: string, { uses, ...holder }: Holder): Promise<boolean> {
  const mine = uses.find((one) => one.codeId === codeId);
  if (mine?.state !== 'redeemed') {
    if (mine?.state !== 'held' && !(await repo.takeUse(tx, { ...holder, codeId }))) return false;
    await repo.updateHeld(tx, { ...holder, codeId, state: 'redeemed' });
  }
  await releaseCodes(tx, { checkoutId: holder.checkoutId, uses }, codeId);
  return true;
}
