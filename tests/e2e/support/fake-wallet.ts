import type { Browser } from 'playwright-core';

import { payButton, putWandInCart } from './browser-visitors.ts';

/**
 * Choices of the simulated wallet. `wallet` runs in the page after the sandbox's script and behaves
 * as the provider's published types describe. It refers to nothing outside itself.
 */
export type Wallet = {
  /** Billing address, if it differs from the delivery address. Parts may be absent. */
  billing?: Record<string, string | null>;
  /** Parts of the delivery address that differ from 1 Burnside Street, Portland. */
  shipping?: Record<string, string | null>;
  /** Parts of the delivery address that differ until the shopper approves. */
  early?: Record<string, string | null>;
  phone?: string;
  /** True for a shopper who closes the wallet after choosing an address. */
  leaves?: boolean;
};

function wallet(offered: boolean, choices: Wallet = {}) {
  const { Stripe: make } = window as unknown as { Stripe: (key: string) => Record<string, unknown> };
  const place = { city: 'Portland', state: 'OR', postal_code: '97205', country: 'US' };
  Object.assign(place, choices.shipping);
  const address = { ...place, line1: '1 Burnside Street', line2: null };
  type Rates = { shippingRates: { id: string }[] };
  type Sheet = { emit: (name: string, event: object) => void; reject: () => void };
  const open = ({ emit, reject }: Sheet) =>
    emit('click', {
      reject,
      resolve: () =>
        emit('shippingaddresschange', {
          name: 'Wally Rose',
          address: { ...place, ...choices.early },
          reject,
          resolve: ({ shippingRates }: Rates) =>
            emit('shippingratechange', {
              shippingRate: shippingRates[1],
              reject,
              resolve: (shown: Rates) => {
                document.body.dataset.wallet = JSON.stringify(shown);
                if (choices.leaves === true) return emit('cancel', {});
                const phone = choices.phone ?? '+14155550132';
                const billing = choices.billing ?? address;
                const billingDetails = { name: 'W Rose', email: 'wally@example.com', phone, address: billing };
                const shippingAddress = { name: 'Wally Rose', address };
                const paymentFailed = ({ reason, message }: Record<'reason' | 'message', string>) =>
                  (document.title = `${reason}: ${message}`);
                return emit('confirm', { billingDetails, shippingAddress, paymentFailed });
              },
            }),
        }),
    });
  const element = () => {
    const listeners: Record<string, (event: object) => void> = {};
    const emit = (name: string, event: object) => listeners[name]?.(event);
    const button = document.createElement('button');
    button.textContent = 'Pay with the wallet';
    button.addEventListener('click', () => open({ emit, reject: () => (document.title = 'rejected') }));
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

/**
 * Opens the checkout as with a real provider, whose script has its own host. The wallet is
 * optional.
 */
export async function atCheckout(browser: Browser, url: string, offered: boolean, choices: Wallet = {}) {
  const context = await browser.newContext({ baseURL: url, bypassCSP: true, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.addInitScript(() => localStorage.setItem('email_capture_dismissed', '1'));
  await page.route('**/api/get-stripe-config', async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      json: { ...(await response.json()), mode: 'test', scriptUrl: 'https://js.stripe.com/endive/stripe.js' },
    });
  });
  await page.route('https://js.stripe.com/**', async (route) => {
    const sandbox = await (await fetch(`${url}/sandbox/stripe.js`)).text();
    const body = `${sandbox};(${wallet.toString()})(${offered}, ${JSON.stringify(choices)});`;
    await route.fulfill({ contentType: 'text/javascript', body });
  });
  await putWandInCart(page);
  await page.goto('/checkout');
  await payButton(page).waitFor();
  await page.getByLabel('Card number').waitFor();
  return { page, leave: () => context.close() };
}
