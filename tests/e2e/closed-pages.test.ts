import pg from 'pg';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { testWithShop, type Uses } from './fixtures.ts';
import { openWithCart } from './support/browser-visitors.ts';

const recipient = '5f0c1e9a-7a35-4c58-9d0e-1f6d3a2b4c99';

const test = testWithShop({ META_PIXEL_ID: '1234567890' });

test.beforeAll(async ({ shop }) => {
  const database = new pg.Client({ connectionString: shop.databaseUrl() });
  await database.connect();
  await database.query(`insert into automation_recipients (id, address_hash) values ($1, 'mia')`, [recipient]);
  await database.end();
});

/**
 * Replaces the vendor's script. Like the original, it sends the URL and the referrer with each
 * call.
 */
const vendorScript = `
  const send = (...call) => fetch('https://www.facebook.com/tr?' + new URLSearchParams({
    dl: location.href, rl: document.referrer, call: JSON.stringify(call) }), { mode: 'no-cors' });
  const waiting = window.fbq.queue.splice(0);
  window.fbq.callMethod = send;
  for (const call of waiting) send(...call);
`;

/** Records all that leaves the shop for the advertiser, as the advertiser could read it. */
async function listenIn({ shop }: Uses<'shop'>, page: Page): Promise<string[]> {
  const sent: string[] = [];
  await page.route(
    (address) => address.origin !== shop.url,
    (route) => {
      const request = route.request();
      if (request.url().endsWith('fbevents.js'))
        return route.fulfill({ contentType: 'text/javascript', body: vendorScript });
      sent.push(decodeURIComponent(request.url()) + (request.headers().referer ?? ''));
      return route.fulfill({ status: 200, body: '' });
    },
  );
  return sent;
}

const soon = { timeout: 20_000 };

async function consent(page: Page, sent: readonly string[]): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect.poll(() => sent.some((call) => call.includes('PageView')), soon).toBe(true);
}

const question = (page: Page) => page.getByRole('region', { name: 'May we measure our advertising?' });
const goToShop = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Shop', exact: true }).click();

test('quiz answers about the skin never reach the advertiser, not even as the referrer of the next page', async ({
  shop,
  shopper: { page, problems },
}) => {
  const sent = await listenIn({ shop }, page);
  await consent(page, sent);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Skin Quiz' }).click();
  for (const answer of [/acne/i, /18/]) {
    await page.getByRole('radio', { name: answer }).first().check({ force: true });
    await page.getByRole('button', { name: 'Next' }).click();
  }
  await page.waitForURL(/acne.*age=18/);
  // As when returning to the quiz by its URL: the browser's last page then contains all answers.
  await page.reload();
  const before = sent.length;
  await goToShop(page);
  await page.getByRole('heading', { level: 1, name: /Wand/ }).waitFor();
  await expect
    .poll(() => sent.slice(before).filter((call) => call.includes('/product')).length, soon)
    .toBeGreaterThan(0);
  expect(sent.filter((call) => /acne|quiz/.test(call))).toEqual([]);
  expect(problems).toEqual([]);
});

test('a page whose URL carries a token has no advertiser script, no consent question and no referrer', async ({
  shop,
  shopper: { page },
}) => {
  const sent = await listenIn({ shop }, page);
  await openWithCart(page, `/unsubscribe/${recipient}`);
  expect(await question(page).count()).toBe(0);
  await consent(page, sent);
  const before = sent.length;
  await openWithCart(page, `/unsubscribe/${recipient}`);
  expect(sent.slice(before)).toEqual([]);
  await goToShop(page);
  await page.getByRole('heading', { level: 1, name: /Wand/ }).waitFor();
  await expect.poll(() => sent.slice(before).length, soon).toBeGreaterThan(0);
  expect(sent.filter((call) => call.includes(recipient))).toEqual([]);
});

test('no dialog opens over “unsubscribe” or the quiz, however long a visitor stays', async ({ newStranger }) => {
  for (const [path, opens] of [
    [`/unsubscribe/${recipient}`, 0],
    ['/quiz', 0],
    ['/nowhere', 0],
    ['/about', 1],
  ] as const) {
    const { page, leave } = await newStranger();
    await page.clock.install();
    await page.goto(path);
    await page.clock.runFor(61_000);
    await page.mouse.wheel(0, 4_000);
    await page.clock.runFor(61_000);
    const dialog = page.getByRole('dialog');
    if (opens === 1) await dialog.waitFor();
    expect([path, await dialog.count()]).toEqual([path, opens]);
    await leave();
  }
});

test('unsubscribing works without JavaScript, although the page sends no referrer', async ({ newPlainPage }) => {
  const { page } = await newPlainPage();
  await page.goto(`/unsubscribe/${recipient}`);
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await page.getByRole('heading', { level: 1, name: 'You’re unsubscribed' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/unsubscribe/${recipient}`);
});
