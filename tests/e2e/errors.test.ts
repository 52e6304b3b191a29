import type { Page, Route } from 'playwright-core';
import { describe, expect } from 'vitest';

import { testWithShop } from './fixtures.ts';
import {
  fillCard,
  fillCart,
  fillForm,
  hasBegun,
  newShopper,
  payButton,
  putWandInCart,
} from './support/browser-visitors.ts';

const test = testWithShop();

let page: Page;
test.beforeAll(async ({ browser, shop }) => {
  ({ page } = await newShopper(browser, shop.url));
  await putWandInCart(page);
});

type Step = (page: Page) => Promise<unknown>;
/** A story with `continues` continues at the checkout that the previous story left open. */
type Story = { title: string; text: string; role?: 'alert' | 'status'; continues?: true; given?: Step; when?: Step };

const api = (path: string, act: (route: Route) => Promise<unknown>): Step => {
  return (tab) => tab.route(`**/api/${path}`, act);
};
const answer = (path: string, status: number, json: object) => api(path, (route) => route.fulfill({ status, json }));
const silence = (path: string) => api(path, (route) => route.abort());
/** Changes the body of the shop's response before the browser reads it. */
const changed = (path: string, change: (body: Record<string, unknown>) => object) =>
  api(path, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change((await response.json()) as Record<string, unknown>) });
  });
/** Changes the provider's script. `stripe` is its object. */
const provider =
  (change: string): Step =>
  (tab) =>
    tab.route('**/sandbox/stripe.js', async (route) => {
      const response = await route.fetch();
      const wrapped = `;{const make=window.Stripe;window.Stripe=(...key)=>{const stripe=make(...key);${change};return stripe}}`;
      await route.fulfill({ response, body: (await response.text()) + wrapped });
    });

/** Input of an earlier story is restored at hydration, so wait for that before filling fields. */
const typed: Step = async (tab) => {
  await hasBegun(tab);
  await fillForm(tab, 'erin@example.com');
};
const filled: Step = async (tab) => {
  await typed(tab);
  await fillCard(tab, '4242424242424242');
};
const pay: Step = async (tab) => {
  await filled(tab);
  await payButton(tab).click();
};
const code =
  (text: string): Step =>
  async (tab) => {
    await tab.getByLabel('Code (optional)').fill(text);
    await tab.keyboard.press('Enter');
  };

/** Runs a story. Waits for its title and text as an alert (immediate) or a status (polite). */
async function showsMessage({ title, text, role = 'alert', continues, given: before, when }: Story): Promise<boolean> {
  const isThere = continues === true && new URL(page.url()).pathname === '/checkout';
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  // A route bypasses the browser's cache, which may hold the script of an earlier story.
  await page.route('**/sandbox/stripe.js', (route) => route.continue());
  if (!isThere) await page.goto('about:blank');
  await before?.(page);
  if (!isThere) await page.goto('/checkout');
  await when?.(page);
  const region = page.getByRole(role);
  await region.getByText(title, { exact: true }).first().waitFor();
  await region.getByText(text, { exact: true }).first().waitFor();
  return true;
}

const setup: Story[] = [
  {
    title: 'Cart Error',
    text: 'There was an error calculating your cart total. Please refresh and try again.',
    given: changed('cart', ({ items }) => ({
      items: (items as { product: object }[]).map((item) => ({
        ...item,
        product: { ...item.product, price: 0, sale_price: 0 },
      })),
    })),
  },
  {
    title: 'Configuration Error',
    text: 'Failed to load payment configuration. Please try again.',
    given: silence('get-stripe-config'),
  },
  {
    title: 'Configuration Error',
    text: 'Payment system not configured properly.',
    given: changed('get-stripe-config', (body) => ({ ...body, publishableKey: '', mode: 'live' })),
  },
  {
    title: 'Checkout Error',
    text: 'Stripe configuration missing. Please check environment variables.',
    given: changed('get-stripe-config', (body) => ({ ...body, publishableKey: '' })),
  },
  {
    title: 'Setup Error',
    text: 'There is not enough stock left for this quantity.',
    given: answer('create-payment-intent', 422, {
      error: 'sold_out',
      message: 'There is not enough stock left for this quantity.',
    }),
  },
  {
    title: 'Setup Error',
    text: 'Failed to initialize checkout. Please try again.',
    given: answer('create-payment-intent', 500, {}),
  },
  {
    title: 'Checkout Error',
    text: 'Invalid response from payment processor. Please try again.',
    given: changed('create-payment-intent', (body) => ({ ...body, client_secret: null })),
  },
  {
    title: 'Checkout Error',
    text: 'Can’t reach the shop. Check your connection and try again.',
    given: silence('create-payment-intent'),
  },
  {
    title: 'Checkout Error',
    text: 'Failed to setup checkout. Please try again.',
    given: answer('create-payment-intent', 200, {}),
  },
];

