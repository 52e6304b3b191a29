import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

import { testWithShop } from './fixtures.ts';
import { orderNumberOn, payButton } from './support/browser-visitors.ts';

const test = testWithShop();

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let press = 0; press < 80; press += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('the keyboard does not get there');
}

/** Simulates autofill: every field gets its value at once, by its autocomplete token. */
function autofill(page: Page): Promise<void> {
  return page.evaluate(() => {
    const known: Record<string, string> = {
      email: 'kai@example.com',
      'given-name': 'Kai',
      'family-name': 'Rose',
      tel: '415 555 0132',
      'address-line1': '1 Burnside Street',
      'address-level2': 'Portland',
      'address-level1': 'OR',
      'postal-code': '97205',
      country: 'US',
    };
    for (const field of document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')) {
      const value = known[field.autocomplete.split(' ').at(-1) ?? ''];
      if (value === undefined) continue;
      const prototype = field instanceof HTMLSelectElement ? HTMLSelectElement.prototype : HTMLInputElement.prototype;
      Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
      for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
    }
  });
}

test('a guest with autofill buys by keyboard alone in less than a minute', async ({ shopper: { page, problems } }) => {
  await page.goto('/product');
  const begin = performance.now();
  await tabTo(page, page.getByRole('button', { name: /^Add to Cart/ }).first());
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Secure Checkout' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByLabel('E-mail', { exact: true }));
  await page.keyboard.type('k');
  await autofill(page);
  await page.getByLabel('Card number').waitFor();
  for (let press = 0; press < 20 && !(await cardHasFocus(page)); press += 1) await page.keyboard.press('Tab');
  for (const typed of ['4242424242424242', '1234', '123']) {
    await page.keyboard.type(typed);
    await page.keyboard.press('Tab');
  }
  await tabTo(page, payButton(page));
  await page.keyboard.press('Enter');
  expect(await orderNumberOn(page)).toMatch(/^HR-/);
  const seconds = (performance.now() - begin) / 1000;
  console.info(`by keyboard alone, with autofill: ${seconds.toFixed(1)} s from the product to the order number`);
  expect(seconds).toBeLessThan(60);
  expect(problems).toEqual([]);
});

/** True if the focus is in the card form, which is inside a shadow tree. */
function cardHasFocus(page: Page): Promise<boolean> {
  return page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.id === 'sandbox-card-number');
}

test.for([500, 600, 768])(
  'the buy buttons can be reached by keyboard in a window %i px high',
  async (height, { newShopper }) => {
    const { page } = await newShopper({ width: 1024, height });
    await page.goto('/product');
    for (const name of [/^Increase/, /^Add to Cart/, /^Buy Now/]) {
      const button = page.locator('#content').getByRole('button', { name }).first();
      await button.focus();
      const box = await button.boundingBox();
      expect((box?.y ?? Infinity) + (box?.height ?? 0), String(name)).toBeLessThan(height + 1);
    }
  },
);
