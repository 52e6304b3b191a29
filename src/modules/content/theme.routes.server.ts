import { notFound } from '#platform/http/http-error.server.ts';
import { newRoutes } from '#platform/http/routes.server.ts';
import type { ShopRoutes } from '#platform/http/visitor.server.ts';

import { themeSheet } from './theme-stylesheet.server.ts';

/** Serves the style sheet of a theme, whose path holds its values. */
export function themeRoutes(): ShopRoutes {
  const routes = newRoutes();
  routes.get('/theme/:file', (c) => {
    const sheet = themeSheet(c.req.param('file'));
    if (sheet === null) throw notFound();
    const headers = {
      'Content-Type': 'text/css; charset=utf-8',
      'Cache-Control': 'public, max-age=31536000, immutable',
    };
    return c.body(sheet, 200, headers);
  });
  return routes;
}
