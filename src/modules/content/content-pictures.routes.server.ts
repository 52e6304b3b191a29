import type { Ctx } from '#platform/ctx.server.ts';
import { notFound } from '#platform/http/http-error.server.ts';
import { pictureResponse } from '#platform/http/picture.server.ts';
import { newRoutes } from '#platform/http/routes.server.ts';
import type { ShopRoutes } from '#platform/http/visitor.server.ts';

import { contentPictureFile } from './content-pictures.server.ts';

/**
 * Serves uploaded pictures of documents. They can be cached for a year because a new picture has a
 * new address.
 */
export function contentPictureRoutes(ctx: Pick<Ctx, 'db'>): ShopRoutes {
  const routes = newRoutes();
  routes.get('/content-pictures/:file', async (c) => {
    const found = await contentPictureFile(ctx.db, c.req.param('file'));
    if (found === null) throw notFound();
    return pictureResponse(found, 'yearly');
  });
  return routes;
}
