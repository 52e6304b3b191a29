import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { mailTo } from './support/dev-mailbox.ts';
import { testWithShop, type Uses } from './fixtures.ts';
import { orderNumberOn } from './support/browser-visitors.ts';

const test = testWithShop({ BUY_NOW: 'hosted' });

/** Presses Buy Now. The provider's page opens in a new tab. */
async function atProvider({ newShopper }: Uses<'newShopper'>) {
  const shopper = await newShopper();
  await shopper.page.goto('/product');
  const clickButton = shopper.page.getByRole('button', { name: /^Buy Now/ }).click();
  const [tab] = await Promise.all([shopper.page.context().waitForEvent('page'), clickButton]);
  await tab.waitForURL(/\/sandbox\/checkout\/cs_test_/);
  return { ...shopper, tab };
}

async function fillProvidersForm(tab: Page, number: string, email = 'hosta@example.com'): Promise<void> {
  const typed = {
    Email: email,
    Address: '1 Burnside Street',
    City: 'Portland',
    State: 'OR',
    'Postal code': '97205',
    'Phone (optional)': '415 555 0132',
    'Card number': number,
    'Expiration date': '12 / 34',
    'Security code': '123',
    'Full name': 'Hosta Rose',
  };
  for (const [label, value] of Object.entries(typed)) await tab.getByLabel(label, { exact: true }).fill(value);
}

const pay = (tab: Page) => tab.getByRole('button', { name: 'Pay $59.00' });

test('Buy Now opens the provider’s page; a declined card shows an error, and another one pays and shows the order', async ({
  newShopper,
}) => {
  const { problems, tab } = await atProvider({ newShopper });
  await fillProvidersForm(tab, '4000 0000 0000 0002');
  await pay(tab).click();
  await tab.getByText('Your card was declined.').waitFor();
  await fillProvidersForm(tab, '4242 4242 4242 4242');
  await pay(tab).click();
  await tab.waitForURL(/\/checkout-success\?session_id=cs_test_/);
  // The payment event arrived before the browser.
  await tab.getByText('Order Created!').waitFor();
  const number = await orderNumberOn(tab);
  expect(await tab.getByText('Hosta Rose').count()).toBe(1);
  expect(await tab.getByText('1 Burnside Street').count()).toBe(1);
  await tab.reload();
  expect(await orderNumberOn(tab)).toBe(number);
  await tab.goto('/mailbox');
  await tab.getByText(`Your halorosa order ${number} is confirmed`).first().waitFor();
  expect(problems).toEqual([]);
});

test('leaving the provider’s page says that nothing was charged, and the wand is in the cart', async ({
  newShopper,
}) => {
  const { tab } = await atProvider({ newShopper });
  await tab.getByRole('link', { name: /back/i }).first().click();
  await tab.getByRole('heading', { name: 'Checkout Cancelled' }).waitFor();
  await tab.getByText('Your items are still in your cart').waitFor();
  await tab.getByRole('button', { name: 'Return to Cart' }).click();
  const drawer = tab.getByRole('dialog', { name: 'Shopping Cart' });
  await drawer.waitFor();
  expect(await drawer.locator('output').first().innerText()).toBe('1');
});

test('without JavaScript Buy Now opens the provider’s page too, and its order is mailed', async ({ newPlainPage }) => {
  const { page } = await newPlainPage();
  await page.goto('/product');
  const clickButton = page.getByRole('button', { name: /^Buy Now/ }).click();
  const [tab] = await Promise.all([page.context().waitForEvent('page'), clickButton]);
  await tab.waitForURL(/\/sandbox\/checkout\/cs_test_/);
  await fillProvidersForm(tab, '4242 4242 4242 4242', 'plain@example.com');
  await pay(tab).click();
  await tab.waitForURL(/\/checkout-success\?session_id=cs_test_/);
  expect(await mailTo(page, 'plain@example.com', /HR-/)).toMatch(/HR-[2-9A-Z]{8}/);
});
