import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { findings } from './support/access.ts';
import { browser, openShop, shop } from './support/open-shop.ts';
import {
  desktop,
  fillCard,
  fillForm,
  hasBegun,
  newShopper,
  openCheckout,
  orderNumberOn,
  payButton,
  phone,
} from './support/shopper.ts';

openShop();

/** Who has not used the page is not about to leave it: the offer's code comes with the first move. */
async function move(page: Page): Promise<void> {
  await page.mouse.move(300, 300);
  await page.locator('dialog[aria-labelledby="exit-offer-title"]').waitFor({ state: 'attached' });
}

async function atCheckout(viewport = desktop) {
  const shopper = await newShopper(browser, shop.url, viewport);
  const { page } = shopper;
  await openCheckout(page);
  await move(page);
  await page.clock.install();
  return shopper;
}

const offer = (page: Page) => page.getByRole('dialog', { name: '10% off, if you would like to stay' });

/** Leaves the page at this height and stays away for `ms`. */
async function leaveAt(page: Page, clientY: number, ms = 100) {
  await page.locator('html').dispatchEvent('mouseleave', { clientY });
  await page.clock.runFor(ms);
}

/** Whether the shop was asked for an offer meanwhile. */
function askedFor(page: Page): () => boolean {
  let isAsked = false;
  page.on('request', (request) => (isAsked ||= request.url().endsWith('/api/exit-offer')));
  return () => isAsked;
}

test('who leaves at the top is offered 10%, takes it, pays $53.10 and is never asked again', async () => {
  const { page, problems, leave } = await atCheckout();
  await leaveAt(page, 20);
  await offer(page)
    .getByText(/This offer ends in (5:00|4:5\d)/)
    .waitFor();
  expect(await findings(page)).toEqual([]);
  await offer(page).getByRole('button', { name: 'Apply Discount & Continue' }).click();
  await page.getByText('Welcome Back Discount Applied!').waitFor();
  await page.getByText('10% off has been added to your order').waitFor();
  await page.getByRole('button', { name: 'Pay $53.10' }).waitFor();
  await page.getByText('Discount: -$5.90').waitFor();
  await fillForm(page, 'stay@example.com');
  await fillCard(page, '4242424242424242');
  await payButton(page).click();
  await page.clock.resume();
  expect(await orderNumberOn(page)).toMatch(/^HR-/);
  expect(await page.getByText('Welcome Back Discount: you saved $5.90').count()).toBe(1);
  expect(problems).toEqual([]);
  await leave();
});

test('passed on, it stays away: also after a reload', async () => {
  const { page, leave } = await atCheckout();
  await leaveAt(page, 0);
  await offer(page).getByRole('button', { name: "No Thanks, I'll Pass" }).click();
  await offer(page).waitFor({ state: 'hidden' });
  await page.reload();
  await hasBegun(page);
  await move(page);
  const isAsked = askedFor(page);
  await leaveAt(page, 0, 1_000);
  expect(isAsked()).toBe(false);
  expect(await payButton(page).innerText()).toBe('Pay $59.00');
  await leave();
});

test('the offer closes by itself when its five minutes are over, and the price is as before', async () => {
  const { page, leave } = await atCheckout();
  await leaveAt(page, 10);
  await offer(page).waitFor();
  await page.clock.runFor('04:58');
  await offer(page)
    .getByText(/This offer ends in 0:0\d/)
    .waitFor();
  await page.clock.runFor(3_000);
  await offer(page).waitFor({ state: 'hidden' });
  expect(await payButton(page).innerText()).toBe('Pay $59.00');
  await leave();
});

test('a mouse that leaves 21 px below the top is not leaving', async () => {
  const { page, leave } = await atCheckout();
  const isAsked = askedFor(page);
  await leaveAt(page, 21, 1_000);
  expect(isAsked()).toBe(false);
  await leave();
});

test('it never interrupts: not someone who types, not one who has a code, not on a phone', async () => {
  const { page, leave } = await atCheckout();
  const isAsked = askedFor(page);
  for (const field of ['First name', 'Card number']) {
    await page.getByLabel(field).focus();
    await leaveAt(page, 0, 1_000);
  }
  await page.getByLabel('Code (optional)').fill('GLOW10');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Pay $53.10' }).waitFor();
  await page.getByRole('heading', { name: 'Checkout' }).click();
  await leaveAt(page, 0, 1_000);
  expect(isAsked()).toBe(false);
  await leave();
  const mobile = await atCheckout(phone);
  const isMobileAsked = askedFor(mobile.page);
  await leaveAt(mobile.page, 0, 1_000);
  expect(isMobileAsked()).toBe(false);
  await mobile.leave();
});
