import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { clara, signInBy } from './support/sign-in.ts';
import { testWithShop } from './fixtures.ts';
import { fillCart, holdScripts, openWithCart, phone } from './support/browser-visitors.ts';

const test = testWithShop({ LOG_LEVEL: 'warn' });

const addToCart = (page: Page) => page.getByRole('button', { name: /^Add to Cart/ }).first();
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Shopping Cart' });
const landing = (page: Page) => page.getByRole('heading', { level: 1, name: 'Radiant skin in 1 minute a day' });
/** Does not wait, because a page that is not hydrated loads a new document. */
const go = (page: Page, way: 'back' | 'forward') => page.evaluate((one) => window.history[one](), way);
const focusedName = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent);

test('on a phone the menu opens by keyboard, links everywhere, and returns the focus', async ({ newShopper }) => {
  const { page, problems } = await newShopper(phone);
  await page.goto('/');
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
  await menu.waitFor({ state: 'hidden' });
  // Back leaves the menu as well as the page.
  await toggle.click();
  await menu.waitFor();
  await page.goBack();
  await menu.waitFor({ state: 'hidden' });
  expect(new URL(page.url()).pathname).toBe('/');
  expect(problems).toEqual([]);
});

test('a client navigation announces the page and moves the keyboard focus into it', async ({ shopper: { page } }) => {
  await page.goto('/contact');
  const said = page.getByRole('status').getByText(/ \| halorosa$/);
  expect(await said.count()).toBe(0);
  const link = page.getByRole('main').getByRole('link', { name: 'How do I return the wand?' });
  await link.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: /Return Policy$/ }).waitFor();
  expect(await said.allTextContents()).toEqual([await page.title()]);
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
});

test('Back works on a reloaded page, both hydrated and not yet hydrated', async ({ shopper: { page, problems } }) => {
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Shop' }).click();
  await page.waitForURL('**/product');
  await page.reload();
  await go(page, 'back');
  await landing(page).waitFor();
  await go(page, 'forward');
  await landing(page).waitFor({ state: 'detached' });
  const letRun = await holdScripts(page);
  await page.reload({ waitUntil: 'commit' });
  await go(page, 'back');
  letRun();
  await landing(page).waitFor();
  expect(problems).toEqual([]);
});

test.for([0, 5, 20, 40])('Back works %i ms after hydration', async (ms, { shopper: { page, problems } }) => {
  await page.goto('/');
  await page.evaluate(() => window.history.pushState(null, '', '/product'));
  await page.addInitScript((wait) => {
    if (location.pathname !== '/product') return;
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      if (Object.keys(document).some((key) => key.startsWith('__reactContainer')))
        setTimeout(() => history.back(), wait);
      else port2.postMessage(null);
    });
    port1.start();
    port2.postMessage(null);
  }, ms);
  await page.evaluate(() => setTimeout(() => location.reload()));
  await page.waitForFunction(() => location.pathname === '/');
  await landing(page).waitFor();
  expect(problems).toEqual([]);
});

test('a cart whose script cannot be loaded shows an error and is not requested endlessly', async ({ newShopper }) => {
  const { page } = await newShopper(phone);
  let requests = 0;
  await page.route(/\/assets\/shop-cart-drawer-[^/]*\.js$/, (route) => {
    requests += 1;
    return route.fulfill({ status: 404 });
  });
  await page.goto('/track');
  await page.getByRole('button', { name: 'Open cart, 0 items' }).click();
  await page.getByRole('alert').getByText('Failed to load cart items').waitFor();
  await page.getByRole('button', { name: 'Dismiss message' }).click();
  expect(requests).toBeLessThanOrEqual(3);
});

