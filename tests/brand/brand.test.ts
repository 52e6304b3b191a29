import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { site as ourSite } from '#content/site.ts';

import { startShopServer, type ShopServer } from '../e2e/support/shop-server.ts';
import { desktop, fillCard, fillForm, launchBrowser, newShopper, payButton } from '../e2e/support/browser-visitors.ts';
import { crawl, type SitePage } from '../support/site-crawler.ts';
import { layOutBrand } from './build-brand.ts';
import { orderPrefix, site } from './content/site.ts';

let brand: ReturnType<typeof layOutBrand>;
let shop: ShopServer;
let browser: Browser;
let pages: Map<string, SitePage>;
beforeAll(async () => {
  brand = layOutBrand('tests/brand/content');
  await brand.build();
  shop = await startShopServer({}, brand.folder);
  browser = await launchBrowser();
  pages = await crawl(shop.url);
});
afterAll(async () => {
  await browser.close();
  await shop.stop();
  brand.remove();
});

/** Names of the first brand, which the second must never show. */
const ours = new RegExp(`${ourSite.name}|red light|\\bwand\\b`, 'i');

test('replacing only the content folder gives all pages, each with a title and one main heading', () => {
  expect([...pages].filter(([, page]) => page.status >= 400).map(([path]) => path)).toEqual([]);
  const shown = [...pages].filter(([, page]) => page.status === 200);
  expect(shown.length).toBeGreaterThan(12);
  expect(shown.filter(([, page]) => page.headings.length !== 1).map(([path]) => path)).toEqual([]);
  expect(new Set(shown.map(([, page]) => page.title)).size).toBe(shown.length);
});

test('every page names the second brand and never the first', () => {
  const silent = [...pages].filter(([, page]) => page.status === 200 && !page.text.includes(site.name));
  expect(silent.map(([path]) => path)).toEqual([]);
  expect([...pages].filter(([, page]) => ours.test(page.html)).map(([path]) => path)).toEqual([]);
});

test('neither browser code nor machine-readable data names the first brand', async () => {
  const assets = join(brand.folder, 'build/client/assets');
  const scripts = readdirSync(assets).filter((name) => /\.(js|css)$/.test(name));
  expect(scripts.length).toBeGreaterThan(10);
  expect(scripts.filter((name) => ours.test(readFileSync(join(assets, name), 'utf8')))).toEqual([]);
  for (const file of ['/sitemap.xml', '/robots.txt', '/site.webmanifest']) {
    const answer = await fetch(shop.url + file);
    expect([file, answer.status, ours.test(await answer.text())]).toEqual([file, 200, false]);
  }
});

test('the product can be bought, and the order number and email carry the brand name', async () => {
  const { page, problems, leave } = await newShopper(browser, shop.url, desktop);
  await page.goto('/product');
  const add = page.getByRole('button', { name: /^Add to Cart/ });
  await add.first().click();
  await page.getByRole('button', { name: 'Secure Checkout' }).click();
  await page.getByLabel('Email', { exact: true }).waitFor();
  await fillForm(page, 'mia@example.com');
  await fillCard(page, '4242424242424242');
  await payButton(page).click();
  const line = page.getByText(new RegExp(`^Order ${orderPrefix}-`));
  await line.waitFor();
  const number = (await line.innerText()).replace('Order ', '').trim();
  await page.goto('/mailbox');
  await page.getByText(`Your ${site.name} order ${number} is confirmed`).waitFor();
  const mail = await page.frameLocator('iframe').locator('body').innerText();
  expect(mail).toContain(site.name);
  expect(ours.test(mail)).toBe(false);
  expect(problems).toEqual([]);
  await leave();
});
