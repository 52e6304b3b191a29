import { request, type Locator, type Page } from 'playwright-core';
import { describe, expect } from 'vitest';

import { axeViolations, violationsOnPages } from './support/page-checks.ts';
import { clara, signInBy } from './support/sign-in.ts';
import { testWithShop } from './fixtures.ts';
import { orderOf } from './support/order-by-api.ts';
import { desktop, phone, screens } from './support/browser-visitors.ts';

const test = testWithShop();

const metric = (page: Page, label: string) =>
  page.getByText(label, { exact: true }).locator('xpath=ancestor::div[1]').locator('dd').first();
const card = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });

test.for(['/admin', '/admin/customers', '/admin/customers.csv', '/admin/analytics', '/admin/analytics.csv'])(
  '%s is for admins: a guest must sign in, and a customer is redirected to the home page',
  async (path, { shop }) => {
    const visitor = await request.newContext({ baseURL: shop.url, extraHTTPHeaders: { origin: shop.url } });
    const leadsTo = async () => new URL((await visitor.get(path)).url()).pathname;
    expect(await leadsTo()).toBe('/auth');
    await signInBy(visitor, clara);
    expect(await leadsTo()).toBe('/');
    await visitor.dispose();
  },
);

test('a new shop shows $0, and a sale appears on the open dashboard without a reload', async ({ shop, newAdmin }) => {
  const { page, problems } = await newAdmin(desktop);
  await page.clock.install();
  await page.goto('/admin');
  await page.getByText('No orders yet').waitFor();
  expect(await metric(page, 'Total Revenue').innerText()).toBe('$0.00');
  expect(await metric(page, 'Avg Order Value').innerText()).toBe('$0');
  const number = await orderOf(shop.url, { email: 'first@example.com' });
  await page.clock.runFor(10_000);
  const row = page.getByRole('row', { name: number });
  await row.waitFor();
  expect(await row.innerText()).toMatch(/Mia Rose[^]*\$59\.00[^]*Paid[^]*Confirmed/);
  const news = page.getByRole('status').filter({ hasText: 'new order' });
  const shownNews = async () => {
    await page.clock.runFor(10_000);
    return (await news.count()) === 0 ? '' : news.innerText();
  };
  await expect.poll(shownNews, { timeout: 90_000, interval: 1_000 }).toBe('1 new order since you opened this page');
  expect(await metric(page, 'Total Revenue').innerText()).toBe('$59.00');
  expect(await metric(page, 'Total Orders').innerText()).toBe('1');
  expect(await metric(page, 'Avg Order Value').innerText()).toBe('$59.00');
  const needs = page.getByRole('region', { name: 'Needs your attention' });
  expect(await needs.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringContaining('1 order to ship'),
    '1 product low in stock',
  ]);
  await needs.getByText('All other checks passed').waitFor();
  expect(problems).toEqual([]);
});