test('presses before hydration take effect at hydration', async ({ newShopper }) => {
  const { page, problems } = await newShopper(phone);
  for (const [path, button, dialog] of [
    ['/', 'Open menu', 'Menu'],
    ['/product', 'Open cart, 0 items', 'Shopping Cart'],
    ['/reviews?show=12', 'Get 15% off', '15% off your wand'],
  ] as const) {
    const letRun = await holdScripts(page);
    await page.goto(path, { waitUntil: 'commit' });
    await page.getByRole('button', { name: button }).click();
    letRun();
    await page.getByRole('dialog', { name: dialog }).waitFor();
    await page.unrouteAll({ behavior: 'wait' });
  }
  expect(problems).toEqual([]);
});

test('three presses of plus before hydration count three', async ({ newShopper }) => {
  const { page } = await newShopper(phone);
  const letRun = await holdScripts(page);
  await page.goto('/product', { waitUntil: 'commit' });
  for (let clickButton = 0; clickButton < 3; clickButton += 1)
    await page.getByRole('button', { name: /^Increase quantity/ }).click();
  letRun();
  const add = page.getByRole('button', { name: /^Add to Cart - / });
  await expect.poll(() => add.innerText()).toBe('Add to Cart - $177');
});

test.for(['Privacy choices', 'Get 15% off'])(
  'on a page of an older version without its files, "%s" reloads the page and works there',
  async (name, { newShopper }) => {
    const { page } = await newShopper(phone);
    await page.route(/\/assets\/(consent-question|capture-modal)-[^/]*\.js$/, (route) =>
      route.fulfill({ status: 404 }),
    );
    await page.goto('/track');
    const reloaded = page.waitForEvent('domcontentloaded');
    await page.getByRole('button', { name }).click();
    await reloaded;
    await page.unrouteAll();
    await page.getByRole('button', { name }).click();
    await page.getByRole('dialog').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(1);
  },
);

test('presses while offline show an error and keep the page, and work once online', async ({ newShopper }) => {
  const { page } = await newShopper(phone);
  await openWithCart(page, '/contact');
  await page.evaluate(() => Object.assign(window, { stays: true }));
  await page.context().setOffline(true);
  await page.getByLabel('Subject').fill('My order');
  for (const [button, message] of [
    ['Open cart, 0 items', 'Failed to load cart items'],
    ['Open menu', 'Can’t reach the shop'],
    ['Get 15% off', 'Can’t reach the shop'],
    ['Privacy choices', 'Can’t reach the shop'],
  ] as const) {
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('alert').getByText(message).first().waitFor();
    await page.getByRole('button', { name: 'Dismiss message' }).click();
  }
  expect(await page.evaluate(() => 'stays' in window)).toBe(true);
  expect(await page.getByLabel('Subject').inputValue()).toBe('My order');
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).waitFor();
  expect(await page.getByLabel('Subject').inputValue()).toBe('My order');
});

test('a link pressed while offline shows an error and keeps the page unless it opens a new tab, and works once online', async ({
  newShopper,
}) => {
  const { page } = await newShopper(phone);
  await openWithCart(page, '/');
  await page.context().setOffline(true);
  const contact = page.getByRole('contentinfo').getByRole('link', { name: 'Contact' });
  const opened = page.context().waitForEvent('page');
  await contact.click({ modifiers: ['Control'] });
  await (await opened).close();
  await contact.click();
  await page.getByRole('alert').getByText('Can’t reach the shop').waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  await page.context().setOffline(false);
  await contact.click();
  await page.waitForURL('**/contact');
});

test('without cookies the page explains why they are needed, and nothing is shown as added to the cart', async ({
  newShopper,
}) => {
  const { page } = await newShopper(phone);
  const browsing = await page.context().newCDPSession(page);
  await browsing.send('Emulation.setDocumentCookieDisabled', { disabled: true });
  await page.goto('/product');
  const why = 'The cart, the checkout and signing in need them.';
  await page.getByRole('complementary', { name: 'Notices' }).getByText(why).waitFor();
  await addToCart(page).click();
  await page.getByRole('alert').getByText(why).waitFor();
  expect(await page.getByText('Added to cart').count()).toBe(0);
  await browsing.send('Emulation.setDocumentCookieDisabled', { disabled: false });
  await page.reload();
  expect(await page.getByText(why).count()).toBe(0);
});

