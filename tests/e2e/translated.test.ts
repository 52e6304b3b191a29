import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { browser, openShop, shop } from './support/open-shop.ts';
import { fillForm, goToCheckout, newShopper, payButton, putWandInCart } from './support/shopper.ts';

openShop();

/** What a browser does that translates a page: each text is replaced by an element with another one. */
const translate = (page: Page) =>
  page.evaluate(() => {
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walk.nextNode()) texts.push(walk.currentNode as Text);
    for (const text of texts) {
      if (text.data.trim() === '' || text.parentElement?.closest('script, style, option')) continue;
      const words = document.createElement('font');
      words.textContent = text.data;
      text.replaceWith(words);
    }
  });

test('a page that the browser has translated names new amounts: below the cart, and on the button that pays', async () => {
  const { page, leave } = await newShopper(browser, shop.url);
  await putWandInCart(page);
  const cart = page.getByRole('dialog', { name: 'Shopping Cart' });
  await translate(page);
  await cart.getByRole('button', { name: /^Increase/ }).click();
  await cart.getByText('$118.00 USD').waitFor();
  await goToCheckout(page);
  await expect.poll(() => payButton(page).innerText()).toBe('Pay $118.00');
  await translate(page);
  await fillForm(page, 'mia@example.com');
  await page.getByLabel('State').selectOption('CA');
  await page.getByLabel('ZIP code').fill('94105');
  const total = page.getByRole('complementary', { name: 'Order Summary' }).getByText(/^\$\d+\.\d\d USD$/);
  await expect.poll(() => total.innerText()).not.toBe('$118.00 USD');
  const agreed = (await total.innerText()).replace(' USD', '');
  await expect.poll(() => payButton(page).innerText()).toBe(`Pay ${agreed}`);
  await leave();
});
