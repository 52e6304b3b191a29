import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { isFullRun } from '../support/full-run.ts';
import { pageRoutes } from '../../src/pages/page-registry.ts';
import { ownPage } from './support/admin-pages.ts';
import { clara, signInBy } from './support/sign-in.ts';
import { testWithShop, type Uses } from './fixtures.ts';
import { orderOf } from './support/order-by-api.ts';
import { fillForm, hasBegun, openCheckout, payButton, phone } from './support/browser-visitors.ts';
import { openTranslated, translate } from './support/browser-translation.ts';

const test = testWithShop();

let number: string;
test.beforeAll(async ({ shop }) => {
  number = await orderOf(shop.url, { email: 'mia@example.com' });
});

/** Opens the checkout on a translated page. */
async function atTranslatedCheckout({ newShopper }: Uses<'newShopper'>) {
  const shopper = await newShopper();
  await shopper.page.clock.install();
  await openCheckout(shopper.page);
  await translate(shopper.page);
  return shopper;
}

/**
 * True for React's report that it rendered a part again because it was translated before hydration.
 */
const isRecovered = (problem: string) => problem.includes('React error #418');
const faults = (problems: readonly string[]) => problems.filter((problem) => !isRecovered(problem));

const isWhole = async (page: Page) => (await page.getByText(/Something went wrong|Checkout Error/).count()) === 0;

test('a translated cart updates amounts, removes its last line and fills again', async ({
  shopper: { page, problems },
}) => {
  await openTranslated(page, '/product');
  const box = page.getByRole('main');
  await box.getByRole('button', { name: 'Increase quantity' }).first().click();
  await box.getByRole('button', { name: 'Decrease quantity' }).first().click();
  const add = page.getByRole('button', { name: /^Add to Cart/ }).first();
  await add.click();
  const cart = page.getByRole('dialog', { name: 'Shopping Cart' });
  await cart.getByText('$59.00 USD').waitFor();
  await cart.getByRole('button', { name: /^Increase/ }).click();
  await cart.getByText('$118.00 USD').waitFor();
  await cart.getByRole('button', { name: /^Remove/ }).click();
  await cart.getByText('Your cart is empty').waitFor();
  await page.keyboard.press('Escape');
  await add.click();
  await cart.getByText('$59.00 USD').waitFor();
  await page.keyboard.press('Escape');
  expect([faults(problems), await isWhole(page)]).toEqual([[], true]);
});

test('a translated checkout shows and hides an email correction, a code and errors, and updates amounts', async ({
  newShopper,
}) => {
  const { page } = await atTranslatedCheckout({ newShopper });
  const email = page.getByLabel('Email', { exact: true });
  const suggestion = page.getByRole('button', { name: 'mia@gmail.com' });
  for (const [typed, count] of [
    ['mia@gmial.com', 1],
    ['mia@example.com', 0],
    ['mia@gmial.com', 1],
  ] as const) {
    await email.fill(typed);
    await email.blur();
    await expect.poll(() => suggestion.count()).toBe(count);
  }
  await suggestion.click();
  await expect.poll(() => suggestion.count()).toBe(0);
  expect(await email.inputValue()).toBe('mia@gmail.com');
  await payButton(page).click();
  await page.locator('[aria-invalid="true"]').first().waitFor();
  const code = page.getByLabel('Code (optional)');
  const apply = page.getByRole('button', { name: 'Apply' });
  await code.fill('WRONG-1');
  await apply.click();
  await page.getByText('1/3 attempts used').waitFor();
  await code.fill('GLOW10');
  await apply.click();
  await page.getByText('Discount: -$5.90').waitFor();
  await expect.poll(() => payButton(page).innerText()).toBe('Pay $53.10');
  await page
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click();
  await expect.poll(() => payButton(page).innerText()).toBe('Pay $59.00');
  await fillForm(page, 'mia@example.com');
  await page.getByLabel('State').selectOption('CA');
  await page.getByLabel('City').fill('San Francisco');
  await page.getByLabel('ZIP code').fill('94105');
  await expect.poll(() => payButton(page).innerText()).not.toBe('Pay $59.00');
  expect(await isWhole(page)).toBe(true);
  expect(await page.getByLabel('First name').inputValue()).toBe('Mia');
});

test('a translated checkout keeps the input when its 15 minutes end, and reserves again', async ({ newShopper }) => {
  const { page, problems } = await atTranslatedCheckout({ newShopper });
  await page.getByLabel('First name').fill('Mia');
  await page.clock.fastForward('13:00');
  await page.getByText(/^1:\d\d$/).waitFor();
  await page.clock.setSystemTime((await page.evaluate(() => Date.now())) + 15 * 60_000);
  await page.clock.runFor(1_000);
  await page.getByText('Nothing was charged, and everything you typed is still here.').waitFor();
  await page.getByRole('button', { name: 'Reserve again' }).click();
  await hasBegun(page);
  await page.getByText(/^1\d:\d\d$/).waitFor();
  expect(await page.getByLabel('First name').inputValue()).toBe('Mia');
  expect([faults(problems), await isWhole(page)]).toEqual([[], true]);
});

