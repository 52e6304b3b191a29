import type { Context } from 'hono';

import type { Ctx } from '#platform/ctx.server.ts';
import { ensureCartToken } from '#platform/http/guest-cookie.server.ts';
import { newRoutes } from '#platform/http/routes.server.ts';
import type { ShopEnv, ShopRoutes, Visitor } from '#platform/http/visitor.server.ts';
import { ok } from '#shared/result.ts';

import type { CartLine } from './cart-line.ts';
import { addCall, changeCall, clearBuyNowCall, clearCall, readCall, removeCall } from './cart.schema.ts';
import {
  addToCart,
  cartLines,
  cartSentence,
  changeQuantity,
  clearBuyNow,
  clearCart,
  removeLine,
  type CartResult,
  type HeldUnits,
} from './cart.server.ts';
import { cartOnWire } from './cart-on-wire.server.ts';

/**
 * Callbacks into other modules. `onChanged` is called when a visitor may have removed units from a
 * cart.
 */
type Ports = { heldUnits: HeldUnits; onChanged: (visitor: Visitor) => void };

export function cartRoutes(ctx: Ctx, { heldUnits, onChanged }: Ports): ShopRoutes {
  const routes = newRoutes();
  const shown = async (c: Context<ShopEnv>, lines: CartLine[]) =>
    c.json(await cartOnWire(lines, () => heldUnits(ctx.db, c.get('visitor'))), 200);
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
