import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { demoAccounts } from '#content/demo-shop.ts';
import { navigation } from '#content/site.ts';

import { pageOfFile } from '#modules/accounts/sign-in.ts';

import { initialAddresses } from '../support/page-addresses.ts';
import { notFoundPage, pageRoutes, type Audience } from '../../src/pages/page-registry.ts';
import { ownPage } from './support/admin-pages.ts';
import { clara } from './support/sign-in.ts';
import { startShopServer, type ShopServer } from './support/shop-server.ts';

const closed = new Set<Audience>(['customer', 'admin']);

type Identity = 'guest' | 'customer' | 'admin';

let shop: ShopServer;
const cookies: Record<Identity, string> = { guest: '', customer: '', admin: '' };

async function signIn({ email, password }: { email: string; password: string }): Promise<string> {
  const headers = { ...ownPage(shop.url), 'content-type': 'application/json' };
  const body = JSON.stringify({ email, password });
  const answer = await fetch(`${shop.url}/api/auth/sign-in/email`, { method: 'POST', headers, body });
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0] ?? '')
    .join('; ');
}

beforeAll(async () => {
  shop = await startShopServer({ META_PIXEL_ID: '1234567890' });
  cookies.customer = await signIn(clara);
  cookies.admin = await signIn(demoAccounts[0] ?? { email: '', password: '' });
});
afterAll(() => shop.stop());

const html = { accept: 'text/html' };

const open = (path: string, who: Identity = 'guest', more: Record<string, string> = {}) =>
  fetch(shop.url + path, { redirect: 'manual', headers: { ...html, ...more, cookie: cookies[who] } });

/**
 * Fills each parameter with a value that names nothing. A visitor without access must not learn
 * what exists.
 */
const addressOf = (path: string) =>
  path.replaceAll(/:\w+/g, '5f0c1e9a-7a35-4c58-9d0e-1f6d3a2b4c99').replace('/*', '/nowhere');

/** Runs before any other request, so that nothing is cached yet. */
test.each(initialAddresses('cached'))(
  'HEAD of %s returns the headers of GET, even on the first request',
  async (path) => {
    const said = async (method: string) => {
      const { status, headers } = await fetch(shop.url + path, { method, headers: html });
      return [status, ...['cache-control', 'etag', 'vary', 'content-type'].map((name) => headers.get(name))];
    };
    expect(await said('HEAD')).toEqual(await said('GET'));
  },
);

describe.each([...pageRoutes, notFoundPage].map((page) => [page.path, page] as const))('%s', (path, page) => {
  const address = path === '/blog/:slug' ? '/blog/how-to-clean-the-wand' : addressOf(path);

  test('opens for its audience only', async () => {
    const sentTo = async (who: Identity) => {
      const answer = await open(address, who);
      const to = answer.headers.get('location');
      expect(answer.status).toBeLessThan(500);
      // An expired link also leads to /auth, but with a reason.
      return to === '/auth' || to?.startsWith('/auth?next=') === true ? to : 'opens';
    };
    const back = `/auth?next=${encodeURIComponent(pageOfFile(address))}`;
    const answers = [await sentTo('guest'), await sentTo('customer'), await sentTo('admin')];
    const signedInOnly = page.audience === 'admin' ? [back, '/auth', 'opens'] : [back, 'opens', 'opens'];
    expect(answers).toEqual(closed.has(page.audience) ? signedInOnly : ['opens', 'opens', 'opens']);
  });

  test('has the headers that the page table defines', async () => {
    const { headers, status } = await open(address, page.audience === 'customer' ? 'customer' : 'admin');
    const isListed = page.indexed === true && status === 200;
    expect(headers.get('x-robots-tag')).toBe(isListed ? null : 'noindex');
    expect(headers.get('cache-control')).toMatch(
      page.cached === true ? /^public, max-age=0, s-maxage=60,/ : /no-store/,
    );
    expect(headers.has('surrogate-key')).toBe(page.cached === true);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy.includes('connect.facebook.net')).toBe(page.measured === true);
    const closed = page.audience === 'bearer' ? 'no-referrer' : 'strict-origin';
    expect(headers.get('referrer-policy')).toBe(page.measured === true ? 'strict-origin-when-cross-origin' : closed);
  });
});

