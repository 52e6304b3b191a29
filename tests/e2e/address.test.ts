import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { axeViolations } from './support/page-checks.ts';
import { testWithShop, type Uses } from './fixtures.ts';
import { desktop, openCheckout, orderNumberOn, payButton, phone } from './support/browser-visitors.ts';

const test = testWithShop();

const suggestions = (page: Page) => page.getByRole('listbox', { name: 'Address suggestions' }).getByRole('option');

/** Gives the reserved unit back to the seven of the demo. */
const emptyCart = ({ shop }: Uses<'shop'>, page: Page) =>
  page.request.delete('/api/cart', { headers: { origin: shop.url } });

async function atCheckout(
  { shop, newShopper }: Uses<'shop' | 'newShopper'>,
  viewport: { width: number; height: number },
) {
  const shopper = await newShopper(viewport);
  await openCheckout(shopper.page);
  const leave = async () => {
    await emptyCart({ shop }, shopper.page);
    await shopper.leave();
  };
  return { ...shopper, leave };
}

test('three characters bring suggestions after a pause, two do not, and the keyboard fills the whole address', async ({
  shop,
  newShopper,
}) => {
  const { page, problems, leave } = await atCheckout({ shop, newShopper }, desktop);
  const street = page.getByRole('combobox', { name: 'Street address' });
  const queries: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/address-suggestions')) queries.push(request.postData() ?? '');
  });
  await street.pressSequentially('12');
  await street.pressSequentially('3 M', { delay: 20 });
  await suggestions(page).first().waitFor();
  // Fast typing sends one request.
  expect(queries.map((body) => (JSON.parse(body) as { query: string }).query)).toEqual(['123 M']);
  // Only the matching one of the three samples is suggested.
  expect(await suggestions(page).allInnerTexts()).toEqual(['123 Main Street, New York, NY 10001']);
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  expect(await street.inputValue()).toBe('123 Main Street');
  expect(await page.getByLabel('City').inputValue()).toBe('New York');
  expect(await page.getByLabel('State').inputValue()).toBe('NY');
  expect(await page.getByLabel('ZIP code').inputValue()).toBe('10001');
  expect(await suggestions(page).count()).toBe(0);
  expect(problems).toEqual([]);
  await leave();
});

test('on a phone a tap chooses a suggestion; Esc or manual typing ignores them', async ({ shop, newShopper }) => {
  const { page, leave } = await atCheckout({ shop, newShopper }, phone);
  const street = page.getByRole('combobox', { name: 'Street address' });
  await street.pressSequentially('789');
  await suggestions(page)
    .and(page.getByRole('option', { name: '789 Pine Road, Chicago, IL 60601' }))
    .click();
  expect(await page.getByLabel('City').inputValue()).toBe('Chicago');
  await street.fill('');
  await street.pressSequentially('123 Main');
  await suggestions(page).first().waitFor();
  await page.keyboard.press('Escape');
  expect(await suggestions(page).count()).toBe(0);
  expect(await street.inputValue()).toBe('123 Main');
  expect(await page.getByLabel('City').inputValue()).toBe('Chicago');
  await leave();
});

