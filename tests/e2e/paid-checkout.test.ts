import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { testWithShop } from './fixtures.ts';
import { openCheckout, orderNumberOn, payButton } from './support/browser-visitors.ts';

const test = testWithShop();

const paidTitle = /^Your order HR-\S+ is paid$/;
const paidHeading = (page: Page) => page.getByRole('heading', { level: 1, name: paidTitle });

/** Follows the link to the order. Returns its number. */
async function followToOrder(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'See your order' }).click();
  return orderNumberOn(page);
}

test('the checkout of a paid order says that it is paid and links to the order, on reopening and on Back', async ({
  guestAtPayment,
}) => {
  const { page, problems } = await guestAtPayment({ email: 'back@example.com' });
  await payButton(page).click();
  const number = await orderNumberOn(page);
  await page.goBack();
  await paidHeading(page).waitFor();
  expect(await followToOrder(page)).toBe(number);
  const tab = await page.context().newPage();
  await tab.goto('/checkout');
  expect(await paidHeading(tab).innerText()).toBe(`Your order ${number} is paid`);
  expect(await followToOrder(tab)).toBe(number);
  expect(problems).toEqual([]);
});

test.for([
  ['the card is charged at once', '4242424242424242', paidTitle],
  // The bank responds after five seconds, which may have passed.
  ['the bank takes its time', '4000000000000077', /^Your payment is being processed$|is paid$/],
] as const)(
  'a reload before the success page links to the order: %s',
  async ([_how, number, title], { guestAtPayment }) => {
    const { page } = await guestAtPayment({ email: 'lost@example.com', number });
    await page.route('**/checkout-success**', (route) => route.abort());
    await payButton(page).click();
    await page.waitForRequest('**/checkout-success**');
    await page.goto('/checkout');
    await page.unroute('**/checkout-success**');
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    expect(await followToOrder(page)).toMatch(/^HR-/);
  },
);

test('an empty cart leads home for a stranger, and for a shopper who emptied a new cart after an order', async ({
  shop,
  newShopper,
  guestAtPayment,
}) => {
  const { page } = await guestAtPayment({ email: 'again@example.com' });
  await payButton(page).click();
  await orderNumberOn(page);
  await openCheckout(page);
  await page.getByRole('button', { name: /^Remove / }).click();
  await page.waitForURL(`${shop.url}/`);
  const stranger = await newShopper();
  await stranger.page.goto('/checkout');
  expect(stranger.page.url()).toBe(`${shop.url}/`);
});
