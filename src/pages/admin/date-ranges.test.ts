import { parse } from 'csv-parse/sync';
import { afterAll, expect } from 'vitest';

import { setTimeZone } from '#shared/shop-zone.ts';

import { givenOrderRow } from '../../../tests/support/orders.ts';
import { pageCall, signedIn } from '../../../tests/support/page-requests.ts';
import { test, type TestShop } from '../../../tests/support/shop-test.ts';
import { loader as customersExport } from './customers-csv.tsx';
import { loader as customersLoader } from './customers.tsx';
import { loader as ordersExport } from './orders-csv.ts';
import { loader as ordersLoader } from './orders.tsx';
test.beforeAll(async ({ shop }) => {
  setTimeZone('America/New_York');
  // The last second of November 23 and the first of November 24, and both ends of the 24th.
  const moments = ['2026-11-24T04:59:59Z', '2026-11-24T05:00:00Z', '2026-11-25T04:59:59Z', '2026-11-25T05:00:00Z'];
  for (const [index, at] of moments.entries()) {
    const fields = { orderNumber: `HR-DAY${index}`, email: `day${index}@example.com`, placedAt: new Date(at) };
    await givenOrderRow(shop, { ...fields, paymentMode: index === 1 ? 'live' : null });
  }
});
afterAll(async () => {
  setTimeZone('UTC');
});

const load = <T>(shop: TestShop, loader: (args: never) => T, path: string): T =>
  loader(pageCall(shop, path, signedIn()) as never);

async function column(file: Response | Promise<Response>, name: string): Promise<string[]> {
  const text = await (await file).text();
  return parse<Record<string, string>>(text, { bom: true, columns: true }).map((row) => row[name] ?? '');
}

const day = 'from=2026-11-24&to=2026-11-24';

test('orders are listed and exported from midnight to midnight of the shop’s time zone', async ({ shop }) => {
  const { list, rangeProblem } = await load(shop, ordersLoader, `/admin/orders?${day}`);
  expect([list.rows.map(({ orderNumber }) => orderNumber), rangeProblem]).toEqual([['HR-DAY2', 'HR-DAY1'], null]);
  expect(await column(load(shop, ordersExport, `/admin/orders.csv?${day}`), 'Order')).toEqual(['HR-DAY2', 'HR-DAY1']);
  expect(await column(load(shop, ordersExport, `/admin/orders.csv?${day}`), 'Payment mode')).toEqual(['', 'live']);
  expect(await column(load(shop, ordersExport, '/admin/orders.csv?to=2026-11-23'), 'Order')).toEqual(['HR-DAY0']);
});

test('customers are listed and exported by the same days', async ({ shop }) => {
  const { list } = await load(shop, customersLoader, `/admin/customers?kind=guests&${day}`);
  expect(list.rows.map(({ email }) => email)).toEqual(['day2@example.com', 'day1@example.com']);
  const file = load(shop, customersExport, '/admin/customers.csv?kind=guests&from=2026-11-25');
  expect(await column(file, 'Email')).toEqual(['day3@example.com']);
});

test('days upside down are answered by a sentence, on the lists and by the files', async ({ shop }) => {
  const days = 'from=2026-11-25&to=2026-11-24';
  const sentence = 'The start date is after the end date. Swap them.';
  expect((await load(shop, ordersLoader, `/admin/orders?${days}`)).rangeProblem).toBe(sentence);
  expect((await load(shop, customersLoader, `/admin/customers?${days}`)).rangeProblem).toBe(sentence);
  await expect(load(shop, ordersExport, `/admin/orders.csv?${days}`)).rejects.toMatchObject({
    status: 422,
    message: sentence,
  });
  await expect(load(shop, customersExport, `/admin/customers.csv?${days}`)).rejects.toThrow(sentence);
});
