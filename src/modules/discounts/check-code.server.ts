import { pricedLine, promotionsOf } from '#modules/cart/cart-line.ts';
import { cartIdOf } from '#modules/cart/cart.server.ts';
import { linesOfCart } from '#modules/cart/cart.queries.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';
import type { Limits } from '#platform/limits/limits.server.ts';
import { visitorKey } from '#platform/limits/visitor-limits.server.ts';
import { dollarsToCents, centsToDollars, type Cents } from '#shared/money.ts';
import { refuse, type Result } from '#shared/result.ts';

import { restoreCodeAttempt, secondsToNextTry, takeCodeAttempt, type CodeTry } from './code-attempts.server.ts';
import { codeAmount, goodsAfterPromotions, type CodeRefusal, type DiscountCode } from './discount-code.ts';
import { findCode } from './discount-codes.queries.server.ts';
import { isIssuedTo, usableCode } from './discount-codes.server.ts';
import { codeRefusals, type CodeAnswer, type TypedCode } from './discounts.schema.ts';
import { hasUseLeft } from './redemptions.server.ts';

type CheckedCode = { code: TypedCode; subtotal?: number | undefined };

type Lookup = { typed: TypedCode; goods: Cents; cartId: string | null; from: CodeTry };

/**
 * Looks a code up as one attempt. The attempt is taken first, because concurrent calls of one
 * shopper have no lease, and is returned if the code is right or no guess.
 */
async function lookUp(
  ctx: Ctx,
  limits: Limits,
  { typed, goods, cartId, from }: Lookup,
): Promise<Result<DiscountCode, CodeRefusal | 'too_many_attempts' | 'used_up'>> {
  const isTaken = await takeCodeAttempt(limits, from);
  if (!isTaken && !(await isIssuedTo(ctx.db, typed, cartId))) return refuse('too_many_attempts');
  const usable = usableCode(ctx, { found: await findCode(ctx.db, typed), goods, cartId });
  const found = usable.ok && !hasUseLeft(usable.value) ? refuse('used_up') : usable;
  if (isTaken && (found.ok || (await isIssuedTo(ctx.db, typed, cartId)))) await restoreCodeAttempt(limits, from);
  return found;
}

/** Says what a typed code would take off the visitor's cart. Applies and holds nothing. */
export async function checkCode(
  ctx: Ctx,
  visitor: Visitor,
  { code: typed, subtotal = 0, limits }: CheckedCode & { limits: Limits },
): Promise<CodeAnswer> {
  const cartId = await cartIdOf(ctx.db, visitor);
  const lines = cartId === null ? [] : await linesOfCart(ctx.db, cartId);
  // A Buy Now is not the regular cart: its subtotal comes from the browser, and applying the code
  // decides.
  const goods =
    lines.length === 0 ? dollarsToCents(subtotal) : goodsAfterPromotions(promotionsOf(lines), lines.map(pricedLine));
  const from = { shopperKey: cartId ?? visitorKey(visitor), ip: visitor.ip };
  const found = await lookUp(ctx, limits, { typed, goods, cartId, from });
  if (!found.ok) {
    const waitSeconds = await secondsToNextTry(limits, from);
    return { valid: false, reason: found.reason, error: codeRefusals[found.reason], waitSeconds };
  }
  const { code, name } = found.value;
  const discountAmount = centsToDollars(codeAmount(found.value, goods));
  return { valid: true, message: `${name} applied`, discountCode: { code, name }, discountAmount };
}
