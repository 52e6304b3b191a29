import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startShopServer, type ShopServer } from './support/shop-server.ts';
import { desktop, launchBrowser, newShopper, phone } from './support/shopper.ts';

let shop: ShopServer;
let browser: Browser;
beforeAll(async () => {
  shop = await startShopServer({ LOG_LEVEL: 'warn' });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await shop.stop();
});

const addToCart = (page: Page) => page.getByRole('button', { name: /^Add to Cart/ }).first();
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Shopping Cart' });
const focusedName = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent);

test('on a phone the menu opens by keyboard, leads everywhere, and gives the focus back', async () => {
  const { page, problems, leave } = await newShopper(browser, shop.url, phone);
  await page.goto('/', { waitUntil: 'networkidle' });
  const toggle = page.getByRole('button', { name: 'Open menu' });
  await toggle.focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await menu.waitFor();
  expect(await menu.getByRole('link').allInnerTexts()).toEqual([
    'Home',
    'Shop',
    'Skin Quiz',
    'Science',
    'Reviews',
    'Track Order',
    'About',
    'Sign In',
  ]);
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'hidden' });
  expect(await focusedName(page)).toBe('Open menu');
  await toggle.click();
  await menu.getByRole('link', { name: 'Science' }).click();
  await page.waitForURL('**/science');
  expect(await menu.isVisible()).toBe(false);
  expect(problems).toEqual([]);
  await leave();
});

test('a new item is told for 2 s, counted on the bag, and the cart opens 500 ms later', async () => {
  const { page, leave } = await newShopper(browser, shop.url, desktop);
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const answered = page.waitForResponse((answer) => answer.url().endsWith('/api/cart/items'));
  await addToCart(page).click();
  await answered;
  const told = page.getByRole('status').getByText('4-in-1 Red Light Facial Wand - $59.00');
  await told.waitFor();
  await page.getByRole('button', { name: 'Open cart, 1 item' }).waitFor();
  await page.clock.runFor(499);
  expect(await drawer(page).isVisible()).toBe(false);
  await page.clock.runFor(1);
  await drawer(page).waitFor();
  await page.clock.runFor(1_499);
  expect(await told.count()).toBe(1);
  await page.clock.runFor(1);
  await told.waitFor({ state: 'detached' });
  await leave();
});

test('an add that fails on the landing page is told kindly for 4 s, with a short vibration', async () => {
  const { page, leave } = await newShopper(browser, shop.url, phone);
  await page.addInitScript(() => {
    const felt: unknown[] = [];
    Object.assign(window, { felt });
    navigator.vibrate = (pattern) => felt.push(pattern) > 0;
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.route('**/api/cart/items', (route) => route.abort());
  await addToCart(page).click();
  const told = page.getByRole('alert').getByText('Oops! Something went wrong 😔');
  await told.waitFor();
  expect(await page.getByRole('alert').innerText()).toContain('Please try again or contact support 💭');
  expect(await page.evaluate(() => (window as unknown as { felt: number[] }).felt)).toEqual([100]);
  await page.clock.runFor(3_999);
  expect(await told.count()).toBe(1);
  await page.clock.runFor(1);
  await told.waitFor({ state: 'detached' });
  await leave();
});

test('the one account control reads Sign In, Account or Admin, and leads there', async () => {
  const { page, leave } = await newShopper(browser, shop.url, desktop);
  const control = page.getByRole('banner').getByRole('link', { name: /^(Sign In|Account|Admin)$/ });
  await page.goto('/', { waitUntil: 'networkidle' });
  expect(await control.allInnerTexts()).toEqual(['Sign In']);
  for (const [email, password, shown, path] of [
    ['customer@halorosa.example', 'rose-garden-glow', 'Account', '/account'],
    ['admin@halorosa.example', 'rose-garden-admin', 'Admin', '/admin'],
  ] as const) {
    await page.context().clearCookies();
    const signedIn = await page.request.post('/api/auth/sign-in/email', {
      data: { email, password },
      headers: { origin: shop.url },
    });
    expect(signedIn.status()).toBe(200);
    await page.goto('/', { waitUntil: 'networkidle' });
    await expect.poll(() => control.allInnerTexts()).toEqual([shown]);
    await control.click();
    await page.waitForURL(path);
  }
  await leave();
});

test('a missing page says so, leads home, and its path is in the log, also when a link led there', async () => {
  const { page, leave } = await newShopper(browser, shop.url, desktop);
  const answer = await page.goto('/no-such-page');
  expect(answer?.status()).toBe(404);
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('404');
  await page.getByText('Oops! Page not found').waitFor();
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await page.waitForURL(`${shop.url}/`);
  await expect.poll(() => shop.said()).toContain('"path":"/no-such-page"');
  await leave();
});

test('a page that fails shows a card, and Try Again brings it', async () => {
  const { page, leave } = await newShopper(browser, shop.url, desktop);
  await page.goto('/science', { waitUntil: 'networkidle' });
  await page.route('**/track.data*', (route) => route.fulfill({ status: 500, body: 'broken' }));
  await page.getByRole('link', { name: 'Track Order' }).first().click();
  await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
  await page.unroute('**/track.data*');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await page.getByRole('heading', { name: 'Track Your Order' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/track');
  await leave();
});

test('from the landing page to the cart and the checkout by keyboard alone', async () => {
  const { page, leave } = await newShopper(browser, shop.url, desktop);
  await page.goto('/', { waitUntil: 'networkidle' });
  const press = async (name: RegExp) => {
    for (let steps = 0; steps < 60; steps += 1) {
      await page.keyboard.press('Tab');
      if (name.test((await focusedName(page)) ?? '')) return page.keyboard.press('Enter');
    }
    throw new Error(`no ${name} within 60 steps`);
  };
  await press(/^Add to Cart/);
  await drawer(page).waitFor();
  await press(/^Increase quantity/);
  await drawer(page).getByText('$118.00 USD').waitFor();
  await press(/^Secure Checkout/);
  await page.getByLabel('E-mail', { exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/checkout');
  await leave();
});
