import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { axeViolations } from './support/page-checks.ts';
import { testWithShop, type Uses } from './fixtures.ts';
import {
  desktop,
  fillCard,
  fillForm,
  hasBegun,
  openCheckout,
  orderNumberOn,
  payButton,
  phone,
} from './support/browser-visitors.ts';

const test = testWithShop();
const testWithLimits = testWithShop({ RATE_LIMITS: 'on' });

/**
 * Moves the mouse. The dialogs of cart and offer load with the first interaction, and have no name
 * while they are closed.
 */
async function move(page: Page): Promise<void> {
  await page.mouse.move(300, 300);
  await page.locator('dialog').nth(1).waitFor({ state: 'attached' });
}

async function atCheckout({ newShopper }: Uses<'newShopper'>, viewport = desktop) {
  const shopper = await newShopper(viewport);
  const { page } = shopper;
  await openCheckout(page);
  await move(page);
  await page.clock.install();
  return shopper;
}

const offer = (page: Page) => page.getByRole('dialog', { name: 'Stay and take 10% off' });

/** Moves the mouse out of the page at this height, and waits `ms`. */
async function leaveAt(page: Page, clientY: number, ms = 100) {
  await page.locator('html').dispatchEvent('mouseleave', { clientY });
  await page.clock.runFor(ms);
}

/** Returns whether the shop has been asked for an offer since this call. */
function watchOffer(page: Page): () => boolean {
  let isRequested = false;
  page.on('request', (request) => (isRequested ||= request.url().endsWith('/api/exit-offer')));
  return () => isRequested;
}

test('leaving at the top offers 10%, which is applied, paid as $53.10 and never offered again', async ({
  newShopper,
}) => {
  const { page, problems } = await atCheckout({ newShopper });
  await leaveAt(page, 20);
  await offer(page)
    .getByText(/This offer ends in (5:00|4:5\d)/)
    .waitFor();
  expect(await axeViolations(page)).toEqual([]);
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
});

test('a dismissed offer stays away, even after a reload', async ({ newShopper }) => {
  const { page } = await atCheckout({ newShopper });
  await leaveAt(page, 0);
  await offer(page).getByRole('button', { name: "No Thanks, I'll Pass" }).click();
  await offer(page).waitFor({ state: 'hidden' });
  await page.reload();
  await hasBegun(page);
  await move(page);
  const isRequested = watchOffer(page);
  await leaveAt(page, 0, 1_000);
  expect(isRequested()).toBe(false);
  expect(await payButton(page).innerText()).toBe('Pay $59.00');
});

test('the offer closes when its five minutes are over, and the price is restored', async ({ newShopper }) => {
  const { page } = await atCheckout({ newShopper });
  await leaveAt(page, 10);
  await offer(page).waitFor();
  await page.clock.runFor('04:58');
  await offer(page)
    .getByText(/This offer ends in 0:0\d/)
    .waitFor();
  await page.clock.runFor(3_000);
  await offer(page).waitFor({ state: 'hidden' });
  expect(await payButton(page).innerText()).toBe('Pay $59.00');
});

test('a mouse that leaves 21 px below the top does not count as leaving', async ({ newShopper }) => {
  const { page } = await atCheckout({ newShopper });
  const isRequested = watchOffer(page);
  await leaveAt(page, 21, 1_000);
  expect(isRequested()).toBe(false);
});

test('the offer never appears while typing, with a code applied or on a phone', async ({ newShopper }) => {
  const { page, leave } = await atCheckout({ newShopper });
  const isRequested = watchOffer(page);
  for (const field of ['First name', 'Card number']) {
    await page.getByLabel(field).focus();
    await leaveAt(page, 0, 1_000);
  }
  await page.getByLabel('Code (optional)').fill('GLOW10');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Pay $53.10' }).waitFor();
  await page.getByRole('heading', { name: 'Checkout' }).click();
  await leaveAt(page, 0, 1_000);
  expect(isRequested()).toBe(false);
  await leave();
  const mobile = await atCheckout({ newShopper }, phone);
  const isMobileRequested = watchOffer(mobile.page);
  await leaveAt(mobile.page, 0, 1_000);
  expect(isMobileRequested()).toBe(false);
});

testWithLimits('after three wrong codes the offered one is still taken', async ({ newShopper }) => {
  const { page } = await newShopper(desktop);
  await openCheckout(page);
  const field = page.getByLabel('Code (optional)');
  for (const attempt of [1, 2, 3]) {
    await field.fill(`WRONG-${attempt}`);
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText(`${attempt}/3 attempts used`).waitFor();
  }
  await move(page);
  await page.clock.install();
  // No offer interrupts somebody who types.
  await field.blur();
  await leaveAt(page, 20);
  await offer(page).getByRole('button', { name: 'Apply Discount & Continue' }).click();
  await page.getByText('Welcome Back Discount Applied!').waitFor();
  await page.getByRole('button', { name: 'Pay $53.10' }).waitFor();
});
