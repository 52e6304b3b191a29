import type { Ctx } from '#platform/ctx.server.ts';
import { HttpError } from '#platform/http/errors.server.ts';
import { newRoutes } from '#platform/http/routes.server.ts';
import type { ShopRoutes } from '#platform/http/visitor.server.ts';
import type { Limit, Limits } from '#platform/limits/limits.server.ts';
import { visitorKey } from '#platform/limits/visitor-limits.server.ts';

import { askCall, exitOfferRefusals } from './exit-offer.schema.ts';
import { secondsUntil } from './exit-offer.ts';
import { makeExitOffer } from './exit-offer.server.ts';

const perHour: Limit = { name: 'exit-offer', points: 10, seconds: 3_600 };

export function exitOfferRoutes(ctx: Ctx, limits: Limits): ShopRoutes {
  const routes = newRoutes();
  routes.openapi(askCall, async (c) => {
    const visitor = c.get('visitor');
    if (!(await limits.take(perHour, visitorKey(visitor)))) {
      throw new HttpError(429, 'too_many_requests', 'Too many requests. Please try again later.');
    }
    const offer = await makeExitOffer(ctx, visitor, c.req.valid('json').checkout_id);
    if (!offer.ok) return c.json({ error: offer.reason, message: exitOfferRefusals[offer.reason] }, 422);
    const { code, replaces } = offer.value;
    const endsAt = code.endsAt ?? ctx.now();
    const seconds_left = secondsUntil(endsAt, ctx.now());
    return c.json({ code: code.code, name: code.name, ends_at: endsAt.toISOString(), seconds_left, replaces }, 200);
  });
  return routes;
}
