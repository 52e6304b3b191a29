import { describe, expect } from 'vitest';

import { isFullRun } from '../support/full-run.ts';
import { testWithShop } from './fixtures.ts';
import { embedded } from './support/shop-server.ts';
import {
  desktop,
  fillCard,
  fillForm,
  goToCheckout,
  guestAtPayment,
  launchBrowser,
  openCheckout,
  orderNumberOn,
  payButton,
  phone,
  putWandInCart,
} from './support/browser-visitors.ts';

const test = testWithShop(embedded);

const devices: [name: string, viewport: typeof phone][] = [
  ['on a phone', phone],
  ['on a desktop', desktop],
];

describe.each(isFullRun ? devices : devices.slice(0, 1))('a guest %s', (_device, viewport) => {
  test('buys the wand, receives the email and tracks the order', async ({ shop, newShopper }) => {
    const { page, problems } = await newShopper(viewport);
    await putWandInCart(page);
    await goToCheckout(page);
    await fillForm(page, 'mia@example.com');
    await fillCard(page, '4242424242424242');
    expect(await payButton(page).innerText()).toBe('Pay $59.00');
    await payButton(page).click();
    const number = await orderNumberOn(page);
    expect(number).toMatch(/^HR-[2-9A-Z]{8}$/);
    await page.getByRole('link', { name: 'Track Your Order' }).click();
    await page.getByRole('heading', { name: `Order ${number}` }).waitFor();
    expect(page.url()).toBe(`${shop.url}/track`);
    await page.goto('/mailbox');
    const mail = page.frameLocator('iframe').getByText(number);
    await mail.first().waitFor();
    expect(await page.getByText(`Your halorosa order ${number} is confirmed`).count()).toBe(1);
    expect(problems).toEqual([]);
  });
});

test('a declined card shows advice and keeps the form, and another card pays the same order', async ({
  guestAtPayment,
}) => {
  const card = { email: 'dora@example.com', number: '4000000000000002' };
  const { page } = await guestAtPayment(card);
  await payButton(page).click();
  await page.getByText('Your card was declined. Nothing was charged.').waitFor();
  await page.locator('[role=alert]:focus', { hasText: 'Your card was declined.' }).waitFor();
  expect(await page.getByLabel('Street address').inputValue()).toBe('1 Burnside Street');
  await fillCard(page, '4242424242424242');
  await payButton(page).click();
  expect(await orderNumberOn(page)).toMatch(/^HR-/);
});

test('3-D Secure: a failed check charges nothing, a passed one pays', async ({ guestAtPayment }) => {
  const card = { email: 'tess@example.com', number: '4000002500003155' };
  const { page } = await guestAtPayment(card);
  await payButton(page).click();
  await page.getByRole('button', { name: 'Fail authentication' }).click();
  await page.getByText(/We are unable to authenticate your payment method.*Nothing was charged/).waitFor();
  await payButton(page).click();
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  expect(await orderNumberOn(page)).toMatch(/^HR-/);
});

test('a payment that ended during 3-D Secure is not blamed on the card, and the goods can be reserved again', async ({
  guestAtPayment,
}) => {
  const card = { email: 'otto@example.com', number: '4000002500003155' };
  const { page } = await guestAtPayment(card);
  const error = { type: 'invalid_request_error', message: 'Not any more.', payment_intent: { status: 'canceled' } };
  await page.route('**/sandbox/authenticate', (route) => route.fulfill({ json: { paymentIntent: null, error } }));
  await payButton(page).click();
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await page.getByText('The time was up before your bank had answered. Nothing was charged.').waitFor();
  expect(await page.getByText('Check the card details').count()).toBe(0);
  await page.getByRole('button', { name: 'Reserve again' }).click();
  await payButton(page).waitFor();
});

test('paying is disabled while no shipping method is available', async ({ shopper: { page } }) => {
  await page.route('**/api/create-payment-intent', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { checkout: object };
    const checkout = { ...body.checkout, shippingOptions: [], shippingOptionId: null };
    await route.fulfill({ response, json: { ...body, checkout } });
  });
  await openCheckout(page);
  await page.getByText('Shipping Options Error').waitFor();
  await page.getByText('Paying opens once there is a shipping method.').waitFor();
  await page.getByLabel('Card number').waitFor();
  expect(await payButton(page).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Retry Loading' }).click();
  await page.getByText('Paying opens once there is a shipping method.').waitFor({ state: 'detached' });
  await expect.poll(() => payButton(page).isEnabled()).toBe(true);
});

test('closing the tab right after paying still creates the order and its email', async ({ shop }) => {
  const device = await launchBrowser();
  const { page } = await guestAtPayment(device, shop.url, { email: 'vera@example.com' });
  const paid = page.waitForResponse((answer) => answer.url().endsWith('/sandbox/confirm'));
  await payButton(page).click();
  await paid;
  await device.close();
  const mails = async () => {
    const answer = await fetch(`${shop.url}/mailbox`, { signal: AbortSignal.timeout(5_000) });
    return (await answer.text()).split('vera@example.com</span>').length - 1;
  };
  await expect.poll(mails, { timeout: 20_000, interval: 500 }).toBe(1);
});
