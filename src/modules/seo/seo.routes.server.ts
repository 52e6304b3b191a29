import type { Ctx } from '#platform/ctx.server.ts';
import { newRoutes } from '#platform/http/routes.server.ts';
import type { ShopRoutes } from '#platform/http/visitor.server.ts';

import { robots, securityText, sitemap, webManifest } from './sitemap.ts';

/** Addresses that searches may list, in the order of the sitemap, and beginnings of those that crawlers need not fetch. */
type Addresses = { listed: readonly string[]; uncrawled: readonly string[] };

const forAnHour = 'public, max-age=3600';

/** The files that crawlers and home screens ask for: the same for everyone, made from the shop's public address. */
export function seoRoutes(
  { settings: { publicUrl }, now }: Ctx,
  { supportEmail: contact, ...brand }: Parameters<typeof webManifest>[0] & { supportEmail: string },
  { listed, uncrawled }: Addresses,
): ShopRoutes {
  const files = [
    { path: '/sitemap.xml', type: 'application/xml; charset=utf-8', body: sitemap(publicUrl, listed) },
    { path: '/robots.txt', type: 'text/plain; charset=utf-8', body: robots(publicUrl, uncrawled) },
    { path: '/site.webmanifest', type: 'application/manifest+json', body: JSON.stringify(webManifest(brand)) },
  ];
  const routes = newRoutes();
  for (const { path, type, body } of files) {
    routes.get(path, (c) => c.body(body, 200, { 'Content-Type': type, 'Cache-Control': forAnHour }));
  }
  routes.get('/.well-known/security.txt', (c) =>
    c.body(securityText({ publicUrl, contact, now: now() }), 200, {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': forAnHour,
    }),
  );
  // Password managers lead here, https://w3c.github.io/webappsec-change-password-url/
  routes.get('/.well-known/change-password', (c) => c.redirect('/account/security', 302));
  return routes;
}
