import { customerOf } from '#modules/accounts/guard.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { notFound } from '#platform/http/http-error.server.ts';
import { pictureResponse } from '#platform/http/picture.server.ts';
import { newRoutes } from '#platform/http/routes.server.ts';
import type { ShopRoutes } from '#platform/http/visitor.server.ts';

import { photoCall } from './habit-tracker.schema.ts';
import { progressPhoto } from './habit-tracker.server.ts';

export function habitTrackerRoutes(ctx: Ctx): ShopRoutes {
  const routes = newRoutes();
  routes.openapi(photoCall, async (c) => {
    const { id: userId } = customerOf(c.get('visitor'));
    const bytes = await progressPhoto(ctx.db, userId, c.req.valid('param').id);
    if (bytes === null) throw notFound();
    return pictureResponse({ kind: 'image/webp', bytes }, 'never');
  });
  return routes;
}
