import type { Ctx } from '#platform/ctx.server.ts';
import { notFound } from '#platform/http/errors.server.ts';
import { pictureResponse } from '#platform/http/picture.server.ts';
import { newRoutes } from '#platform/http/routes.server.ts';
import type { ShopRoutes } from '#platform/http/visitor.server.ts';

import { pictureFile } from './product-images.server.ts';

/** Uploaded pictures of the product: another picture has another address. */
export function pictureRoutes(ctx: Pick<Ctx, 'db'>): ShopRoutes {
  const routes = newRoutes();
  routes.get('/product-images/:file', async (c) => {
    const found = await pictureFile(ctx.db, c.req.param('file'));
    if (found === null) throw notFound();
    return pictureResponse(found, 'yearly');
  });
  return routes;
}
