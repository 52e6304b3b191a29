import type { Ctx } from '#platform/ctx.server.ts';
import { newRoutes } from '#platform/http/routes.server.ts';
import type { ShopRoutes } from '#platform/http/visitor.server.ts';
import type { Limit, Limits } from '#platform/limits/limits.server.ts';
import { takeVisitorPoint } from '#platform/limits/visitor-limits.server.ts';

import { placeAt } from './address-check.server.ts';
import { placeCall, suggestCall } from './address-suggestions.schema.ts';
import { addressSuggestions } from './address-suggestions.server.ts';

const perMinute: Limit = { name: 'address-suggestions', points: 60, seconds: 60 };

// Uses POST so that the typed text does not appear in URLs and logs.
export function suggestionRoutes(ctx: Ctx, limits: Limits): ShopRoutes {
  const routes = newRoutes();
  routes.openapi(suggestCall, async (c) => {
    const { query, country } = c.req.valid('json');
    const isAllowed = await takeVisitorPoint(limits, perMinute, c.get('visitor'));
    const suggestions = isAllowed ? await addressSuggestions(ctx, query, country) : [];
    return c.json({ suggestions }, 200);
  });
  routes.openapi(placeCall, async (c) => {
    const place = placeAt(c.req.valid('json'));
    const isAllowed = await takeVisitorPoint(limits, perMinute, c.get('visitor'));
    return c.json({ place: isAllowed ? place : null }, 200);
  });
  return routes;
}
