import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { testWithShop, type Uses } from './fixtures.ts';
import { isInteractive, desktop, fillCart, holdScripts, payButton, phone } from './support/browser-visitors.ts';

const test = testWithShop();

/** Opens a checkout whose scripts are held back until `run`. */
async function beforeItRuns({ newShopper }: Uses<'newShopper'>, viewport: typeof phone) {
  const { page, problems, leave } = await newShopper(viewport);
  const letRun = await holdScripts(page);
  await fillCart(page.request);
  await page.goto('/checkout', { waitUntil: 'commit' });
  const run = async () => {
    letRun();
    await page.waitForFunction(isInteractive);
  };
  return { page, problems, run, leave };
}

/** Cumulative layout shift without user input, as browsers measure it. */
const shifted = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((done) => {
        const sum = (shifts: PerformanceEntryList) =>
          shifts.reduce((all, entry) => all + Number(Reflect.get(entry, 'value')), 0);
        new PerformanceObserver((list) => done(sum(list.getEntries()))).observe({
          type: 'layout-shift',
          buffered: true,
        });
        // The observer is not called if nothing shifts.
        requestAnimationFrame(() => requestAnimationFrame(() => done(0)));
      }),
  );

test('input made before the checkout is hydrated is kept and bought', async ({ newShopper }) => {
  const { page, problems, run, leave } = await beforeItRuns({ newShopper }, phone);
  expect(await payButton(page).innerText()).toBe('Pay $59.00');
  expect(await payButton(page).isDisabled()).toBe(true);
  await page.getByLabel('Email', { exact: true }).fill('early@example.com');
  await page.getByLabel('State').selectOption('OR');
  await page.getByRole('radio', { name: /Express/ }).check();
  await page.getByLabel('Billing address same as shipping').uncheck();
  await run();
  await page.getByRole('button', { name: 'Pay $71.99' }).waitFor();
  await page.getByLabel('First name').fill('Mia');
  await page.getByRole('button', { name: 'Add a discount code' }).click();
  expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe('early@example.com');
  expect(await page.getByLabel('State').first().inputValue()).toBe('OR');
  expect(await page.getByRole('radio', { name: /Express/ }).isChecked()).toBe(true);
  expect(await page.getByLabel('Billing address same as shipping').isChecked()).toBe(false);
  await expect
    .poll(() => page.evaluate(() => sessionStorage.getItem('checkout_customer_info')))
    .toContain('early@example.com');
  expect(problems).toEqual([]);
  await leave();
});

test.for([
  ['phone', phone],
  ['wide screen', desktop],
] as const)(
  'on a %s nothing moves when the checkout, its wallet and its card form arrive',
  async ([_screen, viewport], { newShopper }) => {
    const { page, problems, run, leave } = await beforeItRuns({ newShopper }, viewport);
    await page.getByRole('heading', { name: 'Shipping address' }).waitFor();
    const inItsPlace = page.locator('[aria-label="Express checkout"] > .visible');
    const place = await inItsPlace.boundingBox();
    await run();
    await page.getByLabel('Card number').waitFor();
    const wallet = page.getByRole('button', { name: 'Pay with the demo wallet' });
    await wallet.waitFor();
    expect([await wallet.boundingBox(), await inItsPlace.count()]).toEqual([place, 0]);
    await page.getByText('Your items are reserved for').waitFor();
    expect(await shifted(page)).toBeLessThanOrEqual(0.001);
    expect(problems).toEqual([]);
    await leave();
  },
);
