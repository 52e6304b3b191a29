import { request, type Page } from 'playwright-core';
import { expect } from 'vitest';

import { statusFacts } from '#modules/orders/orders.schema.ts';

import { axeViolations } from './support/page-checks.ts';
import { ownPage } from './support/admin-pages.ts';
import { desktop, holdScripts, phone } from './support/browser-visitors.ts';
import { upsNumber, uspsNumber as usps } from '../support/tracking-numbers.ts';
import { testWithShop } from './fixtures.ts';
import { orderOf } from './support/order-by-api.ts';
import { owner, signInBy } from './support/sign-in.ts';

const test = testWithShop();

/** Adds stock for all orders of this file. */
test.beforeAll(async ({ shop }) => {
  const admin = await request.newContext({ baseURL: shop.url });
  await signInBy(admin, owner);
  const form = { form: 'stock', change: '60', reason: 'counted' };
  const answer = await admin.post('/admin/product', { form, headers: ownPage(shop.url) });
  if (!(await answer.text()).includes('Stock updated')) throw new Error('the stock was not changed');
  await admin.dispose();
});

async function givenOrders(url: string, count: number): Promise<string[]> {
  const numbers: string[] = [];
  for (let index = 0; index < count; index += 1) numbers.push(await orderOf(url, { email: `mia${index}@example.com` }));
  return numbers;
}

const fieldOf = (page: Page, order: string | undefined) => page.getByLabel(`Tracking number for ${order ?? ''}`);
const said = (page: Page, text: string) => page.locator('p', { hasText: text }).first().waitFor();
const nothingToShip = (page: Page) => page.getByText('Nothing to ship').waitFor();

/** Counts the actions of a person: a click, a choice, a key, a paste, or one scanned number. */
function counting(page: Page) {
  let actions = 0;
  const act = async (run: Promise<unknown>) => {
    actions += 1;
    await run;
  };
  return {
    act,
    /** A scanner types the number and ends it with Enter. */
    scan: (number: string) => act(page.keyboard.type(number).then(() => page.keyboard.press('Enter'))),
    actions: () => actions,
  };
}

test('20 orders are shipped by scanning with at most 25 actions, and the carrier is remembered', async ({
  shop,
  newAdmin,
}) => {
  const orders = await givenOrders(shop.url, 20);
  const { page, problems } = await newAdmin(desktop);
  await page.goto('/admin/orders');
  const { act, scan, actions } = counting(page);
  await act(page.getByRole('link', { name: 'Shipping desk' }).click());
  await act(page.getByLabel('Carrier', { exact: true }).fill('USPS'));
  await act(fieldOf(page, orders[0]).click());
  for (const index of orders.keys()) await scan(usps(index));
  await act(page.getByRole('button', { name: 'Mark 20 as shipped' }).click());
  await said(page, '20 orders marked as shipped.');
  await nothingToShip(page);
  console.log(`20 orders shipped by scanning: ${actions()} actions`);
  expect(actions()).toBeLessThanOrEqual(25);
  await page.goto(`/admin/orders/${orders[19] ?? ''}`);
  await page.getByText(`Shipped: USPS ${usps(19)}`).waitFor();
  await page.goto('/admin/shipping-desk');
  expect(problems).toEqual([]);
});

