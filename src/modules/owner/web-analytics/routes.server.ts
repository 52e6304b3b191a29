import type { Ctx } from '#platform/ctx.server.ts';
import { newRoutes } from '#platform/http/routes.server.ts';
import type { ShopRoutes } from '#platform/http/visitor.server.ts';
import type { Limit, Limits } from '#platform/limits/limits.server.ts';

import { seenCall } from './contract.ts';
import { countVisit, type Person } from './service.server.ts';

const perMinute: Limit = { name: 'visits', points: 60, seconds: 60 };

type Counted = {
  /** The addresses at which visits are counted. */
  counted: ReadonlySet<string>;
  /** Which headline a visitor is shown. */
  variantOf: (person: Person) => string | null;
};

export function visitRoutes(ctx: Ctx, limits: Limits, { counted, variantOf }: Counted): ShopRoutes {
  const routes = newRoutes();
  routes.openapi(seenCall, async (c) => {
    const { ip, user } = c.get('visitor');
    // The shop's own people are no visitors, and a flood is not counted to its end.
    if (user?.role !== 'admin' && (await limits.take(perMinute, ip))) {
      const person = { ip, userAgent: c.req.header('user-agent') ?? '' };
      await countVisit(ctx, { ...person, seen: c.req.valid('json'), variant: variantOf(person), counted });
    }
    return c.json({ success: true as const }, 200);
  });
  return routes;
}