test('an admin finds a guest by order number, sees orders, address and consent, and erases the guest', async ({
  shop,
  newAdmin,
}) => {
  const number = await orderOf(shop.url, { email: 'found@example.com' });
  const { page } = await newAdmin(desktop);
  await page.goto('/admin/customers');
  await card(page, 'Clara Glow').waitFor();
  await page.getByText('found@example.com').waitFor();
  await page.getByLabel('Search').fill(number);
  await page.keyboard.press('Enter');
  await page.waitForURL(/q=HR/);
  const guest = page.getByRole('row').filter({ hasText: 'found@example.com' });
  expect(await guest.innerText()).toMatch(/\s1\s+\$59\.00\s+\$59\.00\s+\$59\.00\s+Guest/);
  expect(await guest.getByRole('link', { name: 'View Orders' }).getAttribute('href')).toBe(
    '/admin/orders?customer=found%40example.com',
  );
  await guest.getByRole('link', { name: 'Mia Rose', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Mia Rose' }).waitFor();
  await page.getByRole('row', { name: number }).waitFor();
  await page.getByText('1 Burnside Street').waitFor();
  await page.getByText('This email address hasn’t subscribed.').waitFor();
  const waited = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download data' }).click();
  expect((await waited).suggestedFilename()).toBe('customer-data.json');
  await page.getByRole('button', { name: 'Erase customer' }).click();
  await page.getByRole('button', { name: 'Yes, erase data' }).click();
  await page.getByText('Customer data erased').first().waitFor();
  expect(await page.getByText('found@example.com').count()).toBe(0);
});

test('a customer becomes an admin, demotion asks for confirmation, and one’s own row has no such button', async ({
  newAdmin,
}) => {
  const { page } = await newAdmin(desktop);
  await page.goto('/admin/customers');
  await page.getByRole('button', { name: 'Make Admin: Clara Glow' }).click();
  await page.getByText('Customer role updated to admin').first().waitFor();
  await page.getByRole('button', { name: 'Remove Admin: Clara Glow' }).click();
  await page.getByText('Clara Glow will lose access to the admin.').waitFor();
  await page.getByRole('button', { name: 'Yes, remove admin' }).click();
  await page.getByText('Customer role updated to customer').first().waitFor();
  await card(page, 'Ada Owner').waitFor();
  expect(await card(page, 'Ada Owner').getByRole('button').count()).toBe(0);
});

/** Number of lines that a text wraps to. */
const linesOf = (text: Locator) =>
  text.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size;
  });

test('analytics shows the month as chart and table and the product sold, and exports the same figures', async ({
  newAdmin,
}) => {
  const { page } = await newAdmin(desktop);
  await page.goto('/admin/analytics');
  const revenue = await metric(page, 'Total Revenue').innerText();
  const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format();
  const chart = page.getByRole('img', { name: `${month} ${revenue}` });
  await page.getByRole('region').filter({ has: chart }).getByText('Show as table').click();
  await page.getByRole('row', { name: `${month} ${revenue}` }).waitFor();
  const products = page.getByRole('table', { name: 'Top 5 products by revenue' });
  expect(await products.getByRole('row').nth(1).innerText()).toContain(revenue);
  expect(await page.getByText('New', { exact: true }).count()).toBeGreaterThan(0);
  await page.setViewportSize(phone);
  expect(await linesOf(products.getByRole('cell', { name: revenue }))).toBe(1);
  const waited = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  const file = await waited;
  expect(file.suggestedFilename()).toMatch(/^analytics-\d{4}-\d\d-\d\d\.csv$/);
  const text = await (await page.request.get('/admin/analytics.csv')).text();
  expect(text).toContain(`,${revenue.slice(1)},`);
});

test('customers are searched and a role is changed by keyboard alone', async ({ newAdmin }) => {
  const { page } = await newAdmin(desktop);
  await page.goto('/admin/customers');
  await page.getByLabel('Search').focus();
  await page.keyboard.type('glow');
  await page.keyboard.press('Enter');
  await page.waitForURL(/q=glow/);
  await card(page, 'Ada Owner').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Make Admin: Clara Glow' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Remove Admin: Clara Glow' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Yes, remove admin' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Customer role updated to customer').first().waitFor();
  expect(new URL(page.url()).search).toContain('q=glow');
});

test('axe finds nothing on the figures pages, and none is wider than the screen', async ({ newAdmin }) => {
  const { page, problems } = await newAdmin(desktop);
  const paths = ['/admin', '/admin/customers', '/admin/customers?kind=guests&q=nobody', '/admin/analytics'];
  expect([await violationsOnPages(page, paths), problems]).toEqual([[], []]);
});

describe.each(screens)('on %s', (_device, viewport) => {
  test('axe finds nothing on a customer page with the confirmation shown', async ({ newAdmin }) => {
    const { page } = await newAdmin(viewport);
    await page.goto('/admin/customers?q=clara');
    await page.getByRole('link', { name: 'Clara Glow', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Clara Glow' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Make Admin: Clara Glow' }).click();
    await page.getByRole('button', { name: 'Remove Admin: Clara Glow' }).click();
    await page.getByRole('button', { name: 'Yes, remove admin' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Yes, remove admin' }).click();
    await page.getByText('Customer role updated to customer').first().waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });
});