test('a translated exit offer counts down, is applied, and ends by itself', async ({ newShopper }) => {
  const leaveByTop = async (page: Page) => {
    await page.mouse.move(300, 300);
    await page.locator('dialog').nth(1).waitFor({ state: 'attached' });
    await page.clock.install();
    await translate(page);
    await page.locator('html').dispatchEvent('mouseleave', { clientY: 10 });
    await page.clock.runFor(100);
  };
  const taker = await newShopper();
  await openCheckout(taker.page);
  await leaveByTop(taker.page);
  const offerOn = (page: Page) => page.getByRole('dialog', { name: 'Stay and take 10% off' });
  const minutesLeft = (page: Page, minutes: RegExp) => offerOn(page).getByText(minutes).waitFor();
  await minutesLeft(taker.page, /^(5:00|4:5\d)$/);
  await taker.page.clock.runFor('01:00');
  await minutesLeft(taker.page, /^(4:00|3:5\d)$/);
  await offerOn(taker.page).getByRole('button', { name: 'Apply Discount & Continue' }).click();
  await taker.page.getByText('Welcome Back Discount Applied!').waitFor();
  await expect.poll(() => payButton(taker.page).innerText()).toBe('Pay $53.10');
  expect([faults(taker.problems), await isWhole(taker.page)]).toEqual([[], true]);
  const doubter = await newShopper();
  await openCheckout(doubter.page);
  await leaveByTop(doubter.page);
  await offerOn(doubter.page).waitFor();
  await doubter.page.clock.pauseAt((await doubter.page.evaluate(() => Date.now())) + 2_000);
  const left = await offerOn(doubter.page)
    .getByText(/^[45]:\d\d$/)
    .innerText();
  const [minutes = 0, seconds = 0] = left.split(':').map(Number);
  await doubter.page.clock.runFor(((minutes - 1) * 60 + seconds) * 1_000);
  await offerOn(doubter.page).getByText('This offer ends in one minute.').waitFor();
  await doubter.page.clock.runFor('01:01');
  await offerOn(doubter.page).waitFor({ state: 'hidden' });
  expect(await payButton(doubter.page).innerText()).toBe('Pay $59.00');
  expect([faults(doubter.problems), await isWhole(doubter.page)]).toEqual([[], true]);
});

test('a translated tracking page refuses, finds an order, follows it and takes its return', async ({
  shop,
  newAdmin,
  newShopper,
}) => {
  const tracked = await orderOf(shop.url, { email: 'mia@example.com' });
  const admin = await newAdmin();
  const set = async (status: string, more: object = {}) => {
    const data = { orderNumber: tracked, status, ...more };
    const answer = await admin.page.request.post('/api/update-order-status', { headers: ownPage(shop.url), data });
    expect(answer.status()).toBe(200);
  };
  const { page, problems } = await newShopper(phone);
  await page.clock.install();
  await openTranslated(page, '/track');
  const lookUp = async (orderNumber: string, email: string) => {
    await page.getByLabel('Order number').fill(orderNumber);
    await page.getByLabel('Email address').fill(email);
    await page.getByRole('button', { name: 'Track Order' }).click();
  };
  const alert = page.getByRole('alert');
  await lookUp(tracked, '');
  await alert.getByText('Please enter both order number and email address').waitFor();
  await lookUp(tracked, 'eve@example.com');
  await alert.getByText('Order not found. Please check your order number and email address.').waitFor();
  await lookUp(tracked, 'mia@example.com');
  const heading = page.getByRole('heading', { level: 1, name: `Order ${tracked}` });
  await heading.waitFor();
  await page.getByText('Available once your order has shipped').waitFor();
  await set('shipped', { carrierName: 'UPS', trackingNumber: '1Z999' });
  await page.clock.runFor(8_000);
  await page.getByRole('status').getByText('Your order is now: Shipped').waitFor();
  await page.getByRole('link', { name: '1Z999 (opens in a new tab)' }).waitFor();
  expect(await page.getByText('Available once your order has shipped').count()).toBe(0);
  expect(await page.locator('header').getByText('Shipped', { exact: true }).count()).toBe(1);
  await set('delivered');
  await page.clock.runFor(8_000);
  await page.getByRole('status').getByText('Your order is now: Delivered').waitFor();
  expect(await page.locator('[aria-current=step]').innerText()).toContain('Delivered');
  await page.getByRole('link', { name: 'Track Another Order' }).click();
  await lookUp(tracked, 'mia@example.com');
  await heading.waitFor();
  await page.getByText('Return an item').click();
  const units = page.locator('select[name^="quantity-"]');
  const request = page.getByRole('button', { name: 'Request Return' });
  await units.selectOption('0');
  await request.click();
  await alert.filter({ hasText: /./ }).waitFor();
  await units.selectOption('1');
  await request.click();
  await page.getByText(/^We got your return request\./).waitFor();
  await page.getByRole('link', { name: 'Contact Support' }).click();
  await page.getByRole('heading', { level: 1, name: 'Get in Touch' }).waitFor();
  const refusals = problems.filter((problem) => /status of (400|404|422)/.test(problem));
  expect([faults(problems).filter((problem) => !refusals.includes(problem)), refusals.length]).toEqual([[], 3]);
  expect(await isWhole(page)).toBe(true);
});