test('sections below the first view hydrate on first use, and a press before that takes effect', async ({
  newShopper,
}) => {
  const { page, problems } = await newShopper(phone);
  let run = () => {};
  const scripts = new Promise<void>((done) => {
    run = done;
  });
  const below: string[] = [];
  await page.route(/\/assets\/(below-hero|shop-cart-drawer)-[^/]*\.js$/, (route) => {
    below.push(new URL(route.request().url()).pathname.replace(/.*\/|-.*/g, ''));
    return scripts.then(() => route.continue());
  });
  await page.goto('/');
  expect(below).toEqual([]);
  await page.getByRole('button', { name: 'Play video' }).first().click();
  await expect.poll(() => below.toSorted()).toEqual(['below', 'shop']);
  expect(await page.locator('video').count()).toBe(0);
  run();
  await page.getByRole('button', { name: 'Pause video' }).waitFor();
  expect(problems).toEqual([]);
});

test('without JavaScript a phone has the whole navigation', async ({ newPlainPage }) => {
  const { page } = await newPlainPage({ viewport: phone });
  await page.goto('/');
  expect(await page.getByRole('banner').getByRole('button').count()).toBe(0);
  const dead = page.locator('button:not([aria-current])').filter({ visible: true });
  expect(await dead.evaluateAll((all) => all.filter((one) => !one.matches('form [type=submit]')).length)).toBe(0);
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Skin Quiz' }).click();
  await page.waitForURL('**/quiz');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
});

test('on a phone every footer control is 44 px high', async ({ newShopper }) => {
  const { page } = await newShopper(phone);
  await page.goto('/');
  const low = await page
    .getByRole('contentinfo')
    .locator('a, button')
    .evaluateAll((all) => all.flatMap((one) => (one.getBoundingClientRect().height < 44 ? [one.textContent] : [])));
  expect(low).toEqual([]);
});

test('from the first wand on the cart says that the third is free, and with three it shows the saving', async ({
  newShopper,
}) => {
  const { page } = await newShopper(phone);
  await page.goto('/');
  await addToCart(page).click();
  await drawer(page).waitFor();
  const free = drawer(page).getByRole('button', { name: 'Add one more, it’s free' });
  expect(await free.count()).toBe(0);
  await drawer(page).getByRole('button', { name: 'Buy one more and the third is free' }).click();
  await free.click();
  await drawer(page).getByText('$177.00 USD').waitFor();
  await drawer(page).getByText('-$59.00').waitFor();
  await drawer(page).getByText('$118.00 USD').waitFor();
  expect(await free.count()).toBe(0);
  await drawer(page).locator('[role=status]:focus', { hasText: 'Buy 2 Get 1 Free' }).waitFor();
  // In landscape the cart list fits without scrolling.
  await page.setViewportSize({ width: phone.height, height: phone.width });
  expect(
    await drawer(page)
      .locator('ul')
      .evaluate((list) => list.scrollHeight - list.clientHeight),
  ).toBe(0);
});

test('a new item is announced for 2 s, counted on the bag, and the cart opens after 500 ms', async ({
  shopper: { page },
}) => {
  await page.goto('/');
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const answered = page.waitForResponse((answer) => answer.url().endsWith('/api/cart/items'));
  await addToCart(page).click();
  await answered;
  const announcement = page.getByText('4-in-1 Red Light Facial Wand - $59.00');
  await page.getByRole('status').filter({ has: announcement }).waitFor();
  await page.getByRole('button', { name: 'Open cart, 1 item' }).waitFor();
  await page.clock.runFor(499);
  expect(await drawer(page).isVisible()).toBe(false);
  await page.clock.runFor(1);
  await drawer(page).waitFor();
  // The open cart shows the item, so it is not announced again.
  expect(await page.getByRole('status').filter({ has: announcement }).count()).toBe(0);
  await page.clock.runFor(1_499);
  expect(await announcement.count()).toBe(1);
  await page.clock.runFor(1);
  await announcement.waitFor({ state: 'detached' });
});

