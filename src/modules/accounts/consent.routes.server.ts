import type { Ctx } from '#platform/ctx.server.ts';
import { HttpError } from '#platform/http/errors.server.ts';
import { newRoutes } from '#platform/http/routes.server.ts';
import type { ShopRoutes } from '#platform/http/visitor.server.ts';
import type { Limit, Limits } from '#platform/limits/limits.server.ts';

import { decideCall } from './consent.schema.ts';
import { storeConsent } from './consent-cookie.server.ts';
import { consents } from './consent.tables.server.ts';

/**
 * Limit per address. It is high because an office or a phone network shares one address and
 * everyone in it is asked.
 */
const perHour: Limit = { name: 'consent', points: 600, seconds: 3_600 };

export function consentRoutes(ctx: Ctx, limits: Limits): ShopRoutes {
  const routes = newRoutes();
  routes.openapi(decideCall, async (c) => {
    const { ads, version } = c.req.valid('json');
    if (!(await limits.take(perHour, c.get('visitor').ip))) {
      throw new HttpError(429, 'too_many_requests', 'Too many requests. Please wait a minute.');
    }
    await ctx.db.insert(consents).values({ ads, version });
    storeConsent(c, ctx.settings, ads);
    return c.json({ success: true as const }, 200);
  });
  return routes;
}
