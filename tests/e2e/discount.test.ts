import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { testWithShop, type Uses } from './fixtures.ts';
import { fillForm, openCheckout, orderNumberOn } from './support/browser-visitors.ts';

const test = testWithShop({ RATE_LIMITS: 'on' });

async function atCheckout({ newShopper }: Uses<'newShopper'>) {
  const shopper = await newShopper();
  await openCheckout(shopper.page);
  return shopper;
}

async function applyCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code (optional)').fill(code);
  await page.getByRole('button', { name: 'Apply' }).click();
}

const untilMessage = (page: Page, text: string) =>
  page.getByRole('status').or(page.getByRole('alert')).getByText(text).first().waitFor();

test('a code reduces every amount, and removing it restores the price', async ({ newShopper }) => {
  const { page, problems } = await atCheckout({ newShopper });
  await page.getByLabel('Code (optional)').fill('glow10');
  await page.keyboard.press('Enter');
  await untilMessage(page, '10% off applied');
  await page.getByText('Discount: -$5.90').waitFor();
  await page.getByRole('button', { name: 'Pay $53.10' }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await untilMessage(page, 'Discount code has been removed from your order');
  await page.getByRole('button', { name: 'Pay $59.00' }).waitFor();
  expect(problems).toEqual([]);
});

test('the code of a followed link is taken off at the checkout, also in another tab', async ({ newShopper }) => {
  const { page, problems } = await newShopper();
  const tab = await page.context().newPage();
  await tab.goto('/code/glow10');
  await tab.getByRole('heading', { name: 'Your code is ready' }).waitFor();
  await tab.getByText('GLOW10').waitFor();
  await tab.close();
  await openCheckout(page);
  await untilMessage(page, '10% off applied');
  await page.getByRole('button', { name: 'Pay $53.10' }).waitFor();
  expect(problems).toEqual([]);
});

const hasLinkedCode = async (page: Page) => (await page.context().cookies()).some(({ name }) => name === 'linked_code');

test('the code of a link that a busy shop could not try is tried again after a reload', async ({ newShopper }) => {
  const { page } = await newShopper();
  await page.goto('/code/GLOW10');
  const json = { valid: false, reason: 'busy', error: 'Please try that again.' };
  await page.route('**/api/validate-discount', (route) => route.fulfill({ json }), { times: 1 });
  await openCheckout(page);
  await untilMessage(page, 'Please try that again.');
  expect(await hasLinkedCode(page)).toBe(true);
  await page.reload();
  await untilMessage(page, '10% off applied');
  await expect.poll(() => hasLinkedCode(page)).toBe(false);
});

test('a wrong code of a link is named once and forgotten', async ({ newShopper }) => {
  const { page } = await newShopper();
  await page.goto('/code/EXPIRED-9');
  await page.getByRole('heading', { name: 'Your code is ready' }).waitFor();
  await openCheckout(page);
  await untilMessage(page, 'This discount code is not valid.');
  expect(await hasLinkedCode(page)).toBe(false);
  expect((await page.goto('/code/%3Cscript%3E'))?.status()).toBe(404);
});

test('after three wrong codes the field is locked and shows for how long', async ({ newShopper }) => {
  const { page } = await atCheckout({ newShopper });
  for (const attempt of [1, 2, 3]) {
    await applyCode(page, `WRONG-${attempt}`);
    await page.getByText(`${attempt}/3 attempts used`).waitFor();
    expect(await page.getByLabel('Code (optional)').evaluate((field) => field === document.activeElement)).toBe(true);
  }
  await untilMessage(page, 'This discount code is not valid.');
  expect(await page.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true);
  await page.getByText(/the next one can be tried in 1[45] minutes\./).waitFor();
});

test('TESTFREE makes the order free: no card is required, and a lost response creates only one order', async ({
  newShopper,
}) => {
  const { page } = await atCheckout({ newShopper });
  await fillForm(page, 'fred@example.com');
  await applyCode(page, 'TESTFREE');
  const pay = page.getByRole('button', { name: 'Pay $0.00' });
  await pay.waitFor();
  expect(await page.getByLabel('Card number').count()).toBe(0);
  // The order is placed, and its response is lost.
  const isLost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/create-order'));
  await page.route('**/api/create-order', async (route) => (await route.fetch(), route.abort()), { times: 1 });
  await pay.click();
  await isLost;
  await pay.click();
  const number = await orderNumberOn(page);
  await page.getByText(`Your order ${number} has been successfully created.`).waitFor();
  const storedKeys = () =>
    page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('checkout_')));
  await expect.poll(storedKeys, { timeout: 5_000 }).toEqual([]);
  await page.getByText('A confirmation email has been sent to fred@example.com').waitFor();
  await page.goto('/mailbox');
  await page.getByText(`Your halorosa order ${number} is confirmed`).first().waitFor();
});
