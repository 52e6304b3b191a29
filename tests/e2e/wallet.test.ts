import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startShopServer, type ShopServer } from './support/shop-server.ts';
import { goToCheckout, launchBrowser, newShopper, orderNumberOn, payButton, putWandInCart } from './support/shopper.ts';

let shop: ShopServer;
let browser: Browser;
beforeAll(async () => {
  shop = await startShopServer();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await shop.stop();
});

/** Added to the sandbox's script: what the provider's wallet buttons do towards a page, as their published types say. */
function wallet(offered: boolean) {
  const { Stripe: make } = window as unknown as { Stripe: (key: string) => Record<string, unknown> };
  const place = { city: 'Portland', state: 'OR', postal_code: '97205', country: 'US' };
  const address = { ...place, line1: '1 Burnside Street', line2: null };
  type Rates = { shippingRates: { id: string }[] };
  type Sheet = { emit: (name: string, event: object) => void; reject: () => void };
  const open = ({ emit, reject }: Sheet) =>
    emit('click', {
      reject,
      resolve: () =>
        emit('shippingaddresschange', {
          name: 'Wally Rose',
          address: place,
          reject,
          resolve: ({ shippingRates }: Rates) =>
            emit('shippingratechange', {
              shippingRate: shippingRates[1],
              reject,
              resolve: (shown: Rates) => {
                document.body.dataset.wallet = JSON.stringify(shown);
                const billingDetails = { name: 'W Rose', email: 'wally@example.com', phone: '+14155550132', address };
                const shippingAddress = { name: 'Wally Rose', address };
                const paymentFailed = ({ message }: { message: string }) => (document.title = message);
                emit('confirm', { billingDetails, shippingAddress, paymentFailed });
              },
            }),
        }),
    });
  const element = () => {
    const listeners: Record<string, (event: object) => void> = {};
    const emit = (name: string, event: object) => listeners[name]?.(event);
    const button = document.createElement('button');
    button.textContent = 'Pay with the wallet';
    button.onclick = () => open({ emit, reject: () => (document.title = 'rejected') });
    return {
      on: (name: string, listener: (event: object) => void) => (listeners[name] = listener),
      off: () => undefined,
      update: () => undefined,
      destroy: () => undefined,
      mount: (target: HTMLElement) => {
        if (offered) target.append(button);
        setTimeout(() => emit('ready', { availablePaymentMethods: offered ? { googlePay: true } : undefined }), 50);
      },
    };
  };
  const wrapped = (key: string) => {
    const stripe = make(key);
    const elements = stripe.elements as (options: object) => Record<string, unknown>;
    stripe.elements = (options: { clientSecret: string }) => {
      const group = elements(options);
      const create = group.create as (type: string) => unknown;
      return {
        ...group,
        secret: options.clientSecret,
        create: (type: string) => (type === 'expressCheckout' ? element() : create(type)),
      };
    };
    stripe.confirmPayment = async ({
      elements: group,
      confirmParams,
    }: {
      elements: { secret: string };
      confirmParams: Record<string, unknown>;
    }) => {
      const input = { ...confirmParams, client_secret: group.secret, number: '4242424242424242' };
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch('/sandbox/confirm', { method: 'POST', headers, body: JSON.stringify(input) });
      return { paymentIntent: ((await answer.json()) as { paymentIntent: unknown }).paymentIntent };
    };
    return stripe;
  };
  Object.assign(window, { Stripe: Object.assign(wrapped, { version: 'sandbox' }) });
}

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
