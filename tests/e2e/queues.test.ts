import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { seedProduct } from '#content/catalog.ts';
import { ownPage } from './support/admin-pages.ts';
import { desktop } from './support/browser-visitors.ts';
import { testWithShop } from './fixtures.ts';
import { orderOf } from './support/order-by-api.ts';
import { axeViolations } from './support/page-checks.ts';

const test = testWithShop();

const said = (page: Page, text: string) => page.locator('p', { hasText: text }).first().waitFor();

test('half of an order is refunded with 3 clicks and 4 keys', async ({ shop, newAdmin }) => {
  const number = await orderOf(shop.url, { email: 'mia@example.com' });
  const { page, problems } = await newAdmin(desktop);
  await page.goto(`/admin/orders/${number}`);
  await page.locator('summary', { hasText: 'Refund' }).click();
  await page.getByText('Percent', { exact: true }).first().click();
  await page.getByRole('textbox', { name: 'Percent' }).click();
  await page.keyboard.type('50');
  await page.keyboard.press('Enter');
  await said(page, 'Refund $29.50 to Mia Rose (mia@example.com)');
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await said(page, '$29.50 refunded');
  expect(problems).toEqual([]);
});

test('all reviews of a page are selected and rejected as spam by keyboard', async ({ shop, newAdmin }) => {
  const { page, problems } = await newAdmin(desktop);
  for (const name of ['June Park', 'Otto Kern']) {
    const multipart = { product_id: seedProduct.id, rating: 5, content: `Pills by ${name}`, reviewer_name: name };
    await page.request.post('/api/reviews', { headers: ownPage(shop.url), multipart });
  }
  await page.goto('/admin/reviews');
  await page.getByLabel('Select all on this page').focus();
  await page.keyboard.press('Space');
  await page.getByRole('status').getByText('2 selected').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Reject as spam' }).focus();
  await page.keyboard.press('Enter');
  await said(page, '2 reviews rejected as spam.');
  await page.getByText('Nothing is waiting').waitFor();
  expect(problems).toEqual([]);
});
