import { globSync, readFileSync } from 'node:fs';

import { parse } from 'csv-parse/sync';
import { expect } from 'vitest';

import { emailCaptures } from '#modules/marketing/tables.server.ts';
import { orderItems } from '#modules/orders/tables.server.ts';

import { givenOrderRow } from '../../../tests/support/orders.ts';
import { pageCall, signedIn } from '../../../tests/support/page-requests.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { pageRoutes } from '../page-registry.ts';
import { loader as analytics } from './analytics-csv.tsx';
import { loader as books } from './accounting-csv.ts';
import { loader as customers } from './customers-csv.tsx';
import { loader as emails } from './subscribers-csv.tsx';
import { loader as orders } from './orders-csv.ts';

const formula = '=SUM(A1),"x"\nnext';
const placedAt = new Date('2026-11-24T15:05:00.123Z');

async function givenSubscriberAndOrder(shop: TestShop): Promise<void> {
  const fields = {
    email: '=mia@example.com',
    customer: { firstName: formula, lastName: '9400111899223197428490', phone: '+1 617 555 0132' },
    shippingAddress: {
      street: formula,
      line2: '',
      city: 'Boston',
      state: '=MA',
      postalCode: '02139',
      country: 'US',
    },
    couponDiscount: { code: '=CMD', name: '', amountCents: 0 },
    orderNumber: '9400111899223197428490',
    paymentMode: 'sandbox' as const,
    paymentIntentId: '=pi_1',
    totalCents: 123_456_700,
    capturedCents: 123_456_700,
    placedAt,
  };
  const { id: orderId } = await givenOrderRow(shop, fields);
  const line = { productId: crypto.randomUUID(), name: formula, imageUrl: '', unitPriceCents: 1, discountCents: 0 };
  await shop.ctx.db.insert(orderItems).values({ ...line, orderId, quantity: 1, taxCents: 0, totalCents: 123_456_700 });
  await shop.ctx.db.insert(emailCaptures).values({
    email: formula,
    trigger: 'manual',
    discountPercent: 15,
    consentVersion: '2026-11-21',
    createdAt: placedAt,
  });
}

const test = testWithShop({ prepare: givenSubscriberAndOrder });

type Expected = { name: string; titles: string; cells: readonly string[] };

const disarmed = `'${formula}`;
const digits = '="9400111899223197428490"';
const days = 'from=2026-11-01&to=2026-11-30';

/** Every CSV file of the shop, with cells that it must have. */
const files: Record<string, Expected> = {
  '/admin/orders.csv': {
    name: 'orders',
    titles: 'Order',
    cells: [disarmed, "'=MA", "'=CMD", '02139', '+1 617 555 0132', '9400111899223197428490', '1234567.00'],
  },
  '/admin/orders.csv?for=spreadsheet': {
    name: 'orders',
    titles: 'Order',
    cells: [disarmed, "'=MA", "'=CMD", '="02139"', '="+1 617 555 0132"', digits, '1234567.00', '2026-11-24 15:05:00'],
  },
  '/admin/customers.csv': {
    name: 'customers',
    titles: 'First name',
    cells: [disarmed, digits, "'=mia@example.com", '1234567.00', '2026-11-24 15:05:00'],
  },
  '/admin/emails.csv': { name: 'emails', titles: 'email', cells: [disarmed, '2026-11-21', '2026-11-24T15:05:00.123Z'] },
  '/admin/analytics.csv': { name: 'analytics', titles: 'Month (UTC)', cells: [disarmed, '2026-11', '1234567.00'] },
  [`/admin/analytics.csv?report=days&${days}&mode=sandbox`]: {
    name: 'figures',
    titles: 'Start date (UTC)',
    cells: ["'=CMD", '2026-11-01', '1234567.00'],
  },
  [`/admin/books.csv?${days}&mode=sandbox`]: {
    name: 'ledger-sandbox-2026-11-01-to-2026-11-30',
    titles: 'Date (UTC)',
    cells: ["'=MA", "'=pi_1", digits, '1234567.00', '2026-11-24 15:05:00'],
  },
  [`/admin/books.csv?${days}&mode=sandbox&report=taxes`]: {
    name: 'taxes-sandbox-2026-11-01-to-2026-11-30',
    titles: 'Month',
    cells: ['US', '2026-11', '1234567.00'],
  },
};

const loaders: Record<string, (args: never) => Promise<Response>> = {
  '/admin/orders.csv': orders,
  '/admin/customers.csv': customers,
  '/admin/emails.csv': emails,
  '/admin/analytics.csv': analytics,
  '/admin/books.csv': books,
};

function fileAt(shop: TestShop, address: string): Promise<Response> {
  const load = loaders[address.split('?')[0] ?? ''];
  if (load === undefined) throw new Error(`no loader of ${address}`);
  return load(pageCall(shop, address, signedIn()) as never);
}

test('every CSV page of the page table is listed here', () => {
  const pages = pageRoutes.map(({ path }) => path).filter((path) => path.endsWith('.csv'));
  const listed = new Set(Object.keys(files).map((address) => address.split('?')[0] ?? ''));
  expect([...listed].toSorted()).toEqual(pages.toSorted());
});

test('only csvOf writes CSV, and only csvFile sends it', () => {
  const sources = globSync('src/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$/.test(file));
  const matching = (pattern: RegExp) => sources.filter((file) => pattern.test(readFileSync(file, 'utf8')));
  expect(matching(/from 'csv-stringify/)).toEqual(['src/platform/http/csv.server.ts']);
  expect(matching(/['"`]text\/csv(?!,)/)).toEqual(['src/pages/admin/admin-loader.server.ts']);
});

test.for(Object.entries(files))('%s has the one dialect', async ([address, { name, titles, cells }], { shop }) => {
  const response = await fileAt(shop, address);
  const { headers } = response;
  expect([headers.get('content-type'), headers.get('cache-control')]).toEqual(['text/csv; charset=utf-8', 'no-store']);
  expect(headers.get('content-disposition')).toMatch(
    new RegExp(`^attachment; filename="${name}-\\d{4}-\\d\\d-\\d\\d\\.csv"$`),
  );
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect([...bytes.subarray(0, 3)], 'byte order mark').toEqual([0xef, 0xbb, 0xbf]);
  const text = new TextDecoder().decode(bytes);
  const unquoted = text.replaceAll(/"(?:[^"]|"")*"/g, '');
  expect(unquoted.replaceAll('\r\n', ''), 'line ends').not.toMatch(/[\r\n]/);
  expect(text.endsWith('\r\n')).toBe(true);
  const rows: string[][] = parse(text, { relax_column_count: true });
  expect(rows[0]?.[0]).toBe(titles);
  expect(rows.flat()).toEqual(expect.arrayContaining([...cells]));
});
