import type { PaymentsCtx } from '#modules/payments/payments.server.ts';
import { ensureCartToken } from '#platform/http/guest-cookie.server.ts';
import { newRoutes } from '#platform/http/routes.server.ts';
import type { ShopRoutes } from '#platform/http/visitor.server.ts';
import type { Limits } from '#platform/limits/limits.server.ts';

import { buyNowCall } from './checkout.schema.ts';
import { buyNow, tooOften } from './buy-now.server.ts';

export function buyNowRoutes(ctx: PaymentsCtx, limits: Limits): ShopRoutes {
  const routes = newRoutes();
  routes.openapi(buyNowCall, async (c) => {
    const items = c.req.valid('json').items.map(({ id, quantity }) => ({ productId: id, quantity }));
    const result = await buyNow(ctx, limits, { visitor: ensureCartToken(c, ctx.settings), items });
    if (result.ok) return c.json({ url: result.url }, 200);
    return c.json({ error: result.reason, message: result.message }, result === tooOften ? 429 : 422);
  });
  return routes;
}
