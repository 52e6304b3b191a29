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

/** Counts the clicks and key presses of a person from here on. */
async function counting(page: Page) {
  const pressed = { clicks: 0, keys: 0 };
  await page.exposeFunction('countPress', (kind: keyof typeof pressed) => (pressed[kind] += 1));
  await page.addInitScript(() => {
    const count = (kind: string) => (window as unknown as { countPress(kind: string): void }).countPress(kind);
    addEventListener('pointerdown', () => count('clicks'), true);
    addEventListener('keydown', () => count('keys'), true);
  });
  /** Runs a task from the dashboard. Returns what it took. */
  return async (task: () => Promise<void>) => {
    await page.goto('/admin');
    Object.assign(pressed, { clicks: 0, keys: 0 });
    await task();
    return { ...pressed };
  };
}

const trackingNumber = '1Z999AA10123456784';

test('an order is shipped, half refunded, a review approved and a code created in few presses', async ({
  shop,
  newAdmin,
}) => {
  const number = await orderOf(shop.url, { email: 'mia@example.com' });
  const { page, problems } = await newAdmin(desktop);
  const multipart = { product_id: seedProduct.id, rating: 5, content: 'Quiet and light', reviewer_name: 'June Park' };
  await page.request.post('/api/reviews', { headers: ownPage(shop.url), multipart });
  const count = await counting(page);

  const shipped = await count(async () => {
    await page.getByRole('link', { name: number }).click();
    await page.getByRole('link', { name: 'Mark as shipped' }).click();
    await page.keyboard.type(trackingNumber);
    await page.keyboard.press('Enter');
    await said(page, 'Order status updated successfully');
  });
  await page.getByText(`Shipped: ${trackingNumber}`).waitFor();

  const refunded = await count(async () => {
    await page.getByRole('link', { name: number }).click();
    await page.locator('summary', { hasText: 'More actions' }).click();
    await page.getByRole('link', { name: 'Refund', exact: true }).click();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Tab');
    await page.keyboard.type('50');
    await page.keyboard.press('Enter');
    await said(page, 'Refund $29.50 to Mia Rose (mia@example.com)');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await said(page, 'Refunded $29.50.');
  });
  expect(await axeViolations(page)).toEqual([]);

  const approved = await count(async () => {
    await page.getByRole('link', { name: '1 review to approve' }).click();
    await page.getByRole('button', { name: 'Approve review' }).click();
    await page.getByText('No reviews to approve').first().waitFor();
  });

  const created = await count(async () => {
    await page.getByRole('link', { name: 'Marketing' }).click();
    await page.getByRole('link', { name: 'New code' }).click();
    await page.getByLabel('Code', { exact: true }).click();
    for (const typed of ['SPRING10', '10% off', '', '10']) {
      await page.keyboard.type(typed);
      await page.keyboard.press(typed === '10' ? 'Enter' : 'Tab');
    }
    await page.waitForURL('**/admin/discounts/*-*');
  });
  console.log('presses:', JSON.stringify({ shipped, refunded, approved, created }));
  expect(shipped).toEqual({ clicks: 2, keys: trackingNumber.length + 1 });
  expect(refunded).toEqual({ clicks: 3, keys: 7 });
  expect(approved).toEqual({ clicks: 2, keys: 0 });
  expect(created).toEqual({ clicks: 3, keys: 21 });
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
  await page.getByText('No reviews to approve').first().waitFor();
  expect(problems).toEqual([]);
});
