import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { findings } from './support/access.ts';
import { browser, openShop, shop } from './support/open-shop.ts';
import { desktop, newShopper, openCheckout, phone } from './support/shopper.ts';

openShop();

const suggestions = (page: Page) => page.getByRole('listbox', { name: 'Address suggestions' }).getByRole('option');

async function atCheckout(viewport: { width: number; height: number }) {
  const shopper = await newShopper(browser, shop.url, viewport);
  await openCheckout(shopper.page);
  return shopper;
}

test('two characters suggest nothing, three do after a rest, and the keyboard fills the whole address', async () => {
  const { page, problems, leave } = await atCheckout(desktop);
  const street = page.getByRole('combobox', { name: 'Street address' });
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/address-suggestions')) asked.push(request.postData() ?? '');
  });
  await street.pressSequentially('12');
  await street.pressSequentially('3 M', { delay: 20 });
  await suggestions(page).first().waitFor();
  // What was typed in one go is asked for once.
  expect(asked.map((body) => (JSON.parse(body) as { query: string }).query)).toEqual(['123 M']);
  // Of the three samples the ones that match what was typed.
  expect(await suggestions(page).allInnerTexts()).toEqual(['123 Main Street, New York, NY 10001']);
  expect(await findings(page)).toEqual([]);
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

test('on a phone a tap chooses, and Esc or typing by hand leaves the suggestions alone', async () => {
  const { page, leave } = await atCheckout(phone);
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

test('when suggestions cannot be had the street is typed as ever', async () => {
  const { page, leave } = await atCheckout(desktop);
  await page.route('**/api/address-suggestions', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed');
  await page.getByRole('combobox', { name: 'Street address' }).pressSequentially('1 Rose Lane');
  await failed;
  expect(await suggestions(page).count()).toBe(0);
  expect(await page.getByRole('combobox', { name: 'Street address' }).inputValue()).toBe('1 Rose Lane');
  await leave();
});

test('a city that is found late does not come between the letters of somebody who types it', async () => {
  const { page, leave } = await atCheckout(desktop);
  const found = Promise.withResolvers<void>();
  await page.route('**/api/postal-place', (route) => found.promise.then(() => route.continue()));
  await page.getByLabel('ZIP code').fill('97205');
  await page.getByLabel('City').focus();
  found.resolve();
  await expect.poll(() => page.getByLabel('State').inputValue()).toBe('OR');
  await page.keyboard.type('Portland');
  expect(await page.getByLabel('City').inputValue()).toBe('Portland');
  await leave();
});