const discount: Story[] = [
  {
    title: 'Invalid Input',
    text: 'A discount code has only letters, digits, dashes and underscores',
    when: code('10 % off'),
  },
  { title: 'Invalid Code', text: 'This discount code is not valid.', continues: true, when: code('NOPE') },
  {
    title: 'Error',
    text: 'Failed to validate discount code. Please try again.',
    continues: true,
    given: silence('validate-discount'),
    when: code('GLOW10'),
  },
  {
    title: 'Rate Limited',
    text: 'Too many discount code attempts. Please try again later.',
    continues: true,
    given: answer('validate-discount', 200, {
      valid: false,
      reason: 'too_many_attempts',
      error: 'Too many attempts. Please try again later.',
    }),
    when: code('GLOW10'),
  },
  {
    title: 'Too Many Attempts',
    text: 'Please wait before trying another discount code',
    when: async (tab) => {
      for (const attempt of [1, 2, 3]) {
        await code(`WRONG-${attempt}`)(tab);
        await tab.getByText(`${attempt}/3 attempts used`).waitFor();
      }
      await code('WRONG-4')(tab);
    },
  },
  { title: 'Success', text: '10% off applied', role: 'status', when: code('GLOW10') },
  {
    title: 'Discount Removed',
    text: 'Discount code has been removed from your order',
    role: 'status',
    continues: true,
    when: (tab) => tab.getByRole('button', { name: 'Remove discount code GLOW10' }).click(),
  },
];

const payment: Story[] = [
  {
    title: 'Payment Error',
    text: 'Payment system not ready. Please try again.',
    given: provider('const all=stripe.elements;stripe.elements=(...given)=>({...all(...given),getElement:()=>null})'),
    when: pay,
  },
  {
    title: 'Payment Failed',
    text: 'An error occurred during payment processing.',
    given: provider("stripe.confirmPayment=()=>Promise.resolve({error:{type:'card_error'}})"),
    when: pay,
  },
  {
    title: 'Payment Error',
    text: 'An unexpected error occurred. Please try again.',
    given: provider("stripe.confirmPayment=()=>Promise.reject(new Error('the provider broke'))"),
    when: pay,
  },
  {
    title: 'Payment Failed',
    text: 'Your card was declined.',
    when: async (tab) => {
      await typed(tab);
      await fillCard(tab, '4000000000000002');
      await payButton(tab).click();
    },
  },
  {
    title: 'Missing Information',
    text: 'Please fill in your email, name and phone number.',
    continues: true,
    when: async (tab) => {
      await hasBegun(tab);
      await tab.getByLabel('First name').fill('');
      await payButton(tab).click();
    },
  },
  {
    title: 'Missing Shipping Address',
    text: 'Please complete your shipping address.',
    continues: true,
    when: async (tab) => {
      await typed(tab);
      await tab.getByLabel('City').fill('');
      await payButton(tab).click();
    },
  },
  {
    title: 'Missing Billing Address',
    text: 'Please complete your billing address.',
    continues: true,
    when: async (tab) => {
      await filled(tab);
      await tab.getByLabel('Billing address same as shipping').uncheck();
      await tab.getByLabel('City').nth(1).fill('');
      await payButton(tab).click();
    },
  },
];

const name = ({ title, text }: Story) => `${title}: ${text}`;

describe('before the form is shown', () => {
  test.each(setup.map((story) => [name(story), story] as const))('%s', async (_name, story) => {
    expect(await showsMessage(story)).toBe(true);
  });
});

describe('a discount code', () => {
  test.each(discount.map((story) => [name(story), story] as const))('%s', async (_name, story) => {
    expect(await showsMessage(story)).toBe(true);
  });
});

describe('paying', () => {
  test.each(payment.map((story) => [name(story), story] as const))('%s', async (_name, story) => {
    expect(await showsMessage(story)).toBe(true);
  });
});

