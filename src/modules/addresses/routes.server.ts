import { customerOf } from '#modules/accounts/guard.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { endpoint } from '#platform/http/endpoint.server.ts';
import { newRoutes } from '#platform/http/routes.server.ts';
import type { ShopRoutes } from '#platform/http/visitor.server.ts';

import { addressesOutput } from './contract.ts';
import { addressesOf } from './service.server.ts';

const list = endpoint(
  'get',
  '/addresses',
  'The addresses of the signed-in customer, the default first',
  addressesOutput,
);

export function addressRoutes(ctx: Ctx): ShopRoutes {
  const routes = newRoutes();
  routes.openapi(list, async (c) => {
    const { id } = customerOf(c.get('visitor'));
    return c.json({ addresses: await addressesOf(ctx.db, id) }, 200);
  });
  return routes;
}