test.each(initialAddresses('cached'))(
  '%s is byte for byte the same for a stranger, a customer and an admin',
  async (path) => {
    const opened = [];
    for (const who of ['guest', 'customer', 'admin'] as const) {
      const answer = await open(path, who);
      expect([answer.headers.has('set-cookie'), answer.headers.get('vary')]).toEqual([false, 'accept-encoding']);
      opened.push(await answer.text());
    }
    expect(new Set(opened).size).toBe(1);
    // The page contains nothing of its visitor, however it was rendered.
    expect(await (await open(path, 'customer')).text()).not.toMatch(/(?:customer|admin)@halorosa\.example/i);
  },
);

test.each(initialAddresses('cached'))(
  'campaign parameters on %s show the cached page, and that response is not stored for others',
  async (path) => {
    const answer = await open(`${path}?utm_source=letter&fbclid=a.b`);
    const { headers } = answer;
    expect(['cache-control', 'surrogate-key', 'etag'].map((name) => headers.get(name))).toEqual([
      'no-store, no-transform',
      null,
      null,
    ]);
    expect(await answer.text()).toBe(await (await open(path)).text());
  },
);

test('every page marks its own link in the bar, and other pages mark none', async () => {
  const addresses = [...navigation.menu.map(({ to }) => to), '/nowhere', '/checkout', '/contact'];
  const marked: Record<string, string[]> = {};
  for (const address of [...addresses, ...addresses]) {
    const page = await (await open(address)).text();
    const links = [...page.matchAll(/<a aria-current="page"[^>]* href="([^"]*)"/g)].map(([, to = '']) => to);
    marked[address] = [...(marked[address] ?? []), links.join()];
  }
  const own = Object.fromEntries(navigation.menu.map(({ to }) => [to, [to, to]]));
  const none = ['', ''];
  expect(marked).toEqual({
    ...own,
    '/nowhere': none,
    '/checkout': none,
    '/contact': none,
  });
});

test.each([
  ['/account', 'customer'],
  ['/admin/orders', 'admin'],
  ['/product.data', 'customer'],
] as const)('%s is compressed for its audience, unless another site requests it', async (path, who) => {
  const headersFor = async (site: string, encoding: string) => {
    const { headers } = await open(path, who, {
      'sec-fetch-dest': path.endsWith('.data') ? 'empty' : 'document',
      'sec-fetch-site': site,
      'accept-encoding': encoding,
    });
    return [headers.get('content-encoding'), headers.get('vary')];
  };
  const vary = 'accept-encoding, sec-fetch-site';
  expect(await headersFor('same-origin', 'gzip, br')).toEqual(['br', vary]);
  expect(await headersFor('none', 'gzip')).toEqual(['gzip', vary]);
  expect(await headersFor('cross-site', 'gzip, br')).toEqual([null, vary]);
  expect(await headersFor('same-origin', 'identity')).toEqual([null, vary]);
});

test('a private page has the stated content length, also for HEAD', async () => {
  const answer = await open('/account', 'customer', { 'accept-encoding': 'identity' });
  expect(Number(answer.headers.get('content-length'))).toBe((await answer.bytes()).length);
  const head = await fetch(`${shop.url}/account`, { method: 'HEAD', headers: { cookie: cookies.customer } });
  expect([head.status, (await head.bytes()).length]).toEqual([200, 0]);
});

test.each(['/produc%74', '/%70roduct', '/PRODUCT'])('%s leads to /product and is stored nowhere', async (path) => {
  const { status, headers } = await open(path);
  expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([301, '/product', 'no-store']);
});

