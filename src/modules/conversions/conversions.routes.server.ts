import { hasConsent } from '#modules/accounts/ads-consent.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { HttpError } from '#platform/http/http-error.server.ts';
import { newRoutes } from '#platform/http/routes.server.ts';
import type { ShopRoutes } from '#platform/http/visitor.server.ts';
import type { Limit, Limits } from '#platform/limits/limits.server.ts';
import { consumeVisitorPoint } from '#platform/limits/visitor-limits.server.ts';

import { trackConversionCall } from './conversions.schema.ts';
import { sendSeenPurchase } from './conversions.server.ts';

const perHour: Limit = { name: 'track-conversion', points: 20, seconds: 3_600 };

export function conversionRoutes(ctx: Ctx, limits: Limits): ShopRoutes {
  const routes = newRoutes();
  routes.openapi(trackConversionCall, async (c) => {
    const { event_id: eventId } = c.req.valid('json');
    if (!(await consumeVisitorPoint(limits, perHour, c.get('visitor')))) {
      throw new HttpError(429, 'too_many_requests', 'Too many requests. Please try again later.');
    }
    if (hasConsent(c)) await sendSeenPurchase(ctx, eventId);
    return c.json({ success: true as const }, 200);
  });
  return routes;
}
