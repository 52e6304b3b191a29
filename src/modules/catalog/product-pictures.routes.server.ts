import type { Ctx } from '#platform/ctx.server.ts';
import { notFound } from '#platform/http/http-error.server.ts';
import { pictureResponse } from '#platform/http/picture.server.ts';
import { newRoutes } from '#platform/http/routes.server.ts';
import type { ShopRoutes } from '#platform/http/visitor.server.ts';

import { pictureFile } from './product-images.server.ts';

/**
 * Serves uploaded product pictures. They can be cached for a year because a new picture has a new
 * URL.
 */
export function pictureRoutes(ctx: Pick<Ctx, 'db'>): ShopRoutes {
  const routes = newRoutes();
  routes.get('/product-images/:file', async (c) => {
    const found = await pictureFile(ctx.db, c.req.param('file'));
    if (found === null) throw notFound();
    return pictureResponse(found, 'yearly');
  });
  return routes;
}
