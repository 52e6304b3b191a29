import { readdirSync, readFileSync } from 'node:fs';

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startShopServer, type ShopServer } from '../e2e/support/shop-server.ts';
import { desktop, launchBrowser, newShopper } from '../e2e/support/browser-visitors.ts';
import { newPostgresDatabase } from '../support/postgres-database.ts';
import { crawl } from '../support/site-crawler.ts';

let database: Awaited<ReturnType<typeof newPostgresDatabase>>;
let shop: ShopServer;
let browser: Browser;
beforeAll(async () => {
  database = await newPostgresDatabase();
  browser = await launchBrowser();
  shop = await startShopServer({
    SHOP_MODE: 'live',
    DATABASE_URL: database.url,
    SESSION_SECRET: 'a secret for tests that is long enough to sign with',
    PUBLIC_URL: 'https://shop.example',
    STRIPE_SECRET_KEY: 'sk_test_only_to_start',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_only_to_start',
    STRIPE_WEBHOOK_SECRET: 'whsec_only_to_start',
    SMTP_URL: 'smtp://127.0.0.1:9',
    RATE_LIMITS: 'on',
  });
});
afterAll(async () => {
  await browser.close();
  await shop.stop();
  await database.drop();
});

/** Claims that only a shop with customers may make. */
const unproven = [
  /4\.9/,
  /4\.8/,
  /2,847/,
  /2,800\+/,
  /Only \d+ left/,
  />\s*Verified( purchase)?\s*</i,
  /\d+ days? ago/,
  /Demo store/,
];

const claims = (text: string) => unproven.filter((claim) => claim.test(text)).map(String);

test('a live shop on an empty database shows no rating, customer or stock that it cannot prove', async () => {
  const pages = await crawl(shop.url);
  expect(pages.size).toBeGreaterThan(12);
  // The visible text, and the structured data.
  const found = [...pages]
    .map(([path, { html }]) => [path, claims(html)] as const)
    .filter(([, list]) => list.length > 0);
  expect(found).toEqual([]);
});

test('the browser code contains none of the sample figures', () => {
  const folder = 'build/client/assets';
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(10);
  const withFigures = scripts.filter((name) => /2,847|2,800\+|4\.9\/5/.test(readFileSync(`${folder}/${name}`, 'utf8')));
  expect(withFigures).toEqual([]);
});

test('the running landing page shows no activity popup and no testimonials', async () => {
  const { page, problems, leave } = await newShopper(browser, shop.url, desktop);
  await page.goto('/');
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
  expect(await page.getByRole('complementary', { name: /activity/i }).count()).toBe(0);
  expect(await page.getByRole('region', { name: /customers say|testimonials/i }).count()).toBe(0);
  expect(claims(await page.locator('body').innerText())).toEqual([]);
  expect(problems).toEqual([]);
  await leave();
});
