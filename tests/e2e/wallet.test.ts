import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { browser, shop } from './support/open-shop.ts';
import { goToCheckout, newShopper, orderNumberOn, payButton, putWandInCart } from './support/shopper.ts';
import { wallet } from './support/wallet.ts';

/** At a checkout that believes in a real provider: its script comes from its own host, with or without a wallet. */
async function atCheckout(offered: boolean) {
  const context = await browser.newContext({ baseURL: shop.url, bypassCSP: true, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.addInitScript(() => localStorage.setItem('email_capture_dismissed', '1'));
  await page.route('**/api/get-stripe-config', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), mode: 'test' } });
  });
  await page.route('https://js.stripe.com/**', async (route) => {
    const sandbox = await (await fetch(`${shop.url}/sandbox/stripe.js`)).text();
    const body = `${sandbox};(${wallet.toString()})(${offered});`;
    await route.fulfill({ contentType: 'text/javascript', body });
  });
  await putWandInCart(page);
  await page.goto('/checkout');
  await payButton(page).waitFor();
  await page.getByLabel('Card number').waitFor();
  return { page, leave: () => context.close() };
}

const gapAboveContact = (page: Page) =>
  page.evaluate(() => {
    const contact = [...document.querySelectorAll('h2')].find((heading) => heading.textContent === 'Contact');
    const notice = [...document.querySelectorAll('form p')].find((text) =>
      text.textContent.startsWith('Limited stock'),
    );
    return Math.round((contact?.getBoundingClientRect().top ?? 0) - (notice?.getBoundingClientRect().bottom ?? 0));
  });

test('a wallet stands first, asks for everything itself and pays with express shipping, whatever the form holds', async () => {
  const { page, leave } = await atCheckout(true);
  const express = page.getByRole('region', { name: 'Express checkout' });
  await page.getByLabel('E-mail', { exact: true }).fill('not an address');
  await express.getByRole('button', { name: 'Pay with the wallet' }).click();
  expect(await orderNumberOn(page)).toMatch(/^HR-/);
  expect(await page.getByText('$71.99 USD').count()).toBe(1);
  for (const text of ['Wally Rose', 'wally@example.com', '1 Burnside Street']) {
    expect(await page.getByText(text, { exact: true }).count(), text).toBe(1);
  }
  await leave();
});

test('without a wallet there is nothing, not even a gap: as in the sandbox', async () => {
  const provider = await atCheckout(false);
  const { page, leave } = await newShopper(browser, shop.url);
  await putWandInCart(page);
  await goToCheckout(page);
  await page.getByLabel('Card number').waitFor();
  await page.setViewportSize({ width: 1280, height: 720 });
  expect(await provider.page.getByRole('button', { name: 'Pay with the wallet' }).count()).toBe(0);
  expect(await page.getByRole('region', { name: 'Express checkout' }).count()).toBe(0);
  expect(await gapAboveContact(provider.page)).toBe(await gapAboveContact(page));
  await provider.leave();
  await leave();
});
