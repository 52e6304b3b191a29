import type { Context } from 'hono';

import type { Ctx } from '#platform/ctx.server.ts';
import { ensureCartToken } from '#platform/http/guest-cookie.server.ts';
import { newRoutes } from '#platform/http/routes.server.ts';
import type { ShopEnv, ShopRoutes, Visitor } from '#platform/http/visitor.server.ts';
import { comparedPrice } from '#modules/buying/catalog/price-history/rules.ts';
import { unitPrice } from '#modules/buying/catalog/rules.ts';
import { goodsPromotions } from '#modules/buying/discounts/promotions/rules.ts';
import { dollars } from '#shared/money.ts';
import { ok } from '#shared/result.ts';

import {
  addCall,
  changeCall,
  clearBuyNowCall,
  clearCall,
  readCall,
  removeCall,
  type CartLineWire,
} from './contract.ts';
import { pricedLine, promotionsOf, type CartLine } from './rules.ts';
import {
  addToCart,
  cartLines,
  cartSentence,
  changeQuantity,
  clearBuyNow,
  clearCart,
  removeLine,
  type CartResult,
} from './service.server.ts';

function lineOnWire(line: CartLine): CartLineWire {
  const { id, quantity, product } = line;
  return {
    id,
    product_id: product.id,
    quantity,
    product: {
      name: product.name,
      price: dollars(comparedPrice(product) ?? unitPrice(product)),
      sale_price: product.salePriceCents === null ? null : dollars(product.salePriceCents),
      image_url: product.imageUrl,
    },
    available: product.available,
    promoted: pricedLine(line).promoted && goodsPromotions(product.promotions).length > 0,
  };
}

function cartOnWire(lines: readonly CartLine[]) {
  const promotions = [...promotionsOf(lines)];
  return { items: lines.map(lineOnWire), ...(promotions.length === 0 ? {} : { promotions }) };
}

function answer(c: Context<ShopEnv>, result: CartResult<CartLine[]>) {
  if (result.ok) return c.json(cartOnWire(result.value), 200);
  return c.json({ error: result.reason, message: cartSentence(result), available: result.available ?? null }, 422);
}

/** The calls of a cart; `onChanged` hears of a visitor who may just have taken something out of one. */
export function cartRoutes(ctx: Ctx, onChanged: (visitor: Visitor) => void): ShopRoutes {
  const routes = newRoutes();
  const changed = (c: Context<ShopEnv>, result: CartResult<CartLine[]>) => {
    if (result.ok) onChanged(c.get('visitor'));
    return answer(c, result);
  };
  routes.openapi(readCall, async (c) => {
    const lines = await cartLines(ctx.db, c.get('visitor'));
    return c.json(cartOnWire(lines), 200);
  });
  routes.openapi(addCall, async (c) => {
    const { product_id, quantity, session_id } = c.req.valid('json');
    const visitor = ensureCartToken(c, ctx.settings);
    const addition = { productId: product_id, quantity, sessionId: session_id ?? null };
    return answer(c, await addToCart(ctx.db, visitor, addition));
  });
  routes.openapi(changeCall, async (c) => {
    const { quantity } = c.req.valid('json');
    return changed(c, await changeQuantity(ctx.db, c.get('visitor'), { lineId: c.req.param('id'), quantity }));
  });
  routes.openapi(removeCall, async (c) => {
    return changed(c, ok(await removeLine(ctx.db, c.get('visitor'), c.req.param('id'))));
  });
  routes.openapi(clearCall, async (c) => {
    await clearCart(ctx.db, c.get('visitor'));
    return changed(c, ok([]));
  });
  routes.openapi(clearBuyNowCall, async (c) => {
    await clearBuyNow(ctx.db, c.get('visitor'), c.req.param('id'));
    return changed(c, ok([]));
  });
  return routes;
}