test('a page rendered for /product?x=1 is never served to another visitor at /product', async () => {
  const answer = await open('/product?x=1');
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store, no-transform']);
  const plain = await (await open('/product')).text();
  expect(plain).not.toContain('/product?x=1');
});

/** Headers that a browser sends when a visitor opens a URL. */
const document = { ...html, 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' };
const spellings = [
  '/Product',
  '/product/',
  '/product//',
  '//product',
  '/product.html',
  '/product.PHP',
  '/product/index.html',
];
const moreSpellings = [
  '/%70roduct',
  '/product%2F',
  '/product%20',
  '/product.',
  '/product).',
  '/product.data',
  '/product.html?x=1',
];

test.each([...spellings, ...moreSpellings])('a browser that opens %s gets the product page', async (path) => {
  const answer = await fetch(shop.url + path, { headers: document });
  expect([answer.status, new URL(answer.url).pathname.toLowerCase().replace(/\/+$/, '').replace('%70', 'p')]).toEqual([
    200,
    '/product',
  ]);
  expect(await answer.text()).toContain('<h1');
});

test.each(['/', '//', '/index.php', '/index.html', '/index.html/', '/_.data'])(
  'a browser that opens %s gets the landing page',
  async (path) => {
    const answer = await fetch(shop.url + path, { headers: document });
    expect([answer.status, new URL(answer.url).pathname.replace('//', '/')]).toEqual([200, '/']);
  },
);

test.each([
  '/api',
  '/api/nothing',
  '/api/review-images/xyz',
  '/api/reviews?page=x',
  '/nothing.data',
  '/assets/nothing.js',
  '/wp-login.php',
  '//evil.example',
  '/%00',
  '/%',
])('a browser that opens %s, which does not exist, gets the not-found page', async (path) => {
  const answer = await fetch(shop.url + path, { headers: document });
  expect(answer.status).toBeOneOf([400, 404]);
  expect(new URL(answer.url).origin).toBe(shop.url);
  expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
  expect(await answer.text()).toContain('<h1');
});

test('the former address of the automations redirects to the present one with its query', async () => {
  const answer = await fetch(`${shop.url}/admin/letters?days=7`, { headers: document, redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([301, '/admin/automations?days=7']);
});

test('a script that requests a missing URL gets data, not a page', async () => {
  const headers = { 'sec-fetch-dest': 'empty', accept: '*/*' };
  const types = ['/api/nothing', '/product.data'].map(async (path) => {
    const { headers: said } = await fetch(shop.url + path, { headers, redirect: 'manual' });
    return said.get('content-type');
  });
  expect(await Promise.all(types)).toEqual(['application/json', 'text/x-script']);
});

test.each(['/', '/?x=1', '/quiz', '/auth', '/nothing', '/api/nothing'])(
  'proxies are asked not to transform the page at %s',
  async (path) => {
    const answer = await fetch(shop.url + path, { headers: document });
    expect(answer.headers.get('cache-control')).toMatch(/, no-transform$/);
  },
);

test('no spelling of a URL opens an admin page to others', async () => {
  for (const path of ['/ADMIN/orders', '/admin/order%73', '/admin//orders', '/admin/orders/', '/admin/orders.data']) {
    const answer = await open(path);
    const isRefused = answer.status === 404 || answer.status === 202 || answer.headers.get('location') !== null;
    expect([path, isRefused]).toEqual([path, true]);
    expect(await answer.text()).not.toContain('Order number, name or email');
  }
});

test("the security policy allows the renderer's scripts without exposing a nonce", async () => {
  for (const path of ['/', '/reviews', '/auth']) {
    const answer = await open(path);
    const hashes = answer.headers.get('content-security-policy')?.match(/'sha256-/g) ?? [];
    const scripts = (await answer.text()).match(/<script(?![^>]*(?:src=|application\/ld\+json))[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(2);
    expect(hashes).toHaveLength(scripts.length);
    expect(scripts.filter((tag) => tag.includes('nonce'))).toEqual([]);
  }
});