test('a pasted column fills the rows below, and the carrier is still chosen on the next visit', async ({
  shop,
  newAdmin,
}) => {
  const orders = await givenOrders(shop.url, 3);
  const { page, problems } = await newAdmin(desktop);
  await page.goto('/admin/shipping-desk');
  await page.getByLabel('Carrier', { exact: true }).fill('FedEx');
  await page.reload();
  expect(await page.getByLabel('Carrier', { exact: true }).inputValue()).toBe('FedEx');
  const { act, actions } = counting(page);
  await act(fieldOf(page, orders[0]).click());
  const column = ['986578788855', '477179081230', '799531274483', '790535312317'].join('\r\n');
  await act(
    fieldOf(page, orders[0]).evaluate((field, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', text);
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, column),
  );
  await page.getByText('1 pasted number had no row.').waitFor();
  expect(await fieldOf(page, orders[2]).inputValue()).toBe('799531274483');
  await act(page.getByRole('button', { name: 'Mark 3 as shipped' }).click());
  await nothingToShip(page);
  console.log(`3 orders shipped by pasting a column: ${actions()} actions`);
  expect(problems).toEqual([]);
});

test('a carrier and a number that are entered before the scripts arrive are kept', async ({ shop, newAdmin }) => {
  const [order] = await givenOrders(shop.url, 1);
  const { page, problems } = await newAdmin(desktop);
  const releaseScripts = await holdScripts(page);
  await page.goto('/admin/shipping-desk', { waitUntil: 'commit' });
  await page.getByLabel('Carrier', { exact: true }).fill('UPS');
  await fieldOf(page, order).fill(upsNumber(88));
  releaseScripts();
  await page.getByRole('button', { name: 'Mark 1 as shipped' }).click();
  await said(page, '1 order marked as shipped.');
  await nothingToShip(page);
  expect(problems).toEqual([]);
});

test('a lost response keeps the numbers, and sending again ships nothing twice and tells what others did', async ({
  shop,
  newAdmin,
}) => {
  const [first, second, third] = await givenOrders(shop.url, 3);
  const { page } = await newAdmin(desktop);
  await page.goto('/admin/shipping-desk');
  await page.getByLabel('Carrier', { exact: true }).fill('USPS');
  await fieldOf(page, first).fill(usps(101));
  await page.route('**/*.data*', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Mark 1 as shipped' }).click();
  await said(page, 'Can’t reach the shop.');
  await page.unroute('**/*.data*');
  expect(await fieldOf(page, first).inputValue()).toBe(usps(101));
  const byOther = { orderNumber: second, status: 'shipped', carrierName: 'UPS', trackingNumber: '1Z999AA10123456784' };
  await page.request.post('/api/update-order-status', { headers: ownPage(shop.url), data: byOther });
  await fieldOf(page, second).fill(usps(102));
  await page.getByLabel(`Select ${third ?? ''}`).check();
  await page.getByText('1 without a tracking number').waitFor();
  await page.getByRole('button', { name: 'Mark 3 as shipped' }).click();
  await said(page, '1 order marked as shipped. 1 order already marked with the same tracking number.');
  const panel = page.getByRole('region', { name: '1 order was not shipped' });
  expect(await panel.getByRole('listitem').innerText()).toContain(statusFacts.changed_meanwhile);
  await panel.getByText(usps(102)).waitFor();
  await nothingToShip(page);
});

test('a dropped file is checked row by row, and only its fine rows are shipped', async ({ shop, newAdmin }) => {
  const [fine, held] = await givenOrders(shop.url, 2);
  const { page, problems } = await newAdmin(desktop);
  const hold = { form: 'hold', version: '1', reason: 'Call first' };
  await page.request.post(`/admin/orders/${held ?? ''}`, { headers: ownPage(shop.url), form: hold });
  await page.goto('/admin/shipping-desk');
  await page.getByRole('link', { name: '1 order is on hold' }).waitFor();
  const rows = `order;carrier;number\n#${(fine ?? '').toLowerCase()};ups;${upsNumber(85)}\n${held ?? ''};ups;${upsNumber(86)}\nHR-22222222;ups;${upsNumber(87)}`;
  await page.evaluate((text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], 'labels.csv', { type: 'text/csv' }));
    const target = document.querySelector('h1');
    for (const type of ['dragover', 'drop'])
      target?.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  }, rows);
  const panel = page.getByRole('region', { name: '1 of 3 can be shipped' });
  for (const sentence of [statusFacts.held, statusFacts.unknown_order, 'Ready'])
    await panel.getByText(sentence).waitFor();
  await panel.getByRole('button', { name: 'Mark 1 as shipped from the file' }).click();
  await said(page, '1 order marked as shipped.');
  await nothingToShip(page);
  expect(problems).toEqual([]);
});

test('on a phone and by keyboard alone, Enter goes to the next row and Tab reaches the button', async ({
  shop,
  newAdmin,
}) => {
  const orders = await givenOrders(shop.url, 2);
  const { page, problems } = await newAdmin(phone);
  await page.goto('/admin/shipping-desk');
  const pressUntil = async (isReached: () => Promise<boolean>) => {
    for (let press = 0; press < 40 && !(await isReached()); press += 1) await page.keyboard.press('Tab');
    expect(await isReached()).toBe(true);
  };
  const isFocused = (selector: string) => () =>
    page.evaluate((focused) => document.activeElement?.matches(focused) === true, selector);
  await pressUntil(isFocused('input[name="carrier"]'));
  await page.keyboard.type('USPS');
  await pressUntil(isFocused('input[name^="number:"]'));
  for (const index of orders.keys()) {
    await page.keyboard.type(usps(200 + index));
    await page.keyboard.press('Enter');
  }
  expect(await fieldOf(page, orders[1]).inputValue()).toBe(usps(201));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
  expect(await axeViolations(page)).toEqual([]);
  const slips = page.getByRole('link', { name: 'Print pick list and packing slips (2)' });
  const pdf = await page.request.get((await slips.getAttribute('href')) ?? '');
  expect([pdf.status(), pdf.headers()['content-type']]).toEqual([200, 'application/pdf']);
  await pressUntil(isFocused('button[type="submit"]:not([aria-label])'));
  await page.keyboard.press('Enter');
  await said(page, '2 orders marked as shipped.');
  await nothingToShip(page);
  expect(problems).toEqual([]);
});
