import { pricedLine, promotionsOf } from '#modules/cart/cart-line.ts';
import { cartIdOf, linesOfCart } from '#modules/cart/cart.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { newRoutes } from '#platform/http/routes.server.ts';
import type { ShopRoutes } from '#platform/http/visitor.server.ts';
import type { Limits } from '#platform/limits/limits.server.ts';
import { visitorKey } from '#platform/limits/visitor-limits.server.ts';
import { centsFrom, dollars } from '#shared/money.ts';
import { refuse } from '#shared/result.ts';

import { secondsToNextTry, countedCodeAttempt } from './code-attempts.server.ts';
import { codeRefusals, validateCall } from './discounts.schema.ts';
import { codeAmount, goodsAfterPromotions } from './discount-code.ts';
import { isIssuedTo, typedCode, usableCode } from './discount-codes.server.ts';
import { hasUseLeft } from './redemptions.server.ts';

export function discountRoutes(ctx: Ctx, limits: Limits): ShopRoutes {
  const routes = newRoutes();
  routes.openapi(validateCall, async (c) => {
    const visitor = c.get('visitor');
    const { code: typed, subtotal = 0 } = c.req.valid('json');
    const cartId = await cartIdOf(ctx.db, visitor);
    const lines = cartId === null ? [] : await linesOfCart(ctx.db, cartId);
    // A Buy Now is not the regular cart: its subtotal comes from the browser, and applying the code
    // decides.
    const goods =
      lines.length === 0 ? centsFrom(subtotal) : goodsAfterPromotions(promotionsOf(lines), lines.map(pricedLine));
    const isIssued = async () => cartId !== null && isIssuedTo(ctx.db, typed, cartId);
    const from = { checkout: cartId ?? visitorKey(visitor), ip: visitor.ip, isIssued };
    const found = await countedCodeAttempt(limits, from, async () => {
      const usable = usableCode(ctx, { found: await typedCode(ctx.db, typed), goods, cartId });
      return usable.ok && !hasUseLeft(usable.value) ? refuse('used_up') : usable;
    });
    if (!found.ok) {
      const waitSeconds = await secondsToNextTry(limits, from);
      return c.json({ valid: false, reason: found.reason, error: codeRefusals[found.reason], waitSeconds }, 200);
    }
    const { code, name } = found.value;
    const discountAmount = dollars(codeAmount(found.value, goods));
    return c.json({ valid: true, message: `${name} applied`, discountCode: { code, name }, discountAmount }, 200);
  });
  return routes;
}
