import { expect } from 'vitest';

import { site } from '#content/site.ts';

import { initialAddresses } from '../../../tests/support/page-addresses.ts';
import { testWithShop } from '../../../tests/support/shop-test.ts';

const test = testWithShop({ settings: { PUBLIC_URL: 'https://shop.example/' } });

test('the sitemap lists every public page under the public URL, and nothing else', async ({ shop }) => {
  const answer = await shop.app.request('/sitemap.xml');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8');
  const listed = [...(await answer.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1]);
  expect(listed).toEqual(initialAddresses('indexed').map((path) => `https://shop.example${path}`));
});

test('robots.txt disallows personal pages and names the sitemap', async ({ shop }) => {
  const answer = await shop.app.request('/robots.txt');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const lines = (await answer.text()).trim().split('\n');
  expect(lines).toEqual([
    'User-agent: *',
    'Disallow: /account',
    'Disallow: /admin',
    'Disallow: /api/',
    'Disallow: /checkout',
    'Disallow: /mailbox',
    '',
    'Sitemap: https://shop.example/sitemap.xml',
  ]);
});

test('no public page is disallowed in robots.txt', async ({ shop }) => {
  const text = await (await shop.app.request('/robots.txt')).text();
  const closed = [...text.matchAll(/^Disallow: (.+)$/gm)].map((match) => match[1] ?? '');
  expect(initialAddresses('indexed').filter((path) => closed.some((start) => path.startsWith(start)))).toEqual([]);
});

test('the manifest contains the brand name, its theme color and existing icons', async ({ shop }) => {
  const answer = await shop.app.request('/site.webmanifest');
  expect(answer.headers.get('content-type')).toBe('application/manifest+json');
  const manifest = (await answer.json()) as { name: string; theme_color: string; icons: { src: string }[] };
  expect(manifest).toMatchObject({ name: 'halorosa', short_name: 'halorosa', theme_color: '#f43f5e', start_url: '/' });
  expect(manifest.icons.map(({ src }) => src)).toEqual(['/icon-192.png', '/icon-512.png', '/favicon.svg']);
});

test('security.txt has a contact and expires within a year', async ({ shop }) => {
  const answer = await shop.app.request('/.well-known/security.txt');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  const fields = Object.fromEntries(
    (await answer.text())
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/s)),
  );
  expect(fields).toMatchObject({
    Contact: `mailto:${site.facts.supportEmail}`,
    'Preferred-Languages': 'en',
    Canonical: 'https://shop.example/.well-known/security.txt',
  });
  const days = (Date.parse(fields.Expires ?? '') - Date.now()) / 86_400_000;
  expect([days > 178, days <= 180]).toEqual([true, true]);
});

test('change-password redirects to the account page, and other well-known paths are not answered with 200', async ({
  shop,
}) => {
  const answer = await shop.app.request('/.well-known/change-password');
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/account/security']);
  const other = await shop.app.request(
    '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200',
  );
  expect(other.status).toBe(404);
});
