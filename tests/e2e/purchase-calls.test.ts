import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { testWithShop } from './fixtures.ts';
import { fillCard, fillCart, fillForm, hasBegun, orderNumberOn, payButton } from './support/browser-visitors.ts';

const test = testWithShop();

/** Collects the calls of the shop that a page makes from now on, by method and path. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname.slice('/api'.length)}`);
  });
  return calls;
}

test('a guest who buys with a code makes ten calls, and reads only the cart again, after the order', async ({
  newShopper,
}) => {
  const { page, problems } = await newShopper();
  await fillCart(page.request);
  const calls = callsOf(page);
  await page.goto('/checkout');
  await hasBegun(page);
  await fillForm(page, 'nora@example.com');
  await page.getByLabel('Code (optional)').fill('GLOW10');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('button', { name: 'Pay $53.10' }).waitFor();
  await fillCard(page, '4242424242424242');
  await payButton(page).click();
  await orderNumberOn(page);
  // The cart is read again once the order has emptied it.
  await expect.poll(() => calls.filter((call) => call === 'GET /cart').length).toBe(2);
  await page.getByRole('button', { name: 'Open cart, 0 items' }).waitFor();
  expect(calls.toSorted()).toEqual([
    'GET /cart',
    'GET /cart',
    'GET /get-stripe-config',
    'POST /calculate-tax',
    'POST /create-order',
    'POST /create-payment-intent',
    'POST /postal-place',
    'POST /update-payment-intent',
    'POST /validate-discount',
    'POST /visit',
  ]);
  expect(problems).toEqual([]);
});
