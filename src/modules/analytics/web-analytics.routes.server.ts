import type { Ctx } from '#platform/ctx.server.ts';
import { newRoutes } from '#platform/http/routes.server.ts';
import type { ShopRoutes } from '#platform/http/visitor.server.ts';
import type { Limit, Limits } from '#platform/limits/limits.server.ts';
import { isTeamRole } from '#shared/roles.ts';

import { pageViewCall } from './web-analytics.schema.ts';
import { recordPageView, type Person } from './web-analytics.server.ts';

/** Generous, because an office or a phone network shares one address. */
const perMinute: Limit = { name: 'visits', points: 600, seconds: 60 };

type Counting = {
  /** Returns the paths whose visits are counted. */
  counted: () => Promise<ReadonlySet<string>>;
  /** Returns the headline variant that a visitor is shown. */
  variantOf: (person: Person) => string | null;
};

export function webAnalyticsRoutes(ctx: Ctx, limits: Limits, { counted, variantOf }: Counting): ShopRoutes {
  const routes = newRoutes();
  routes.openapi(pageViewCall, async (c) => {
    const { ip, user } = c.get('visitor');
    // People of the admin do not count as visitors. Page views above the limit are not counted.
    if (!isTeamRole(user?.role) && (await limits.consume(perMinute, ip))) {
      const person = { ip, userAgent: c.req.header('user-agent') ?? '' };
      await recordPageView(ctx, {
        ...person,
        view: c.req.valid('json'),
        variant: variantOf(person),
        counted: await counted(),
      });
    }
    return c.json({ success: true as const }, 200);
  });
  return routes;
}