test('a translated contact form shows and removes issues, fails, is sent, and begins again', async ({ newShopper }) => {
  const { page, problems } = await newShopper(phone);
  await openTranslated(page, '/contact');
  const send = page.getByRole('button', { name: 'Send Message' });
  const invalid = page.locator('[aria-invalid="true"]');
  const fill = async (fields: Record<string, string>) => {
    for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text);
  };
  await fill({ Name: ' ', Email: 'mia@localhost', Subject: ' ', Message: ' ' });
  await send.click();
  await expect.poll(() => invalid.count()).toBe(4);
  for (const issue of ['Enter your name', /^Enter a complete email address/]) await page.getByText(issue).waitFor();
  await fill({ Name: 'Mia', Subject: 'Charging', Message: 'How long?' });
  await expect.poll(() => invalid.count()).toBe(1);
  await fill({ Email: 'mia@example.com' });
  await expect.poll(() => invalid.count()).toBe(0);
  await page.route('**/api/send-contact-email', (route) => route.abort());
  await send.click();
  await page.getByRole('alert').getByText('Failed to send message').first().waitFor();
  await page.unroute('**/api/send-contact-email');
  await send.click();
  await page.getByRole('heading', { name: 'Message sent!' }).waitFor();
  await page.getByRole('link', { name: 'Write another message' }).click();
  await page.locator('[name=name]:focus').waitFor();
  expect([faults(problems), await isWhole(page)]).toEqual([[expect.stringContaining('ERR_FAILED')], true]);
});

test('a translated email dialog opens, refuses an email, closes, opens again and sends a code', async ({
  newStranger,
}) => {
  const { page, problems } = await newStranger(phone);
  await openTranslated(page, '/');
  const open = page.getByRole('button', { name: 'Get 15% off' });
  const dialog = page.getByRole('dialog', { name: '15% off your wand' });
  const email = dialog.getByLabel('Email address');
  await open.click();
  await email.fill('mia@example');
  await page.keyboard.press('Enter');
  await dialog.getByText('Enter a complete email address').first().waitFor();
  await email.fill('mia@example.co');
  await expect.poll(() => dialog.locator('[aria-invalid="true"]').count()).toBe(0);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await open.click();
  await email.fill('translated.code@example.com');
  await dialog.getByRole('button', { name: 'Send my code' }).click();
  await dialog.getByRole('button', { name: 'Securing your discount...' }).waitFor();
  await page.getByText('Welcome to the glow club! ✨').waitFor();
  await dialog.waitFor({ state: 'hidden' });
  expect([faults(problems), await isWhole(page)]).toEqual([[expect.stringContaining('422')], true]);
});

test('a translated quiz goes forward and back to its result', async ({ newShopper }) => {
  const { page, problems } = await newShopper(phone);
  await openTranslated(page, '/quiz');
  const step = (shown: number) => page.getByText(`Step ${shown} of 4`, { exact: true }).waitFor();
  const next = page.getByRole('button', { name: 'Next' });
  for (const [index, answer] of ['Dullness', '30-44', 'Beginner', '1 month'].entries()) {
    await step(index + 1);
    await page.getByRole('radio', { name: answer, exact: true }).check();
    await next.click();
    if (index !== 1) continue;
    await step(3);
    await page.getByRole('button', { name: 'Back' }).click();
    await step(2);
    await next.click();
  }
  await page.getByRole('heading', { level: 1, name: /^Your plan: one minute/ }).waitFor();
  const form = page.getByRole('region', { name: 'Email me my plan' });
  for (const email of ['mia@rose', 'translated.plan@example.com']) {
    await form.getByLabel('Email address').fill(email);
    await form.getByRole('button', { name: 'Email me my plan' }).click();
    await form
      .getByText(email === 'mia@rose' ? /^Enter a complete/ : /^Your plan is on its way/)
      .first()
      .waitFor();
  }
  expect([faults(problems), await isWhole(page)]).toEqual([[expect.stringContaining('422')], true]);
});