test('a failed add on the landing page shows a friendly message for 4 s, with a short vibration', async ({
  newShopper,
}) => {
  const { page } = await newShopper(phone);
  await page.addInitScript(() => {
    const felt: unknown[] = [];
    Object.assign(window, { felt });
    navigator.vibrate = (pattern) => felt.push(pattern) > 0;
  });
  await page.goto('/');
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.route('**/api/cart/items', (route) => route.abort());
  await addToCart(page).click();
  const failure = page.getByRole('alert').getByText('Oops! Something went wrong 😔');
  await failure.waitFor();
  expect(await page.getByRole('alert').innerText()).toContain('Please try again or contact support 💭');
  expect(await page.evaluate(() => (window as unknown as { felt: number[] }).felt)).toEqual([100]);
  await page.clock.runFor(3_999);
  expect(await failure.count()).toBe(1);
  await page.clock.runFor(1);
  await failure.waitFor({ state: 'detached' });
});

test('the account control reads Sign In, Account or Admin, and links there', async ({ shop, shopper: { page } }) => {
  const control = page.getByRole('banner').getByRole('link', { name: /^(Sign In|Account|Admin)$/ });
  await openWithCart(page, '/');
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
    await page.goto('/');
    await expect.poll(() => control.allInnerTexts()).toEqual([shown]);
    await control.click();
    await page.waitForURL(path);
  }
});

test('returning from another tab shows what was bought and who signed in there', async ({
  shop,
  shopper: { page },
}) => {
  await page.goto('/track');
  await page.getByRole('button', { name: 'Open cart, 0 items' }).waitFor();
  await fillCart(page.request);
  await signInBy(page.request, clara);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.getByRole('button', { name: 'Open cart, 1 item' }).waitFor();
  await page.getByRole('banner').getByRole('link', { name: 'Account' }).waitFor();
  // Empties the open cart from another client.
  await page.getByRole('button', { name: 'Open cart, 1 item' }).click();
  await drawer(page).waitFor();
  const cart = (await (await page.request.get('/api/cart')).json()) as { items: { id: string }[] };
  await page.request.delete(`/api/cart/items/${cart.items[0]?.id}`, { headers: { origin: shop.url } });
  await drawer(page).getByRole('button', { name: 'Secure Checkout' }).click();
  await drawer(page).getByText('Your cart is empty').waitFor();
  expect(await focusedName(page)).toBe('Your cart is empty');
});

test('a missing page says so, links home, and its path is logged, also after a client navigation', async ({
  shop,
  shopper: { page },
}) => {
  const answer = await page.goto('/no-such-page');
  expect(answer?.status()).toBe(404);
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('404');
  await page.getByText('Oops! Page not found').waitFor();
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await page.waitForURL(`${shop.url}/`);
  await expect.poll(() => shop.said()).toContain('"path":"/no-such-page"');
});

test('a failing page shows a card, and Try Again recovers it', async ({ shopper: { page } }) => {
  await page.goto('/science');
  await page.route('**/track.data*', (route) => route.fulfill({ status: 500, body: 'broken' }));
  await page.getByRole('link', { name: 'Track Order' }).first().click();
  await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
  await page.unroute('**/track.data*');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await page.getByRole('heading', { name: 'Track Your Order' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/track');
});

test('the keyboard alone leads from the landing page to the cart and the checkout', async ({ shopper: { page } }) => {
  await page.goto('/');
  const clickButton = async (name: RegExp) => {
    for (let steps = 0; steps < 60; steps += 1) {
      await page.keyboard.press('Tab');
      if (name.test((await focusedName(page)) ?? '')) return page.keyboard.press('Enter');
    }
    throw new Error(`no ${name} within 60 steps`);
  };
  await clickButton(/^Add to Cart/);
  await drawer(page).waitFor();
  await clickButton(/^Increase quantity/);
  await drawer(page).getByText('$118.00 USD').waitFor();
  await clickButton(/^Secure Checkout/);
  await page.getByLabel('Email', { exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/checkout');
});
