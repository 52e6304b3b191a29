import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { site as ourSite } from '#content/site.ts';
import type { Documents } from '#modules/content/documents.server.ts';

import { startShopServer, type ShopServer } from '../e2e/support/shop-server.ts';
import {
  desktop,
  fillCard,
  fillForm,
  goToCheckout,
  launchBrowser,
  newShopper,
  payButton,
} from '../e2e/support/browser-visitors.ts';
import { mailTo } from '../e2e/support/dev-mailbox.ts';
import { newPostgresDatabase } from '../support/postgres-database.ts';
import { crawl, type SitePage } from '../support/site-crawler.ts';

const run = promisify(execFile);

/** Second, minimal brand: a file of `npm run content -- export`. */
const brandFile = 'tests/brand/brand.json';
const { site } = (JSON.parse(readFileSync(brandFile, 'utf8')) as { documents: Documents }).documents;

let database: Awaited<ReturnType<typeof newPostgresDatabase>>;
let shop: ShopServer;
let browser: Browser;
let pages: Map<string, SitePage>;
beforeAll(async () => {
  browser = await launchBrowser();
  database = await newPostgresDatabase();
  // The samples of a demo shop are about the first brand's product. A live shop has none.
  const live = {
    SHOP_MODE: 'live',
    DATABASE_URL: database.url,
    SESSION_SECRET: 'a secret for tests that is long enough to sign with',
    PUBLIC_URL: 'https://shop.example',
    STRIPE_SECRET_KEY: 'sk_test_only_to_start',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_only_to_start',
    STRIPE_WEBHOOK_SECRET: 'whsec_only_to_start',
    SMTP_URL: 'smtp://127.0.0.1:9',
    RATE_LIMITS: 'on',
  };
  shop = await startShopServer(live);
  const command = ['--import', './scripts/stub-asset-urls.mjs', 'src/operate/content.ts', 'import'];
  const env = { ...process.env, NODE_ENV: 'production', ...live };
  await run(process.execPath, [...command, '--file', brandFile], { env });
  pages = await crawl(shop.url);
});
afterAll(async () => {
  await browser.close();
  await shop.stop();
  await database.drop();
});

/** Names of the first brand, which the second must never show. */
const ours = new RegExp(`${ourSite.name}|red light|\\bwand\\b`, 'i');

/** A page's path and what stands around a name on it. */
const around = (path: string, { index, input }: RegExpExecArray) => [
  path,
  input.slice(Math.max(0, index - 60), index + 60),
];

test('importing one file gives all pages, each with a title and one main heading', () => {
  expect([...pages].filter(([, page]) => page.status >= 400).map(([path]) => path)).toEqual([]);
  const shown = [...pages].filter(([, page]) => page.status === 200);
  expect(shown.length).toBeGreaterThan(12);
  expect(shown.filter(([, page]) => page.headings.length !== 1).map(([path]) => path)).toEqual([]);
  expect(new Set(shown.map(([, page]) => page.title)).size).toBe(shown.length);
});

test('every page names the second brand and never the first', () => {
  const silent = [...pages].filter(([, page]) => page.status === 200 && !page.text.includes(site.name));
  expect(silent.map(([path]) => path)).toEqual([]);
  const named = [...pages].flatMap(([path, { html }]) =>
    [...html.matchAll(new RegExp(ours, 'gi'))].map((found) => around(path, found)),
  );
  expect(named).toEqual([]);
});

test('neither browser code nor machine-readable data names the first brand', async () => {
  const assets = 'build/client/assets';
  const scripts = readdirSync(assets).filter((name) => /\.(js|css)$/.test(name));
  expect(scripts.length).toBeGreaterThan(10);
  expect(scripts.filter((name) => ours.test(readFileSync(join(assets, name), 'utf8')))).toEqual([]);
  for (const file of ['/sitemap.xml', '/robots.txt', '/site.webmanifest']) {
    const answer = await fetch(shop.url + file);
    expect([file, answer.status, ours.test(await answer.text())]).toEqual([file, 200, false]);
  }
});

test('the product can be bought, and the order number and email carry the brand name', async () => {
  // Only a demo shop has the payment sandbox and the mailbox.
  await shop.stop();
  shop = await startShopServer({ DATABASE_URL: database.url, SHOP_MODE: 'demo' });
  const { page, problems, leave } = await newShopper(browser, shop.url, desktop);
  // This suite runs beside builds and static checks, and tests words, not times.
  page.setDefaultTimeout(60_000);
  await page.goto('/product');
  const add = page.getByRole('button', { name: /^Add to Cart/ });
  await add.first().click();
  await goToCheckout(page);
  await fillForm(page, 'mia@example.com');
  await fillCard(page, '4242424242424242');
  await payButton(page).click();
  const line = page.getByText(new RegExp(`^Order ${site.orderPrefix}-`));
  await line.waitFor();
  const number = (await line.innerText()).replace('Order ', '').trim();
  const mail = await mailTo(page, 'mia@example.com', new RegExp(number));
  const mailbox = await (await page.request.get('/mailbox')).text();
  expect(mailbox).toContain(`Your ${site.name} order ${number} is confirmed`);
  expect(mail).toContain(site.name);
  expect(ours.test(mail)).toBe(false);
  expect(problems).toEqual([]);
  await leave();
});
