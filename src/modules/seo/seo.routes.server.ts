import { publishedContent, publishedSite } from '#modules/content/content.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { newRoutes } from '#platform/http/routes.server.ts';
import type { ShopRoutes } from '#platform/http/visitor.server.ts';

import { robots, securityText, sitemap, webManifest } from './sitemap.ts';

/** Present paths for the sitemap, in order, and path prefixes that crawlers should skip. */
type Addresses = { listed: () => Promise<string[]>; uncrawled: readonly string[] };

/** Icons of an empty shop. */
const builtIcons = [
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
];

const forAnHour = 'public, max-age=3600';

/**
 * Serves the files for crawlers and home screens. They are the same for everyone and use the shop's
 * public URL.
 */
export function seoRoutes(ctx: Ctx, { listed, uncrawled }: Addresses): ShopRoutes {
  const { settings } = ctx;
  const routes = newRoutes();
  const serve = (path: string, type: string, body: () => Promise<string> | string) =>
    routes.get(path, async (c) => c.body(await body(), 200, { 'Content-Type': type, 'Cache-Control': forAnHour }));
  serve('/sitemap.xml', 'application/xml; charset=utf-8', async () => sitemap(settings.publicUrl, await listed()));
  serve('/robots.txt', 'text/plain; charset=utf-8', () => robots(settings.publicUrl, uncrawled));
  serve('/site.webmanifest', 'application/manifest+json', async () => {
    const { site, theme } = await publishedContent(ctx);
    const { name, description } = site;
    const { rose: themeColor, cream: pageColor } = theme.colors;
    const { src } = theme.logo.icon;
    const icons = src === '' ? builtIcons : [{ src, sizes: '512x512', type: 'image/png' }];
    return JSON.stringify(webManifest({ name, description, themeColor, pageColor, icons }));
  });
  serve('/.well-known/security.txt', 'text/plain; charset=utf-8', async () => {
    const { supportEmail } = (await publishedSite(ctx)).facts;
    return securityText({ publicUrl: settings.publicUrl, contact: supportEmail, now: ctx.now() });
  });
  // Used by password managers, https://w3c.github.io/webappsec-change-password-url/
  routes.get('/.well-known/change-password', (c) => c.redirect('/account/security', 302));
  return routes;
}