test('Payment System Error: a broken card form shows a banner and cannot be paid with', async () => {
  await showsMessage({
    title: 'Payment System Error:',
    text: 'Payment System Error: The card form broke',
    given: provider(
      "const all=stripe.elements;stripe.elements=(...given)=>{const made=all(...given),create=made.create;made.create=(type)=>{const element=create(type);setTimeout(()=>element.emit('loaderror',{elementType:'payment',error:{message:'The card form broke'}}),300);return element};return made}",
    ),
  });
  expect(await payButton(page).isDisabled()).toBe(true);
});

test('a card form shows as loading for 10 s, then as failed', async ({ shopper: { page: tab } }) => {
  await tab.clock.install();
  await tab.route('**/sandbox/stripe.js', () => undefined);
  await fillCart(tab.request);
  const scriptRequested = tab.waitForRequest('**/sandbox/stripe.js');
  await tab.goto('/checkout');
  await scriptRequested;
  await tab.getByText('Payment system is loading...').waitFor();
  const failure = 'Failed to load payment system. Please refresh the page or check your connection.';
  expect(await tab.getByText(failure).count()).toBe(0);
  await tab.clock.runFor(10_000);
  await tab.getByRole('alert').getByText(failure).waitFor();
  expect(await payButton(tab).isDisabled()).toBe(true);
});

test('Shipping Options Error: missing options can be reloaded, which moves the keyboard focus to them', async () => {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const without = ({ checkout, ...rest }: Record<string, unknown>) => ({
    ...rest,
    checkout: { ...(checkout as object), shippingOptions: [] },
  });
  await changed('create-payment-intent', without)(page);
  await page.goto('/checkout');
  const card = page.getByRole('alert').filter({ hasText: 'Shipping Options Error' });
  await card.getByText('Failed to load shipping options.').waitFor();
  await card.getByRole('button', { name: 'Retry Loading' }).press('Enter');
  await page.getByRole('radio', { name: /Standard/ }).waitFor();
  expect(
    await page.getByRole('group', { name: 'Shipping option' }).evaluate((group) => group === document.activeElement),
  ).toBe(true);
  await page.keyboard.press('Tab');
  expect(
    await page.getByRole('radio', { name: /Standard/ }).evaluate((option) => option === document.activeElement),
  ).toBe(true);
  expect(await card.count()).toBe(0);
});

test('the number of wrong fields is announced once per attempt, not with each correction', async ({
  shopper: { page: tab },
}) => {
  await fillCart(tab.request);
  await tab.goto('/checkout');
  await filled(tab);
  await tab.getByLabel('First name').fill('');
  await tab.getByLabel('City').fill('');
  await payButton(tab).click();
  const alert = (text: string) => tab.getByRole('alert').filter({ hasText: text });
  await alert('Please correct 2 fields before paying.').waitFor();
  await tab.getByLabel('City').fill('Portland');
  await tab.getByText('Please correct 1 field before paying.').waitFor();
  expect(await alert('Please correct').count()).toBe(0);
  await payButton(tab).click();
  await alert('Please correct 1 field before paying.').waitFor();
  await tab.getByLabel('First name').fill('Mia');
  await tab.getByText('Please correct').waitFor({ state: 'detached' });
});

test('a checkout that fails to start moves the focus to the error, then back to the form with the input kept', async () => {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const failing = Promise.withResolvers<void>();
  await page.route('**/api/create-payment-intent', (route) => failing.promise.then(() => route.abort()));
  await page.goto('/checkout');
  await page.getByLabel('First name').fill('Erna');
  failing.resolve();
  await page.locator('[role=alert]:focus', { hasText: 'Checkout Error' }).waitFor();
  await page.unroute('**/api/create-payment-intent');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await hasBegun(page);
  expect(await page.getByLabel('First name').inputValue()).toBe('Erna');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Checkout');
});

test('Payment Successful! Redirecting to confirmation page...', async () => {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto('/checkout');
  // Another story of this file may have unchecked it.
  await page.getByLabel('Billing address same as shipping').check();
  // Blocks the next page, so that the message stays readable.
  await page.route('**/checkout-success**', (route) => route.fulfill({ status: 204 }));
  await pay(page);
  const region = page.getByRole('status');
  await region.getByText('Payment Successful!', { exact: true }).waitFor();
  await region.getByText('Redirecting to confirmation page...', { exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/checkout');
});
