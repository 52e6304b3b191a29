import { customerOf } from '#modules/accounts/guard.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { newRoutes } from '#platform/http/routes.server.ts';
import type { ShopRoutes } from '#platform/http/visitor.server.ts';

import { listCall } from './saved-addresses.schema.ts';
import { addressesOf } from './saved-addresses.server.ts';

export function addressRoutes(ctx: Ctx): ShopRoutes {
  const routes = newRoutes();
  routes.openapi(listCall, async (c) => {
    const { id } = customerOf(c.get('visitor'));
    return c.json({ addresses: await addressesOf(ctx.db, id) }, 200);
  });
  return routes;
}