test('the street can be typed when suggestions fail', async ({ shop, newShopper }) => {
  const { page, leave } = await atCheckout({ shop, newShopper }, desktop);
  await page.route('**/api/address-suggestions', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed');
  await page.getByRole('combobox', { name: 'Street address' }).pressSequentially('1 Rose Lane');
  await failed;
  expect(await suggestions(page).count()).toBe(0);
  expect(await page.getByRole('combobox', { name: 'Street address' }).inputValue()).toBe('1 Rose Lane');
  await leave();
});

test('a city that is found late does not interrupt typing', async ({ shop, newShopper }) => {
  const { page, leave } = await atCheckout({ shop, newShopper }, desktop);
  const found = Promise.withResolvers<void>();
  await page.route('**/api/postal-place', (route) => found.promise.then(() => route.continue()));
  const request = page.waitForRequest('**/api/postal-place');
  const response = page.waitForResponse('**/api/postal-place');
  await page.getByLabel('ZIP code').fill('97205');
  await request;
  await page.getByLabel('City').focus();
  found.resolve();
  await response;
  await expect.poll(() => page.getByLabel('State').inputValue()).toBe('OR');
  await page.keyboard.type('Portland');
  expect(await page.getByLabel('City').inputValue()).toBe('Portland');
  await leave();
});

/** Fills fields as Chromium's autofill does: value and events, without keys or focus. */
const autofill = (page: Page, fields: Record<string, string>) =>
  page.evaluate((values) => {
    for (const [id, value] of Object.entries(values)) {
      const field = document.getElementById(id);
      if (!(field instanceof HTMLInputElement)) throw new Error(`no field ${id}`);
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.dispatchEvent(new Event('change', { bubbles: true }));
    }
  }, fields);

test('an autofilled German address gets no US state', async ({ shop, newShopper }) => {
  const { page, leave } = await atCheckout({ shop, newShopper }, desktop);
  const looked = page.waitForResponse('**/api/postal-place');
  await autofill(page, { 'shipping-postalCode': '10115', 'shipping-city': 'Berlin' });
  await (await looked).finished();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  expect(await page.getByLabel('City').inputValue()).toBe('Berlin');
  expect(await page.getByLabel('State').inputValue()).toBe('');
  await leave();
});

test.for([
  ['a phone', phone],
  ['a desktop', desktop],
] as const)(
  'on %s a contradictory address asks for confirmation beside its ZIP, and is paid once confirmed',
  async ([_screen, viewport], { guestAtPayment }) => {
    const { page, problems } = await guestAtPayment({ email: 'doubt@example.com', viewport });
    const zip = page.getByLabel('ZIP code');
    const contradict = async () => {
      await zip.fill('94103');
      await expect.poll(() => page.getByLabel('City').inputValue()).toBe('San Francisco');
      await page.getByLabel('State').selectOption('OR');
      // A press before California's tax is gone from the total would ask to check it.
      await expect.poll(() => payButton(page).getAttribute('aria-disabled')).toBe('false');
    };
    await contradict();
    await payButton(page).click();
    const sentence = 'ZIP code 94103 is in San Francisco, CA. Please check it, or confirm that the address is right.';
    await page.locator('#shipping-postalCode-error', { hasText: sentence }).waitFor();
    await expect.poll(() => zip.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await zip.getAttribute('aria-describedby')).toContain('shipping-postalCode-error');
    const sure = page.getByRole('checkbox', { name: 'My address is right' });
    expect(await axeViolations(page)).toEqual([]);
    await sure.focus();
    await page.keyboard.press('Space');
    expect(await page.locator('#shipping-postalCode-error').innerText()).toBe('');
    await page.getByLabel('State').selectOption('CA');
    await expect.poll(() => sure.count()).toBe(0);
    await contradict();
    expect(await sure.isChecked()).toBe(true);
    await payButton(page).click();
    expect(await orderNumberOn(page)).toMatch(/^HR-/);
    expect(problems.filter((one) => !one.includes('422'))).toEqual([]);
  },
);

test('an impossible phone number is refused beside its field until it is changed', async ({ guestAtPayment }) => {
  const { page } = await guestAtPayment({ email: 'nine@example.com', viewport: desktop });
  const field = page.getByLabel('Phone');
  await field.fill('415 555 013');
  await payButton(page).click();
  await page.locator('#contact-phone-error', { hasText: 'Enter a phone number with its area code' }).waitFor();
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
  await field.fill('(415) 555-0132, extension 12345');
  expect(await field.inputValue()).toBe('(415) 555-0132, extension 12345');
  expect(await page.locator('#contact-phone-error').innerText()).toBe('');
  await payButton(page).click();
  expect(await orderNumberOn(page)).toMatch(/^HR-/);
});
