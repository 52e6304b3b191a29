import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { promisesFreeShipping } from '#modules/content/claims-check.ts';

import { administer } from '../support/postgres-cluster.ts';
import { figuresByClaim, statements } from '../support/extract-claims.ts';
import { crawl, readPage, sentencesOf } from '../support/site-crawler.ts';

import { startShopServer, type ShopServer } from './support/shop-server.ts';

/** Answers that lead to each of the four results. */
const concerns = ['acne', 'aging', 'dullness', 'sensitivity'];
const quizPaths = concerns.map(
  (concern) => `/quiz?step=5&primaryConcern=${concern}&age=30-44&experience=beginner&timeline=1-month`,
);

/** Opens the checkout with one unit, as a browser without scripts does. */
async function checkoutOf(url: string): Promise<Response> {
  const headers = { origin: url, 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' };
  const html = await (await fetch(`${url}/product`)).text();
  const id = /name="product_id" value="([^"]+)"/.exec(html)?.[1] ?? '';
  const body = new URLSearchParams({ form: 'add', product_id: id, quantity: '1' });
  const added = await fetch(`${url}/product`, { method: 'POST', redirect: 'manual', headers, body });
  const cookie = added.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  return fetch(`${url}/checkout`, { headers: { cookie } });
}

/** Returns the sentences of every public page, of the quiz results and of the checkout. */
async function sentencesOfShop(url: string): Promise<Map<string, string[]>> {
  const pages = new Map([...(await crawl(url))].map(([path, { sentences }]) => [path, sentences]));
  for (const path of quizPaths) pages.set(path, (await readPage(`${url}${path}`)).sentences);
  const checkout = await checkoutOf(url);
  expect(checkout.status).toBe(200);
  pages.set('/checkout', sentencesOf(await checkout.text()));
  return pages;
}

const liveSettings = {
  SHOP_MODE: 'live',
  PUBLIC_URL: 'https://shop.example',
  SESSION_SECRET: 'a secret for tests that is long enough to sign with',
  STRIPE_SECRET_KEY: 'sk_test_only_to_start',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_only_to_start',
  STRIPE_WEBHOOK_SECRET: 'whsec_only_to_start',
  SMTP_URL: 'smtp://127.0.0.1:9',
  RATE_LIMITS: 'on',
};

let demo: ShopServer;
let live: ShopServer;
/** An empty database of the live shop, because no live shop starts on that of a demo. */
const liveName = `live_${crypto.randomUUID().replaceAll('-', '')}`;
let databases: Record<'demo' | 'live', string>;
const onServer = (statement: string) => administer(new URL('/postgres', databases.demo).href, statement);

beforeAll(async () => {
  demo = await startShopServer();
  databases = { demo: demo.databaseUrl(), live: new URL(`/${liveName}`, demo.databaseUrl()).href };
  await onServer(`create database ${liveName}`);
  live = await startShopServer({ ...liveSettings, DATABASE_URL: databases.live });
}, 120_000);
afterAll(async () => {
  await live.stop();
  await onServer(`drop database if exists ${liveName} with (force)`);
  await demo.stop();
});

/** Runs a statement in the database of both shops. */
async function change(statement: string) {
  for (const connectionString of Object.values(databases)) {
    const database = new pg.Client({ connectionString });
    await database.connect();
    await database.query(statement);
    await database.end();
  }
}

const shops = { demo: () => demo, live: () => live };
const modes = ['demo', 'live'] as const;

/** Figure of each claim. A demo names what its two sample ratings count. */
const facts = {
  guarantee: ['30'],
  replacement: ['60'],
  refund: ['2', '5-7'],
  light: ['630-680'],
  head: ['27'],
  shipping: ['$100'],
};
const ratings = { 'rating by verified buyers': ['4.9'], 'rating by reviews': ['4.8'] };

/** Price, price before, saving, and the units that are bought together. */
const prices = new Set([
  '$120',
  '$120.00',
  '$59',
  '$59.00',
  '$61',
  '$61.00',
  '$118',
  '$118.00',
  '$177',
  '$177.00',
  '$39.33',
]);

test.each(modes)('the pages of a %s shop state one figure for each claim', async (mode) => {
  const pages = await sentencesOfShop(shops[mode]().url);
  const all = statements(pages);
  const { price = [], ...claims } = figuresByClaim(all);
  expect(claims).toEqual(mode === 'demo' ? { ...facts, ...ratings } : facts);
  expect(price.filter((figure) => !prices.has(figure))).toEqual([]);
  expect(price).toContain('$59');
  // The hand's reach is no angle of the head.
  const reach = [...pages].filter(([, sentences]) => sentences.some((one) => one.includes('270°')));
  for (const [path, sentences] of reach) {
    const [at, beside] = ['270°', '27°'].map((angle) => sentences.findIndex((one) => one.includes(angle)));
    expect([path, at !== undefined && beside !== undefined && (beside < 0 || Math.abs(at - beside) > 8)]).toEqual([
      path,
      true,
    ]);
  }
});

/** Says for each shop whether its landing page has the text. */
const isOnHome = (text: string) =>
  Promise.all(modes.map(async (mode) => (await readPage(`${shops[mode]().url}/`)).text.includes(text)));

const promised = (pages: ReadonlyMap<string, readonly string[]>) =>
  [...pages].flatMap(([path, sentences]) =>
    sentences.filter(promisesFreeShipping).map((sentence) => ({ path, sentence })),
  );

test('a standard option with a price ends every promise of free shipping at once', async () => {
  const before = await Promise.all(modes.map((mode) => sentencesOfShop(shops[mode]().url)));
  for (const pages of before) {
    const paths = new Set(promised(pages).map(({ path }) => path));
    expect([...paths]).toEqual(expect.arrayContaining(['/', '/product', '/about', '/checkout', ...quizPaths]));
    expect([...pages.values()].flat()).toContain('Free shipping on orders $100+ Now on every order');
  }
  expect([...(before[0]?.values() ?? [])].flat()).toContain('Limited Time Offer - Free Shipping on All Orders');

  await change('update shipping_options set price_cents = 499 where sort_order = 1');
  await expect.poll(() => isOnHome('Now on every order'), { timeout: 15_000 }).toEqual([false, false]);
  const after = await Promise.all(modes.map((mode) => sentencesOfShop(shops[mode]().url)));
  for (const pages of after) {
    expect(promised(pages).filter(({ sentence }) => !/on orders \$100\+/i.test(sentence))).toEqual([]);
    const all = [...pages.values()].flat();
    expect(all).toEqual(
      expect.arrayContaining([
        'Free shipping on orders $100+',
        'Free Shipping on Orders $100+',
        'Free Shipping On orders $100+',
        'Standard shipping is free on orders $100+.',
      ]),
    );
  }

  await change("delete from promotions where kind = 'free_shipping_over'");
  await expect.poll(() => isOnHome('$100+'), { timeout: 15_000 }).toEqual([false, false]);
  const without = await Promise.all(modes.map((mode) => sentencesOfShop(shops[mode]().url)));
  expect(without.flatMap(promised)).toEqual([]);
});
