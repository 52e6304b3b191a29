import type { Page } from 'playwright-core';
import { getDocumentProxy } from 'unpdf';
import { describe, expect } from 'vitest';

import { axeViolations } from './support/page-checks.ts';
import { testWithShop, type Uses } from './fixtures.ts';
import { orderNumberOn, payButton } from './support/browser-visitors.ts';

const test = testWithShop();

/** Pays. `prepare` runs on the page right before Pay is pressed. */
async function givenPaid(
  { guestAtPayment }: Uses<'guestAtPayment'>,
  email: string,
  prepare: (page: Page) => Promise<unknown> = async () => undefined,
) {
  const shopper = await guestAtPayment({ email });
  await prepare(shopper.page);
  await payButton(shopper.page).click();
  return shopper;
}

const untilMessage = async (page: Page, kind: 'alert' | 'status', title: string, text: string): Promise<void> => {
  await page.getByRole(kind).getByText(title, { exact: true }).first().waitFor();
  await page.getByRole(kind).getByText(text, { exact: true }).first().waitFor();
};

const storedForm = (page: Page) => page.evaluate(() => sessionStorage.getItem('checkout_form_data'));

/** Expects a print of one page: the order, below the Shop name. */
async function expectOnePage(page: Page, number: string): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  for (const text of [number, '1 Burnside Street', '$59.00 USD']) {
    expect(await page.getByText(text).first().isVisible(), text).toBe(true);
  }
  expect(await page.getByRole('banner').getByRole('link').allInnerTexts()).toEqual(['']);
  for (const role of ['button', 'contentinfo', 'navigation', 'complementary'] as const) {
    expect(await page.getByRole(role).count(), role).toBe(0);
  }
  const { numPages } = await getDocumentProxy(new Uint8Array(await page.pdf({ format: 'A4' })));
  expect(numPages).toBe(1);
}

test('Order Created!: the page and its single printed sheet show the whole order, and after 2 s the stored form and the cart are gone', async ({
  guestAtPayment,
}) => {
  const { page, problems } = await givenPaid({ guestAtPayment }, 'nina@example.com');
  const number = await orderNumberOn(page);
  await untilMessage(page, 'status', 'Order Created!', `Your order ${number} has been successfully created.`);
  await page.getByRole('heading', { level: 1, name: 'Payment Successful!' }).waitFor();
  for (const text of ['Free shipping included', '3-5 business days', '1 Burnside Street', '415 555 0132', 'Free']) {
    expect(await page.getByText(text, { exact: true }).count(), text).toBeGreaterThan(0);
  }
  for (const heading of ['What happens next', 'Your first minute']) {
    await page.getByRole('heading', { level: 2, name: heading }).waitFor();
  }
  for (const button of ['Track Your Order', 'Continue Shopping', 'View Products']) {
    expect(await page.getByRole('link', { name: button }).count()).toBe(1);
  }
  expect(await page.getByRole('button', { name: /% off/ }).count()).toBe(0);
  expect(await page.getByRole('listitem').filter({ hasText: '3 Complete' }).getAttribute('aria-current')).toBe('step');
  await expect.poll(() => storedForm(page), { timeout: 5_000 }).toBeNull();
  await page.getByRole('button', { name: 'Open cart, 0 items' }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  expect(problems).toEqual([]);
  await expectOnePage(page, number);
});

test('the order is shown after a reload, and on another device through the signed link of its mail or by its number', async ({
  newStranger,
  guestAtPayment,
}) => {
  const { page } = await givenPaid({ guestAtPayment }, 'lena@example.com');
  const number = await orderNumberOn(page);
  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
  expect(await orderNumberOn(page)).toBe(number);
  const orderStatus = await page.evaluate(
    async (intent) => (await fetch(`/api/order-status?payment_intent=${intent}`)).json(),
    new URL(page.url()).searchParams.get('payment_intent'),
  );
  const { token } = (orderStatus as { order: { token: string } }).order;
  const other = await newStranger();
  await other.page.goto(`/checkout-success?token=${encodeURIComponent(token)}`);
  expect(await orderNumberOn(other.page)).toBe(number);
  expect(await other.page.getByText('lena@example.com').count()).toBeGreaterThan(0);
  const { pathname, search } = new URL(page.url());
  await other.page.goto(pathname + search);
  const text = 'Order information was not found. Please contact support if you completed a payment.';
  await untilMessage(other.page, 'alert', 'Missing Order Data', text);
  await other.page.getByRole('heading', { name: 'Paid on another device?' }).waitFor();
  expect(await axeViolations(other.page)).toEqual([]);
  await other.page.getByLabel('Order number').fill(number);
  await other.page.getByLabel('Email address').fill('lena@example.com');
  await other.page.getByRole('button', { name: 'Track Order' }).click();
  await other.page.getByText('Order Found!').waitFor();
});

test('Email Not Sent: a failed mail is reported 2 s after the order', async ({ guestAtPayment }) => {
  const { page } = await givenPaid({ guestAtPayment }, 'milo@example.com', (tab) =>
    tab.route('**/api/create-order', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), email_status: 'failed' } });
    }),
  );
  await page.getByText('Order Created!').waitFor();
  expect(await page.getByText('Email Not Sent').count()).toBe(0);
  await untilMessage(
    page,
    'alert',
    'Email Not Sent',
    "Your order is confirmed, but we couldn't send the confirmation email. Check your spam folder or contact support.",
  );
  expect(await page.getByText('We couldn’t send the confirmation email', { exact: true }).count()).toBe(1);
});

