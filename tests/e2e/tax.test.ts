import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { testWithShop, type Uses } from './fixtures.ts';
import { startShopServer } from './support/shop-server.ts';
import { guestAtPayment, openCheckout, orderNumberOn, payButton } from './support/browser-visitors.ts';

const test = testWithShop();

const summary = (page: Page) => page.getByRole('complementary', { name: 'Order Summary' });
const amount = (page: Page, label: string) =>
  summary(page)
    .locator('div', { has: page.getByText(label, { exact: true }) })
    .last()
    .locator('dd');

async function atCheckout({ newShopper }: Uses<'newShopper'>) {
  const shopper = await newShopper();
  await openCheckout(shopper.page);
  return shopper;
}

test('choosing California adds its sales tax, and Oregon removes it', async ({ newShopper }) => {
  const { page, problems } = await atCheckout({ newShopper });
  expect(await payButton(page).innerText()).toBe('Pay $59.00');
  await page.getByLabel('State').selectOption('CA');
  await page.getByRole('button', { name: 'Pay $63.28' }).waitFor();
  expect(await amount(page, 'Tax').innerText()).toBe('$4.28');
  await page.getByRole('status').getByText('Total $63.28').waitFor();
  await page.getByLabel('State').selectOption('OR');
  await page.getByRole('button', { name: 'Pay $59.00' }).waitFor();
  expect(await summary(page).getByText('Tax', { exact: true }).count()).toBe(0);
  expect(problems).toEqual([]);
});

/** Chooses California and holds the change of its tax. Returns what lets the change through. */
async function chooseCaliforniaHeld(page: Page): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route('**/api/update-payment-intent', async (route) => {
    if (route.request().postData()?.includes('"CA"') === true) await released.promise;
    await route.continue();
  });
  const sent = page.waitForRequest('**/api/update-payment-intent');
  await page.getByLabel('State').selectOption('CA');
  await sent;
  return () => released.resolve();
}

test('a state that is changed while the tax of the one before is on its way gets its own tax', async ({
  newShopper,
}) => {
  const { page } = await atCheckout({ newShopper });
  const release = await chooseCaliforniaHeld(page);
  const answered = page.waitForResponse('**/api/calculate-tax');
  await page.getByLabel('State').selectOption('OR');
  await (await answered).finished();
  const taxed = page.waitForResponse('**/api/update-payment-intent');
  release();
  await (await taxed).finished();
  await expect.poll(() => payButton(page).getAttribute('aria-disabled')).toBe('false');
  expect(await payButton(page).innerText()).toBe('Pay $59.00');
});

test('Pay waits for the total of a state that is chosen a second time while the tax of another is on its way', async ({
  newShopper,
}) => {
  const { page } = await atCheckout({ newShopper });
  const isWaiting = () => payButton(page).getAttribute('aria-disabled');
  await page.getByLabel('State').selectOption('OR');
  await expect.poll(isWaiting).toBe('false');
  const release = await chooseCaliforniaHeld(page);
  const oregon = Promise.withResolvers<void>();
  await page.route('**/api/calculate-tax', (route) => oregon.promise.then(() => route.continue()));
  await page.getByLabel('State').selectOption('OR');
  release();
  await page.getByRole('button', { name: 'Pay $63.28' }).waitFor();
  expect(await isWaiting()).toBe('true');
  oregon.resolve();
  await expect.poll(isWaiting).toBe('false');
  expect(await payButton(page).innerText()).toBe('Pay $59.00');
});

test('in Great Britain the price includes VAT, which is shown and not added', async ({ newShopper }) => {
  const { page } = await atCheckout({ newShopper });
  await page.getByLabel('Country').selectOption('GB');
  await summary(page).getByText('Includes VAT').waitFor();
  expect(await amount(page, 'Includes VAT').innerText()).toBe('$9.83');
  expect(await payButton(page).innerText()).toBe('Pay $59.00');
  expect(await page.getByLabel('County (optional)').count()).toBe(1);
});

