import type { Context } from 'hono';

import { compareAtPrice } from '#modules/catalog/price-history.ts';
import { unitPrice } from '#modules/catalog/product.ts';
import { goodsPromotions } from '#modules/promotions/promotions.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { ensureCartToken } from '#platform/http/guest-cookie.server.ts';
import { newRoutes } from '#platform/http/routes.server.ts';
import type { ShopEnv, ShopRoutes, Visitor } from '#platform/http/visitor.server.ts';
import { centsToDollars } from '#shared/money.ts';
import { ok } from '#shared/result.ts';

import { pricedLine, promotionsOf, type CartLine } from './cart-line.ts';
import {
  addCall,
  changeCall,
  clearBuyNowCall,
  clearCall,
  readCall,
  removeCall,
  type CartLineWire,
} from './cart.schema.ts';
import {
  addToCart,
  cartLines,
  cartSentence,
  changeQuantity,
  clearBuyNow,
  clearCart,
  linesFor,
  removeLine,
  type CartResult,
  type HeldUnits,
} from './cart.server.ts';

function lineOnWire(line: CartLine): CartLineWire {
  const { id, quantity, product } = line;
  return {
    id,
    product_id: product.id,
    quantity,
    product: {
      name: product.name,
      price: centsToDollars(compareAtPrice(product) ?? unitPrice(product)),
      sale_price: product.salePriceCents === null ? null : centsToDollars(product.salePriceCents),
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

/**
 * Callbacks into other modules. `onChanged` is called when a visitor may have removed units from a
 * cart.
 */
type Ports = { heldUnits: HeldUnits; onChanged: (visitor: Visitor) => void };

export function cartRoutes(ctx: Ctx, { heldUnits, onChanged }: Ports): ShopRoutes {
  const routes = newRoutes();
  const shown = async (c: Context<ShopEnv>, lines: CartLine[]) =>
    c.json(cartOnWire(await linesFor(lines, () => heldUnits(ctx.db, c.get('visitor')))), 200);
  const answer = async (c: Context<ShopEnv>, result: CartResult<CartLine[]>) => {
    if (result.ok) return shown(c, result.value);
    return c.json({ error: result.reason, message: cartSentence(result), available: result.available ?? null }, 422);
  };
  const changed = (c: Context<ShopEnv>, result: CartResult<CartLine[]>) => {
    if (result.ok) onChanged(c.get('visitor'));
    return answer(c, result);
  };
  routes.openapi(readCall, async (c) => {
    return shown(c, await cartLines(ctx.db, c.get('visitor')));
  });
  routes.openapi(addCall, async (c) => {
    const { product_id, quantity, session_id } = c.req.valid('json');
    const visitor = ensureCartToken(c, ctx.settings);
    const addition = { productId: product_id, quantity, sessionId: session_id ?? null, heldUnits };
    return answer(c, await addToCart(ctx.db, visitor, addition));
  });
  routes.openapi(changeCall, async (c) => {
    const { quantity } = c.req.valid('json');
    return changed(
      c,
      await changeQuantity(ctx.db, c.get('visitor'), { lineId: c.req.param('id'), quantity, heldUnits }),
    );
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
