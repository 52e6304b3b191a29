import type { Ctx } from '#platform/ctx.server.ts';
import { newRoutes } from '#platform/http/routes.server.ts';
import type { ShopRoutes } from '#platform/http/visitor.server.ts';

import { publicAddresses, uncrawled } from './pages.ts';
import { robots, sitemap, webManifest } from './rules.ts';

type Brand = Parameters<typeof webManifest>[0];

const forAnHour = 'public, max-age=3600';

/** The files that crawlers and home screens ask for: the same for everyone, made from the shop's public address. */
export function seoRoutes({ settings: { publicUrl } }: Ctx, brand: Brand): ShopRoutes {
  const files = [
    { path: '/sitemap.xml', type: 'application/xml; charset=utf-8', body: sitemap(publicUrl, publicAddresses) },
    { path: '/robots.txt', type: 'text/plain; charset=utf-8', body: robots(publicUrl, uncrawled) },
    { path: '/site.webmanifest', type: 'application/manifest+json', body: JSON.stringify(webManifest(brand)) },
  ];
  const routes = newRoutes();
  for (const { path, type, body } of files) {
    routes.get(path, (c) => c.body(body, 200, { 'Content-Type': type, 'Cache-Control': forAnHour }));
  }
  return routes;
}
