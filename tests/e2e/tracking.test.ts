import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';

import { orderEvents, orders } from '#modules/orders/tables.server.ts';
import { openDatabase } from '#platform/db/database.server.ts';

import { isFullRun } from '../support/full-run.ts';
import { axeViolations } from './support/page-checks.ts';
import { testWithShop, type Uses } from './fixtures.ts';
import { orderOf } from './support/order-by-api.ts';
import { isInteractive, screens } from './support/browser-visitors.ts';

const test = testWithShop();

let number: string;
test.beforeAll(async ({ shop }) => {
  number = await orderOf(shop.url, { email: 'mia@example.com' });
});

async function lookUp(page: Page, orderNumber: string, email: string): Promise<void> {
  await page.goto('/track');
  await page.getByLabel('Order number').fill(orderNumber);
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Track Order' }).click();
}

type Change = Partial<typeof orders.$inferInsert> & { status: 'shipped' | 'out_for_delivery' };

/** Stops the shop, moves its order on and restarts it, while the browser's page stays open. */
async function moveOn({ shop }: Uses<'shop'>, orderNumber: string, change: Change): Promise<void> {
  await shop.kill();
  const { db, close } = await openDatabase({ ...shop.database, onError: () => undefined });
  const [order] = await db.update(orders).set(change).where(eq(orders.orderNumber, orderNumber)).returning();
  const event = { type: 'status', status: change.status, message: 'Moved on', location: 'Reno, NV' };
  await db.insert(orderEvents).values({ ...event, orderId: order?.id ?? '' });
  await close();
  await shop.start();
}

const refusal = 'Order not found. Please check your order number and email address.';

test.for([
  ['a wrong e-mail', () => [number, 'eve@example.com']],
  ['a wrong number', () => ['HR-22222222', 'mia@example.com']],
  ['nonsense', () => ["x' or 1=1", 'mia@example.com']],
] as const)('%s gets the same message and keeps the input', async ([_what, input], { shopper: { page } }) => {
  const [orderNumber = '', email = ''] = input();
  await lookUp(page, orderNumber, email);
  await page.getByRole('alert').getByText(refusal).waitFor();
  await page.getByText('Please verify your order number and email address are correct.').waitFor();
  expect(await page.getByLabel('Order number').inputValue()).toBe(orderNumber);
  expect(await axeViolations(page)).toEqual([]);
});

test('without number or email the form shows what is missing and focuses it, on each attempt', async ({
  shopper: { page },
}) => {
  await lookUp(page, number, '');
  const alert = page.getByRole('alert').filter({ hasText: /./ });
  await alert.waitFor();
  expect(await alert.innerText()).toBe('Please enter both order number and email address');
  const focused = () => page.evaluate(() => document.activeElement?.id);
  await expect.poll(focused).toBe('email');
  await page.getByRole('button', { name: 'Track Order' }).click();
  await expect.poll(focused).toBe('email');
  // Pasted with a NUL character, which is invisible and cannot be stored.
  await page.getByLabel('Order number').fill(`${number}\0`);
  await page.getByLabel('Email address').fill('mia@example.com');
  await page.getByRole('button', { name: 'Track Order' }).click();
  await page.getByRole('heading', { level: 1, name: `Order ${number}` }).waitFor();
});

test('a link with number and email shows the order at once and removes both from the URL', async ({
  shop,
  shopper: { page, problems },
}) => {
  await page.goto(`/track?order=${number}&email=mia%40example.com`);
  await page.getByRole('heading', { level: 1, name: `Order ${number}` }).waitFor();
  await page.getByRole('status').getByText('Order Found!').waitFor();
  await page.waitForURL(`${shop.url}/track`);
  for (const text of ['1 Burnside Street', 'Portland, OR 97205', 'Estimated Delivery', 'Quantity 1']) {
    expect([text, await page.getByText(text).count()]).toEqual([text, 1]);
  }
  await page.getByRole('link', { name: 'Contact Support' }).click();
  await page.getByRole('heading', { level: 1, name: 'Get in Touch' }).waitFor();
  expect(await page.getByLabel('Subject').inputValue()).toContain(number);
  expect(problems).toEqual([]);
});

test('the form works before hydration', async ({ shop, newPlainPage }) => {
  const { page } = await newPlainPage();
  await lookUp(page, number, 'mia@example.com');
  await page.getByRole('heading', { level: 1, name: `Order ${number}` }).waitFor();
  await page.getByRole('link', { name: 'Track Another Order' }).click();
  await page.getByLabel('Order number').waitFor();
  expect(page.url()).toBe(`${shop.url}/track`);
});

describe.each(screens)('a customer who watches an order on %s', (_where, viewport) => {
  test.runIf(isFullRun)(
    'sees it progress across a restart of the shop, and follows the link to its carrier',
    async ({ shop, newShopper }) => {
      const watched = await orderOf(shop.url, { email: 'mia@example.com' });
      const { page } = await newShopper(viewport);
      await lookUp(page, watched, 'mia@example.com');
      await page.getByRole('heading', { level: 1, name: `Order ${watched}` }).waitFor();
      // If the form was sent before hydration, a new document loads, which must be ready before the
      // shop stops.
      await page.waitForFunction(isInteractive);
      expect(await page.getByText('Available once your order has shipped').count()).toBe(1);
      await moveOn({ shop }, watched, { status: 'shipped', carrierName: 'Royal Mail', trackingNumber: 'RM 1' });
      await page.getByRole('status').getByText('Your order is now: Shipped').waitFor({ timeout: 90_000 });
      expect(await page.locator('[aria-current=step]').innerText()).toMatch(/Shipped[\s\S]*Reno, NV/);
      const link = page.getByRole('link', { name: 'RM 1 (opens in a new tab)' });
      const opens = [await link.getAttribute('href'), await link.getAttribute('target')];
      expect(opens).toEqual(['https://www.royalmail.com/track-your-item#/tracking-results/RM%201', '_blank']);
      expect(await axeViolations(page)).toEqual([]);
    },
  );
});
