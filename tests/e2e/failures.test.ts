import pg from 'pg';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect } from 'vitest';

import { axeViolations } from './support/page-checks.ts';
import { openAdmin } from './support/admin-pages.ts';
import { testWithShop, type Uses } from './fixtures.ts';

const test = testWithShop();

let database: pg.Client;
test.beforeAll(async ({ shop }) => {
  database = new pg.Client({ connectionString: shop.databaseUrl() });
  await database.connect();
});
afterAll(() => database.end());

/** Simulates a database fault: the table that pages read is missing. */
async function without(table: string, act: () => Promise<void>): Promise<void> {
  await database.query(`alter table ${table} rename to away`);
  try {
    await act();
  } finally {
    await database.query(`alter table away rename to ${table}`);
  }
}

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/** Returns the id that a page shows, which must be in the log with the error. */
async function shownId(page: Page): Promise<string> {
  const line = page.getByText('Reference:');
  await line.waitFor();
  return uuid.exec(await line.innerText())?.[0] ?? 'none';
}

const logged = ({ shop }: Uses<'shop'>, id: string) =>
  expect
    .poll(
      () =>
        shop
          .said()
          .split('\n')
          .some((line) => line.includes(id) && line.includes('page failed')),
      { timeout: 20_000 },
    )
    .toBe(true);

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Admin' });

describe('a page whose data cannot be read', () => {
  test("shows the shop's error page with the id in the log, and works on retry", async ({
    shop,
    shopper: { page },
  }) => {
    await without('products', async () => {
      const answer = await page.goto('/quiz?from=mail');
      expect(answer?.status()).toBe(500);
      await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
      await page.getByText('An unexpected error occurred').waitFor();
      await logged({ shop }, await shownId(page));
      expect(await page.getByText(/Unexpected Server Error|relation/).count()).toBe(0);
      expect(await axeViolations(page)).toEqual([]);
    });
    await page.getByRole('button', { name: 'Try Again' }).click();
    await page.getByRole('button', { name: 'Next' }).waitFor();
  });

  test('shows the same after a client navigation', async ({ shop, shopper: { page } }) => {
    await page.goto('/');
    await without('products', async () => {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Skin Quiz' }).click();
      await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
      await logged({ shop }, await shownId(page));
      expect(await page.getByText('Unexpected Server Error').count()).toBe(0);
    });
  });

  test.for([
    ['/product?from=mail', 'Product not found'],
    ['/quiz?from=mail', 'An unexpected error occurred'],
  ] as const)('%s shows the id beside its own message: %s', async ([path, words], { shop, shopper: { page } }) => {
    await without('products', async () => {
      expect((await page.goto(path))?.status()).toBe(500);
      await page.getByRole('main').getByText(words).waitFor();
      await logged({ shop }, await shownId(page));
    });
  });

  test.for(['orders', 'customers', 'discounts'])('keeps the admin layout: %s', async (path, { shop, newAdmin }) => {
    const { page } = await newAdmin();
    const table = { orders: 'orders', customers: 'customer_figures', discounts: 'discount_codes' }[path] ?? '';
    const sentence = { orders: 'Failed to fetch orders', customers: 'Failed to load customers' }[path];
    await without(table, async () => {
      expect((await openAdmin(page, path))?.status()).toBe(500);
      const words = sentence ?? 'An unexpected error occurred';
      await page.getByRole('main').getByRole('alert').getByText(words).waitFor();
      await logged({ shop }, await shownId(page));
      await sidebar(page).waitFor();
      await sidebar(page).getByRole('link', { name: 'Settings' }).click();
      await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
      const entry = { orders: 'Orders', customers: 'Customers', discounts: 'Marketing' }[path] ?? '';
      await sidebar(page).getByRole('link', { name: entry, exact: true }).click();
      await page.getByRole('main').getByRole('alert').getByText(words).waitFor();
      await logged({ shop }, await shownId(page));
    });
    await page.getByRole('button', { name: /^Try again$/i }).click();
    await page.getByRole('main').getByRole('alert').waitFor({ state: 'detached' });
  });

  test('a file that cannot be created is answered with an error page, not with framework data', async ({
    shop,
    newAdmin,
  }) => {
    const { page } = await newAdmin();
    await without('orders', async () => {
      const answer = await page.goto('/admin/orders/HR-7K3QX9M2/invoice.pdf');
      expect([answer?.status(), answer?.headers()['content-type']]).toEqual([500, 'text/html; charset=utf-8']);
      await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
      await logged({ shop }, await shownId(page));
      expect(await axeViolations(page)).toEqual([]);
    });
  });
});

describe('while the admin is offline', () => {
  test.for([
    ['Orders', 'Failed to fetch orders'],
    ['Customers', 'Failed to load customers'],
    ['Settings', 'Can’t reach the shop. Check your connection and try again.'],
  ] as const)(
    '%s shows “%s”, keeps the layout, and recovers when the network is back',
    async ([name, sentence], { newAdmin }) => {
      const { page } = await newAdmin();
      await openAdmin(page, 'product');
      // Loads the scripts first, so that only the shop's data is missing offline.
      await sidebar(page).getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await sidebar(page).getByRole('link', { name: 'Product' }).click();
      await page.getByRole('heading', { level: 1, name: 'Product' }).waitFor();
      await page.context().setOffline(true);
      await sidebar(page).getByRole('link', { name, exact: true }).click();
      await page.getByRole('main').getByRole('alert').getByText(sentence).waitFor();
      await sidebar(page).waitFor();
      expect(await page.getByText('Administrator', { exact: true }).count()).toBeGreaterThan(0);
      await page.context().setOffline(false);
      await page
        .getByRole('main')
        .getByRole('button', { name: /^Try again$/i })
        .click();
      await page.getByRole('main').getByRole('alert').waitFor({ state: 'detached' });
      await page.getByRole('heading', { level: 1, name }).waitFor();
    },
  );

  test('a failed role change shows a message and keeps the list', async ({ newAdmin }) => {
    const { page } = await newAdmin();
    await openAdmin(page, 'customers');
    await page.context().setOffline(true);
    await page
      .getByRole('button', { name: /^Make Admin/ })
      .first()
      .click();
    await page.getByRole('alert').getByText('Failed to update customer role').first().waitFor();
    expect(await page.getByRole('button', { name: /^Make Admin/ }).count()).toBeGreaterThan(0);
    await sidebar(page).waitFor();
    await page.context().setOffline(false);
  });
});
