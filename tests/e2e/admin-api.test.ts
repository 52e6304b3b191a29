import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';

import { isFullRun } from '../support/full-run.ts';
import { startReceiver } from '../support/webhook-receiver.ts';
import { axeViolations } from './support/page-checks.ts';
import { testWithShop, type Uses } from './fixtures.ts';
import { orderOf } from './support/order-by-api.ts';
import { desktop, screens } from './support/browser-visitors.ts';

const test = testWithShop({ WEBHOOKS_INSIDE: 'true' });

let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.stop());

async function makeKey(page: Page): Promise<string> {
  await page.goto('/admin/api-keys');
  await page.getByLabel('Name').fill('Warehouse');
  await page.getByLabel('Read orders').check();
  await page.getByLabel('Report packed, shipped and delivered orders').check();
  await page.getByRole('button', { name: 'Create key' }).click();
  return page.getByLabel('Your new API key').locator('code').innerText();
}

/** Returns the label or the text of the focused element. */
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent);

const statusWith = async ({ shop }: Uses<'shop'>, key: string) =>
  (await fetch(`${shop.url}/api/v1/orders`, { headers: { authorization: `Bearer ${key}` } })).status;

test('an admin creates a key, another system reads orders with it, and a revoked key is refused', async ({
  shop,
  newAdmin,
}) => {
  const { page, problems } = await newAdmin(desktop);
  const key = await makeKey(page);
  expect(await focused(page)).toBe('Your new API key');
  expect(await statusWith({ shop }, key)).toBe(200);
  await page.reload();
  expect(await page.getByText(key).count()).toBe(0);
  await page.goto('/admin/api-keys');
  const row = page.getByRole('row', { name: /Warehouse/ });
  expect(await row.innerText()).toContain(key.slice(0, 13));
  expect(await row.innerText()).toContain('orders:read, orders:write');
  await row.getByText('Revoke…', { exact: true }).click();
  await row.getByRole('button', { name: 'Revoke Warehouse' }).click();
  await page.getByRole('cell', { name: 'Revoked' }).waitFor();
  await expect.poll(() => focused(page)).toBe('API key revoked.');
  expect(await statusWith({ shop }, key)).toBe(401);
  expect(problems).toEqual([]);
});

test('a key without a name or a scope is refused, and the input is kept', async ({ newAdmin }) => {
  const { page } = await newAdmin(desktop);
  await page.goto('/admin/api-keys');
  await page.getByLabel('Name').fill('Nothing at all');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('main').getByText('Choose at least one permission.').waitFor();
  expect(await page.getByLabel('Name').inputValue()).toBe('Nothing at all');
  expect(await axeViolations(page)).toEqual([]);
});

test('a new webhook endpoint receives an order, and the log shows its response', async ({ shop, newAdmin }) => {
  const { page } = await newAdmin(desktop);
  await page.goto('/admin/webhooks');
  await page.getByLabel('Endpoint URL').fill(receiver.url);
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  expect(await page.getByLabel('Signing secret').locator('code').innerText()).toMatch(/^whsec_/);
  const number = await orderOf(shop.url, { email: 'hook@example.com' });
  await expect.poll(() => receiver.received.length, { timeout: 15_000 }).toBe(1);
  expect(receiver.received[0]?.body).toContain(number);
  const row = page.getByRole('row', { name: new RegExp(number) });
  // The endpoint receives the call a moment before the shop has logged the response.
  const logged = async () => {
    await page.goto('/admin/webhooks');
    return row.innerText();
  };
  await expect.poll(logged, { timeout: 15_000 }).toContain('HTTP 204');
  await row.getByRole('button', { name: 'Send again' }).click();
  await expect.poll(() => receiver.received.length, { timeout: 15_000 }).toBe(2);
  await page.getByText('Replace secret…', { exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Replace secret' }).click();
  await expect.poll(() => focused(page)).toBe('Signing secret');
  // Submitting another form keeps the secret, which is shown only once, and the input.
  const secret = await page.getByLabel('Signing secret').locator('code').innerText();
  await page.getByLabel('Endpoint URL').fill('https://erp.example/');
  await row.getByRole('button', { name: 'Send again' }).click();
  await page.getByText('Event queued to send again.').first().waitFor();
  expect(await page.getByLabel('Signing secret').locator('code').innerText()).toBe(secret);
  expect(await page.getByLabel('Endpoint URL').inputValue()).toBe('https://erp.example/');
});

test('a webhook URL inside the private network is refused with a message', async ({ newAdmin }) => {
  const { page } = await newAdmin(desktop);
  await page.goto('/admin/webhooks');
  await page.getByLabel('Endpoint URL').fill('ftp://erp.example/');
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  await page.getByRole('main').getByText('The URL must start with https://').waitFor();
  expect(await page.getByLabel('Endpoint URL').inputValue()).toBe('ftp://erp.example/');
});

test('the API reference lists every call and expands to its fields', async ({ newAdmin }) => {
  const { page, problems } = await newAdmin(desktop);
  await page.goto('/admin/api');
  await page.getByText('/api/v1/orders/{number}', { exact: true }).click();
  const call = page.getByRole('group').filter({ has: page.getByText('/api/v1/orders/{number}', { exact: true }) });
  await call.getByText('Requires a key with orders:read.').waitFor();
  await call.getByText('items[].unit_price_cents', { exact: true }).waitFor();
  await page.getByRole('heading', { name: 'Sent by the shop' }).waitFor();
  expect(problems).toEqual([]);
});

test.runIf(isFullRun).for(screens)(
  'axe finds nothing on the three pages on %s with everything expanded',
  async ([_device, viewport], { newAdmin }) => {
    const { page } = await newAdmin(viewport);
    await makeKey(page);
    for (const path of [null, '/admin/api-keys', '/admin/webhooks', '/admin/api']) {
      if (path !== null) await page.goto(path);
      expect(await axeViolations(page), path ?? 'a new key').toEqual([]);
      for (const summary of (await page.locator('main summary').all()).slice(0, 12)) await summary.click();
      expect(await axeViolations(page), `${path} opened`).toEqual([]);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(wide, path ?? '').toBeLessThanOrEqual(0);
    }
  },
);

test('only admins can open these pages', async ({ shopper: { page } }) => {
  for (const path of ['/admin/api-keys', '/admin/webhooks', '/admin/api']) {
    await page.goto(path);
    expect(new URL(page.url()).pathname).toBe('/auth');
  }
});
