import type { Ctx } from '#platform/ctx.server.ts';
import { newRoutes } from '#platform/http/routes.server.ts';
import type { ShopRoutes } from '#platform/http/visitor.server.ts';

import { robots, securityText, sitemap, webManifest } from './sitemap.ts';

/** Paths for the sitemap, in order, and path prefixes that crawlers should skip. */
type Addresses = { listed: readonly string[]; uncrawled: readonly string[] };

const forAnHour = 'public, max-age=3600';

/**
 * Serves the files for crawlers and home screens. They are the same for everyone and use the shop's
 * public URL.
 */
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
  // Used by password managers, https://w3c.github.io/webappsec-change-password-url/
  routes.get('/.well-known/change-password', (c) => c.redirect('/account/security', 302));
  return routes;
}