/**
 * Confirms the address in advance. These stories change the state alone, which contradicts the ZIP.
 */
const confirmAddress = (page: Page) =>
  page.route('**/api/update-payment-intent', (route) => {
    const change = route.request().postDataJSON() as object;
    return route.continue({ postData: JSON.stringify({ ...change, address_confirmed: true }) });
  });

/** Holds tax requests until the returned function is called. */
async function holdTax(page: Page): Promise<() => void> {
  let answer = () => undefined as void;
  const held = new Promise<void>((done) => (answer = done));
  await page.route('**/api/calculate-tax', async (route) => {
    await held;
    await route.continue();
  });
  return () => answer();
}

test('Pay pressed during a tax calculation waits for it, then pays the shown total or reports the change', async ({
  guestAtPayment,
}) => {
  const { page } = await guestAtPayment({ email: 'paula@example.com' });
  await confirmAddress(page);
  await expect.poll(() => payButton(page).isEnabled()).toBe(true);
  const clickButton = async (state: string) => {
    const answer = await holdTax(page);
    await page.getByLabel('State').selectOption(state);
    expect([await payButton(page).innerText(), await payButton(page).isEnabled()]).toEqual(['Pay $59.00', false]);
    await payButton(page).press('Enter');
    answer();
  };
  await clickButton('CA');
  await page.getByText('The total has changed. Please check it and pay again.').waitFor();
  expect(await payButton(page).innerText()).toBe('Pay $63.28');
  await page.getByLabel('State').selectOption('OR');
  await page.getByRole('button', { name: 'Pay $59.00' }).waitFor();
  await clickButton('MT');
  expect(await orderNumberOn(page)).toMatch(/^HR-/);
  expect(await page.getByText('$59.00 USD').count()).toBeGreaterThan(0);
});

test('if the tax is unavailable its line disappears without an error, and paying settles it', async ({
  guestAtPayment,
}) => {
  const { page } = await guestAtPayment({ email: 'tara@example.com' });
  await confirmAddress(page);
  await page.getByLabel('State').selectOption('CA');
  await page.getByRole('button', { name: 'Pay $63.28' }).waitFor();
  await page.route('**/api/calculate-tax', (route) => route.abort());
  await page.getByLabel('State').selectOption('NY');
  await page.getByRole('button', { name: 'Pay $59.00' }).waitFor();
  expect(await page.getByRole('alert').filter({ hasText: /./ }).count()).toBe(0);
  await payButton(page).click();
  await page.getByText('The total has changed. Please check it and pay again.').waitFor();
  const total = await payButton(page).innerText();
  expect(total).not.toBe('Pay $59.00');
  await payButton(page).click();
  expect(await orderNumberOn(page)).toMatch(/^HR-/);
  expect(await page.getByText(total.replace('Pay ', '')).count()).toBeGreaterThan(0);
});

test('with Stripe Tax a complete ZIP has its own rate, and that amount is paid', async ({ browser }) => {
  const asking = await startShopServer({ TAX: 'stripe' });
  const { page, problems, leave } = await guestAtPayment(browser, asking.url, { email: 'zoe@example.com' });
  await page.getByLabel('ZIP code').fill('');
  await page.getByLabel('State').selectOption('CA');
  await page.getByRole('button', { name: 'Pay $63.28' }).waitFor();
  await page.getByLabel('ZIP code').fill('94103');
  await page.getByRole('button', { name: 'Pay $64.09' }).waitFor();
  expect(await amount(page, 'Tax').innerText()).toBe('$5.09');
  await payButton(page).click();
  expect(await orderNumberOn(page)).toMatch(/^HR-/);
  expect(await page.getByText('$64.09').count()).toBeGreaterThan(0);
  expect(problems).toEqual([]);
  await leave();
  await asking.stop();
});