describe('when something fails after the payment', () => {
  test('Order Processing Error: an unreadable stored form is reported, and the order is shown anyway', async ({
    guestAtPayment,
  }) => {
    const { page } = await givenPaid({ guestAtPayment }, 'uma@example.com', (tab) =>
      tab.addInitScript(() => {
        if (location.pathname === '/checkout-success') sessionStorage.setItem('checkout_form_data', '{"broken');
      }),
    );
    const text = 'There was an issue processing your order data. Please contact support.';
    await untilMessage(page, 'alert', 'Order Processing Error', text);
    expect(await orderNumberOn(page)).toMatch(/^HR-/);
  });

  test('Missing Order Data: a URL without a payment', async ({ newStranger }) => {
    const { page } = await newStranger();
    await page.goto('/checkout-success');
    const text = 'Order information was not found. Please contact support if you completed a payment.';
    await untilMessage(page, 'alert', 'Missing Order Data', text);
    expect(await page.getByText('Payment Successful!').count()).toBe(0);
  });

  test('Order Processing: the shop refuses to create the order', async ({ guestAtPayment }) => {
    const { page } = await givenPaid({ guestAtPayment }, 'otto@example.com', (tab) =>
      tab.route('**/api/{create-order,order-status**}', (route) => route.fulfill({ status: 500, json: {} })),
    );
    const text =
      'Your payment was successful, but there was an issue creating your order record. Our team will process this manually.';
    await untilMessage(page, 'alert', 'Order Processing', text);
    expect(await page.getByRole('heading', { name: 'Payment Successful!' }).count()).toBe(1);
  });

  test('Order Processing: an unreachable shop is no alarm, and the order appears once it responds', async ({
    guestAtPayment,
  }) => {
    const { page } = await givenPaid({ guestAtPayment }, 'rita@example.com', (tab) =>
      tab.route('**/api/{create-order,order-status**}', (route) => route.abort()),
    );
    const text = "Your payment was successful. If you don't receive a confirmation email, please contact support.";
    await untilMessage(page, 'status', 'Order Processing', text);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    expect(await orderNumberOn(page)).toMatch(/^HR-/);
  });
});

test('the cancelled page opens the cart with its items, as it says', async ({ guestAtPayment }) => {
  const { page } = await guestAtPayment({ email: 'cara@example.com' });
  await page.goto('/checkout-cancelled');
  await page.getByRole('heading', { level: 1, name: 'Checkout Cancelled' }).waitFor();
  await page.getByText('Your items are still in your cart').waitFor();
  expect(await page.getByRole('link', { name: 'Continue Shopping' }).getAttribute('href')).toBe('/product');
  await page.getByRole('link', { name: 'Return to Cart' }).click();
  const drawer = page.getByRole('dialog', { name: 'Shopping Cart' });
  await drawer.waitFor();
  expect(await drawer.locator('output').first().innerText()).toBe('1');
});
