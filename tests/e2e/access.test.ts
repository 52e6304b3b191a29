import { describe, expect, test } from 'vitest';

import { isShort } from '../support/length.ts';
import { addressesWith, table } from '../../src/pages/table.ts';

import { findings, findingsOnPages, tooWideEnlarged } from './support/access.ts';
import { browser, openShop, shop } from './support/open-shop.ts';
import {
  desktop,
  fillCart,
  fillForm,
  goToCheckout,
  newShopper,
  payButton,
  putWandInCart,
  screens,
} from './support/shopper.ts';

openShop();

test('axe finds nothing on the pages that everybody opens, and none is wider than the screen', async () => {
  const { page, leave } = await newShopper(browser, shop.url);
  const paths = ['/', '/product', '/track', '/auth', '/mailbox', '/checkout-cancelled', '/nowhere'];
  expect(await findingsOnPages(page, paths)).toEqual([]);
  await leave();
});

test.skipIf(isShort)(
  'no page that everybody opens scrolls sideways with text, or all of it, at twice the size',
  async () => {
    const { page, leave } = await newShopper(browser, shop.url);
    await fillCart(page.request);
    const open = table.filter(({ audience, path }) => /public|visitor/.test(audience) && !path.includes(':'));
    const paths = [
      ...open.map(({ path }) => path),
      ...addressesWith('indexed').slice(-1),
      '/auth?tab=sign-up',
      '/nowhere',
    ];
    expect(await tooWideEnlarged(page, paths)).toEqual([]);
    await leave();
  },
);

describe.each(screens)('on %s', (_device, viewport) => {
  test('axe finds nothing in the open cart, on the checkout and with its errors shown', async () => {
    const { page, leave } = await newShopper(browser, shop.url, viewport);
    await putWandInCart(page);
    expect(await findings(page)).toEqual([]);
    await goToCheckout(page);
    await page.getByLabel('Card number').waitFor();
    expect(await findings(page)).toEqual([]);
    await payButton(page).click();
    await page.getByText('Enter your street and house number').waitFor();
    expect(await findings(page)).toEqual([]);
    await leave();
  });
});

test.skipIf(isShort)('a guest buys by keyboard alone', async () => {
  const { page, leave } = await newShopper(browser, shop.url, desktop);
  await page.goto('/product', { waitUntil: 'networkidle' });
  const add = page.getByRole('button', { name: /^Add to Cart/ }).first();
  await add.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Shopping Cart' }).waitFor();
  await page.getByRole('button', { name: 'Secure Checkout' }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('E-mail', { exact: true }).waitFor();
  await fillForm(page, 'key@example.com');
  await page.getByLabel('Card number').focus();
  await page.keyboard.type('4242424242424242');
  await page.keyboard.press('Tab');
  await page.keyboard.type('1234');
  await page.keyboard.press('Tab');
  await page.keyboard.type('123');
  await payButton(page).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
  await page.getByText(/^Order HR-/).waitFor();
  expect(new URL(page.url()).pathname).toBe('/checkout-success');
  await leave();
});
