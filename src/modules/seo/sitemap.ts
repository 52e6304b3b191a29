const escaped: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

function xml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => escaped[sign] ?? sign);
}

/** Sitemap of the given paths under the shop's public URL. */
export function sitemap(publicUrl: string, paths: readonly string[]): string {
  const urls = paths.map((path) => `  <url><loc>${xml(publicUrl + path)}</loc></url>\n`).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}</urlset>\n`;
}

/** robots.txt: paths that crawlers should skip, and the sitemap's URL. */
export function robots(publicUrl: string, uncrawled: readonly string[]): string {
  const lines = uncrawled.map((path) => `Disallow: ${path}\n`).join('');
  return `User-agent: *\n${lines}\nSitemap: ${publicUrl}/sitemap.xml\n`;
}

type Brand = {
  name: string;
  description: string;
  themeColor: string;
  pageColor: string;
  icons: readonly { src: string; sizes: string; type: string }[];
};

/** Web app manifest: name, icons and colors on a home screen. */
export function webManifest({ name, description, themeColor, pageColor, icons }: Brand) {
  return {
    name,
    short_name: name,
    description,
    start_url: '/',
    scope: '/',
    display: 'browser',
    theme_color: themeColor,
    background_color: pageColor,
    icons,
  };
}

/** Days until security.txt expires; at most a year. */
const securityTextDays = 180;

/**
 * security.txt: the contact for reporting vulnerabilities, https://www.rfc-editor.org/rfc/rfc9116
 */
export function securityText({ publicUrl, contact, now }: { publicUrl: string; contact: string; now: Date }): string {
  const expires = new Date(now.getTime() + securityTextDays * 86_400_000);
  expires.setUTCHours(0, 0, 0, 0);
  const lines = [
    `Contact: mailto:${contact}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
  ];
  return `${lines.join('\n')}\n`;
}