test('translated reviews can be filtered, sorted, extended and refused', async ({ newShopper }) => {
  const { page, problems } = await newShopper(phone);
  await openTranslated(page, '/reviews');
  await page.getByRole('button', { name: 'Load More' }).click();
  await page.getByText('Showing 12 of 16 reviews').waitFor();
  const rating = page.getByLabel('Rating', { exact: true });
  await rating.selectOption({ label: '1 star' });
  await page.getByText('No review is like that yet.').waitFor();
  await rating.selectOption({ index: 0 });
  await page.getByText('Showing 6 of 16 reviews').waitFor();
  const helpful = page.getByRole('button', { name: /^Helpful/ }).first();
  const before = await helpful.innerText();
  await helpful.click();
  await expect.poll(() => helpful.innerText()).not.toBe(before);
  await page.getByText('Write a Review').click();
  await page.getByRole('button', { name: 'Submit Review' }).click();
  await page.getByRole('alert').getByText('Rating required').first().waitFor();
  expect([faults(problems), await isWhole(page)]).toEqual([[], true]);
});

test('a translated admin confirms an unusual status, sets it, searches and finds nothing', async ({ newAdmin }) => {
  const { page, problems } = await newAdmin();
  await openTranslated(page, `/admin/orders/${number}`);
  const form = page.locator('#status');
  const status = form.getByLabel('Status', { exact: true });
  const update = form.getByRole('button', { name: 'Update status' });
  const openForm = async () => {
    await page.locator('#content details > summary').first().click();
    await page.locator('a[href="#status"]').click();
  };
  const badge = (word: string) => page.locator('header').last().getByText(word, { exact: true });
  for (const word of ['Shipped', 'Delivered']) {
    await openForm();
    await status.selectOption(word);
    await update.click();
    await badge(word).waitFor();
  }
  await openForm();
  await status.selectOption('Processing');
  await update.click();
  await page.getByLabel('Yes, change it anyway').check();
  await update.click();
  await badge('Processing').waitFor();
  await page.getByRole('link', { name: 'Orders', exact: true }).first().click();
  await page.getByLabel(`Select ${number}`).check();
  await page.getByText(`For ${number}`).waitFor();
  await page.getByLabel(`Select ${number}`).uncheck();
  await page.getByLabel('Order number, name or email').fill('nobody');
  await page.keyboard.press('Enter');
  await page.getByText('No matching orders').waitFor();
  await page.getByRole('link', { name: 'Show all orders' }).click();
  await page.getByRole('link', { name: number }).waitFor();
  expect([faults(problems), await isWhole(page)]).toEqual([[], true]);
});

/** Visits pages by client navigation. Returns the paths of broken ones. */
async function walk(page: Page, paths: readonly string[]): Promise<string[]> {
  const broken: string[] = [];
  for (const path of paths.slice(new URL(page.url()).pathname === paths[0] ? 1 : 0)) {
    await page.evaluate((to) => {
      for (const heading of document.querySelectorAll('h1')) heading.dataset.left = '';
      history.pushState({}, '', to);
      dispatchEvent(new PopStateEvent('popstate', { state: {} }));
    }, path);
    await page.waitForURL(`**${path}`);
    await page.locator('h1:not([data-left])').first().waitFor();
    if (!(await isWhole(page))) broken.push(path);
  }
  return broken;
}

const pathsFor = (audiences: readonly string[]) =>
  pageRoutes
    .filter(({ path, audience }) => audiences.includes(audience) && !/[:.]|deleted|reset|confirm|device/.test(path))
    .map(({ path }) => path)
    .filter((path) => path !== '/checkout' && path !== '/checkout-success');

test.runIf(isFullRun)(
  'client navigation between translated pages works in the shop, the account and the admin',
  async ({ newAdmin, shopper: { page, problems, leave } }) => {
    await openTranslated(page, '/');
    expect(await walk(page, pathsFor(['public']).concat('/'))).toEqual([]);
    await signInBy(page.request, clara);
    await openTranslated(page, '/account');
    expect(await walk(page, pathsFor(['customer']))).toEqual([]);
    await leave();
    const admin = await newAdmin();
    await openTranslated(admin.page, '/admin');
    expect(await walk(admin.page, pathsFor(['admin']).concat('/admin'))).toEqual([]);
    expect(faults([...problems, ...admin.problems])).toEqual([]);
  },
);
