import { pricedLine } from '#modules/cart/rules.ts';
import { cartIdOf, linesOfCart } from '#modules/cart/service.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { endpointWithBody } from '#platform/http/endpoint.server.ts';
import { newRoutes } from '#platform/http/routes.server.ts';
import type { ShopRoutes } from '#platform/http/visitor.server.ts';
import type { Limit, Limits } from '#platform/limits/limits.server.ts';
import { dollars } from '#shared/money.ts';

import { codeRefusals, tooManyAttempts, validateInput, validateOutput } from './contract.ts';
import { codeAmount, goodsAfterPromotion } from './rules.ts';
import { hasUseLeft, usableCode } from './service.server.ts';

const wrongPerCart: Limit = { name: 'wrong-codes-cart', points: 3, seconds: 900 };
const perHour: Limit = { name: 'validate-discount', points: 20, seconds: 3_600 };

const validate = endpointWithBody(
  'post',
  '/validate-discount',
  'What a code would take off the cart',
  validateInput,
  validateOutput,
);

export function discountRoutes(ctx: Ctx, limits: Limits): ShopRoutes {
  const routes = newRoutes();
  routes.openapi(validate, async (c) => {
    const visitor = c.get('visitor');
    const attempts = visitor.cartToken ?? visitor.user?.id ?? visitor.ip;
    const allowed = (await limits.left(wrongPerCart, attempts)) && (await limits.take(perHour, visitor.ip));
    if (!allowed) return c.json({ valid: false, error: tooManyAttempts }, 200);
    const { code: typed, subtotal = 0 } = c.req.valid('json');
    const cartId = await cartIdOf(ctx.db, visitor);
    const lines = cartId === null ? [] : await linesOfCart(ctx.db, cartId);
    // A Buy Now is no cart: what it costs is told, and decided when the code is applied to it.
    const goods = lines.length === 0 ? Math.round(subtotal * 100) : goodsAfterPromotion(lines.map(pricedLine));
    const found = await usableCode(ctx, ctx.db, typed, { goods, cartId });
    const reason = !found.ok ? found.reason : hasUseLeft(found.value) ? null : 'used_up';
    if (!found.ok || reason !== null) {
      await limits.take(wrongPerCart, attempts);
      return c.json({ valid: false, error: codeRefusals[reason ?? 'used_up'] }, 200);
    }
    const { code, name } = found.value;
    const discountAmount = dollars(codeAmount(found.value, goods));
    return c.json({ valid: true, message: `${name} applied`, discountCode: { code, name }, discountAmount }, 200);
  });
  return routes;
}
