const escaped: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

function xml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => escaped[sign] ?? sign);
}

/** The sitemap of the given paths under the shop's public address. */
export function sitemap(publicUrl: string, paths: readonly string[]): string {
  const urls = paths.map((path) => `  <url><loc>${xml(publicUrl + path)}</loc></url>\n`).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}</urlset>\n`;
}

/** What crawlers may fetch, and where the sitemap is. */
export function robots(publicUrl: string, uncrawled: readonly string[]): string {
  const lines = uncrawled.map((path) => `Disallow: ${path}\n`).join('');
  return `User-agent: *\n${lines}\nSitemap: ${publicUrl}/sitemap.xml\n`;
}

type Brand = { name: string; description: string };

/** How the shop looks on a home screen; the colours are those of `app.css`. */
export function webManifest({ name, description }: Brand) {
  return {
    name,
    short_name: name,
    description,
    start_url: '/',
    scope: '/',
    display: 'browser',
    theme_color: '#f43f5e',
    background_color: '#fdf6f2',
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
  };
}
