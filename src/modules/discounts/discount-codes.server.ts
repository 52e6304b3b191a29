import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import type { Cents } from '#shared/money.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { codeRefusal, isUnguessable, issuedCode, type CodeRefusal, type DiscountCode } from './discount-code.ts';
import { findCode, insertCode } from './discount-codes.queries.server.ts';
import type { TypedCode } from './discounts.schema.ts';

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
    const stored = await insertCode(tx, row);
    if (stored !== null) return stored;
  }
}

/**
 * True when the shop issued the typed code to this cart alone, as with an exit offer, or to whoever
 * knows it, as in an email. Typing it is then no guess.
 */
export async function isIssuedTo(db: Db, typed: TypedCode, cartId: string | null): Promise<boolean> {
  if (cartId === null) return false;
  const found = await findCode(db, typed);
  return found !== null && (found.cartId === null ? isUnguessable(found) : found.cartId === cartId);
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
