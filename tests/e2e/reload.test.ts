import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { testWithShop } from './fixtures.ts';
import {
  fillCard,
  fillCart,
  fillForm,
  hasBegun,
  openCheckout,
  orderNumberOn,
  payButton,
  putWandInCart,
} from './support/browser-visitors.ts';

const test = testWithShop();

async function reloaded(page: Page): Promise<void> {
  await page.reload();
  await hasBegun(page);
}

const stored = (page: Page, key: string) =>
  expect.poll(() => page.evaluate((name) => sessionStorage.getItem(name), key));

/** Number of confirmation mails, and the shown stock. */
async function booksOf(page: Page) {
  await page.goto('/mailbox');
  const mails = await page.getByText(/^Your halorosa order HR-.* is confirmed$/).count();
  await page.goto('/product');
  const stock = await page
    .getByText(/Limited stock: \d remaining/)
    .first()
    .innerText();
  return { mails, stock };
}

test('a reload at eight points of the checkout keeps the input and charges once', async ({ shopper: { page } }) => {
  await putWandInCart(page);
  // 1: while the checkout is being set up.
  await page.goto('/checkout');
  await page.getByText('Setting up your checkout...').filter({ visible: true }).waitFor();
  await reloaded(page);
  // 2: with the contact filled in.
  await page.getByLabel('Email', { exact: true }).fill('rhea@example.com');
  await stored(page, 'checkout_customer_info').toContain('rhea@example.com');
  await reloaded(page);
  // 3: with the form complete.
  await fillForm(page, 'rhea@example.com');
  await stored(page, 'checkout_shipping_address').toContain('97205');
  await reloaded(page);
  expect(await page.getByLabel('City').inputValue()).toBe('Portland');
  // 4: with a code applied.
  await page.getByLabel('Code (optional)').fill('GLOW10');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Pay $53.10' }).waitFor();
  await reloaded(page);
  // 5: with another shipping method selected.
  await page.getByRole('radio', { name: /Express/ }).check();
  await page.getByRole('button', { name: 'Pay $66.09' }).waitFor();
  await reloaded(page);
  expect(await payButton(page).innerText()).toBe('Pay $66.09');
  // 6: after a declined card.
  await fillCard(page, '4000000000000002');
  await payButton(page).click();
  await page.getByText('Your card was declined. Nothing was charged.').waitFor();
  await reloaded(page);
  // 7: during 3-D Secure.
  await fillCard(page, '4000002500003155');
  await payButton(page).click();
  await page.getByRole('button', { name: 'Complete authentication' }).waitFor();
  await reloaded(page);
  expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe('rhea@example.com');
  // 8: paid, on the success page.
  await fillCard(page, '4242424242424242');
  await payButton(page).click();
  const number = await orderNumberOn(page);
  await page.reload();
  expect(await orderNumberOn(page)).toBe(number);
  expect(await page.getByText('$66.09 USD').count()).toBe(1);
  expect(await booksOf(page)).toEqual({ mails: 1, stock: 'Limited stock: 6 remaining' });
});

test('two tabs of one checkout create one order, and the second tab leads to it', async ({ guestAtPayment }) => {
  const { page } = await guestAtPayment({ email: 'tabs@example.com' });
  const before = await booksOf(await page.context().newPage());
  const second = await page.context().newPage();
  await second.goto('/checkout');
  await hasBegun(second);
  await fillForm(second, 'tabs@example.com');
  await fillCard(second, '4242424242424242');
  await payButton(page).click();
  const number = await orderNumberOn(page);
  await payButton(second).click();
  expect(await orderNumberOn(second)).toBe(number);
  const after = await booksOf(page);
  expect(after.mails - before.mails).toBe(1);
});

test('removing the last wand in the checkout clears the stored input and frees the unit at once', async ({
  shop,
  newShopper,
  shopper: { page, problems },
}) => {
  const other = await newShopper();
  const before = await booksOf(other.page);
  await openCheckout(page);
  await fillForm(page, 'lena@example.com');
  await stored(page, 'checkout_shipping_address').toContain('97205');
  expect(await booksOf(other.page)).not.toEqual(before);
  await page.getByRole('button', { name: /^Remove / }).click();
  await page.waitForURL(`${shop.url}/`);
  await expect.poll(() => booksOf(other.page)).toEqual(before);
  const typed = () => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('checkout_')));
  await expect.poll(typed).toEqual([]);
  expect(problems).toEqual([]);
});

test('pressing Pay after a wand was removed elsewhere first shows the smaller order, even at the same price', async ({
  shop,
  shopper: { page, problems },
}) => {
  for (let wand = 1; wand <= 3; wand += 1) await fillCart(page.request);
  await page.goto('/checkout');
  await hasBegun(page);
  await fillForm(page, 'thea@example.com');
  await fillCard(page, '4242424242424242');
  await page.getByRole('button', { name: 'Pay $118.00' }).waitFor();
  const { items } = (await (await page.request.get('/api/cart')).json()) as { items: { id: string }[] };
  await page.request.patch(`/api/cart/items/${items[0]?.id}`, { headers: { origin: shop.url }, data: { quantity: 2 } });
  await payButton(page).click();
  await page.getByText('The order has changed. Please check it and pay again.').waitFor();
  await page.getByRole('complementary').getByText('2', { exact: true }).waitFor();
  await page.getByRole('button', { name: /cart/i }).getByText('2', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Pay $118.00' }).click();
  await orderNumberOn(page);
  expect(problems).toEqual([]);
});
