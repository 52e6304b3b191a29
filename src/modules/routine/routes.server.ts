import { createRoute } from '@hono/zod-openapi';

import { customerOf } from '#modules/accounts/guard.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { notFound } from '#platform/http/errors.server.ts';
import { newRoutes } from '#platform/http/routes.server.ts';
import type { ShopRoutes } from '#platform/http/visitor.server.ts';

import { photoParams } from './contract.ts';
import { progressPhoto } from './service.server.ts';

const photo = createRoute({
  method: 'get',
  path: '/progress-photos/{id}',
  summary: 'A progress photo, for the customer whose it is',
  request: { params: photoParams },
  responses: { 200: { description: 'The photo' }, 401: { description: 'Nobody is signed in' } },
});

export function routineRoutes(ctx: Ctx): ShopRoutes {
  const routes = newRoutes();
  routes.openapi(photo, async (c) => {
    const { id: userId } = customerOf(c.get('visitor'));
    const bytes = await progressPhoto(ctx.db, userId, c.req.valid('param').id);
    if (bytes === null) throw notFound();
    const headers = {
      'Cache-Control': 'private, no-store',
      'Content-Type': 'image/webp',
      'Content-Security-Policy': "default-src 'none'",
    };
    return c.body(new Uint8Array(bytes), 200, headers);
  });
  return routes;
}
