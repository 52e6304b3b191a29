import { parse } from 'csv-parse/sync';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect } from 'vitest';

import { cursorText, firstPage, listPart, type ListPage } from '#platform/db/list-page.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { openCountedShop } from '../../../tests/support/statement-counter.ts';
import type { CsvReader } from '#platform/http/csv.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';

import { onPostgres } from '../../../tests/support/database.ts';
import { givenOrderRow } from '../../../tests/support/orders.ts';
import { test, type TestShop } from '../../../tests/support/shop-test.ts';
import { disputes, orderItems, orders, refunds } from './tables.server.ts';
import { ordersCsv } from './export-orders.server.ts';
import {
  expectedOrders,
  listOrders,
  orderOrder,
  findNewestOrderNumber,
  findOrderPage,
} from './list-orders.queries.server.ts';
import { everyOrder, type OrderFilter } from './list-orders.ts';

test.beforeEach(async ({ shop }) => {
  await shop.ctx.db.delete(orderItems);
  await shop.ctx.db.delete(orders);
});

const all: OrderFilter = { ...everyOrder, prefixes: ['HR'] };

async function numbersOf(shop: TestShop, filter: Partial<OrderFilter>): Promise<string[]> {
  const { rows: found } = await findOrderPage(shop.ctx.db, { ...all, ...filter }, firstPage(50));
  return found.map(({ orderNumber }) => orderNumber);
}

const person = (firstName: string, lastName: string, email: string) => ({
  customer: { firstName, lastName, phone: '(415) 555 0132' },
  email,
});

test.for([
  ['hr-aaa', ['HR-AAAA2222']],
  ['aaaa2', ['HR-AAAA2222']],
  ['mia@', ['HR-AAAA2222']],
  ['MIA', ['HR-AAAA2222', 'HR-BBBB2222']],
  ['o’n', ['HR-BBBB2222']],
  ['mia o’neill', ['HR-BBBB2222']],
  ['neill', ['HR-BBBB2222']],
  ['ia o', ['HR-BBBB2222']],
  ['A222', ['HR-AAAA2222']],
  ['example.com', ['HR-AAAA2222', 'HR-BBBB2222', 'HR-CCCC2222']],
  ['555 0132', ['HR-AAAA2222', 'HR-BBBB2222']],
  ['55-01', ['HR-AAAA2222', 'HR-BBBB2222']],
  ['207946', ['HR-CCCC2222']],
  ['4103', ['HR-AAAA2222', 'HR-BBBB2222']],
  ['w1a 1a', ['HR-CCCC2222']],
  ['0111899', ['HR-CCCC2222']],
  // Words match in any order and in any field.
  ['rose mia', ['HR-AAAA2222', 'HR-BBBB2222']],
  ['94103 rose', ['HR-AAAA2222', 'HR-BBBB2222']],
  ['neill mia', ['HR-BBBB2222']],
  ['lane 7946 hr-c', ['HR-CCCC2222']],
  // Adjacent fields are not one word.
  ['rose415', []],
  ['mia rosa', []],
  ['zo', ['HR-CCCC2222']],
  ['bb', ['HR-BBBB2222']],
  ['oe', []],
  ['%', []],
  ['_', []],
  ['mi_', []],
  ['m%a', []],
  ['@', []],
  ["' or 1=1 --", []],
] as const)('a search for %j finds %j', async ([search, expected], { shop }) => {
  await givenOrderRow(shop, { orderNumber: 'HR-AAAA2222', ...person('Mia', 'Rose', 'mia@example.com') });
  await givenOrderRow(shop, { orderNumber: 'HR-BBBB2222', ...person('mia', 'O’Neill', 'rose@example.com') });
  await givenOrderRow(shop, {
    orderNumber: 'HR-CCCC2222',
    email: 'zoe@example.com',
    customer: { firstName: 'Zoe', lastName: 'Lane', phone: '+44 (20) 7946-0958' },
    shippingAddress: { street: '1 Way', line2: '', city: 'London', state: '', postalCode: 'W1A 1AA', country: 'GB' },
    trackingNumber: '9400111899223818',
  });
  expect((await numbersOf(shop, { search })).toSorted()).toEqual(expected);
});

test.for([
  ['Müller', 'muller', 'MULLER', 'müll', 'jurgen müller', 'muller jürgen'],
  ['Nguyễn', 'nguyen', 'NGUYỄN', 'guye'],
  ['Zoe\u0308 Łaska', 'zoë', 'zoe', 'laska'],
  ['Søren', 'soren', 'SØREN'],
] as const)(
  'an order of %s is found by its name with and without accents, in any order of words',
  async ([lastName, ...searches], { shop }) => {
    await givenOrderRow(shop, { orderNumber: 'HR-AAAA2222', ...person('Jürgen', lastName, 'a@example.com') });
    await givenOrderRow(shop, { orderNumber: 'HR-BBBB2222', ...person('Mia', 'Rose', 'b@example.com') });
    for (const search of searches)
      expect([search, await numbersOf(shop, { search })]).toEqual([search, ['HR-AAAA2222']]);
  },
);

type Towards = 'next' | 'previous';

/** Returns the page beside an order in the default sort, or the first page. */
async function pageBeside(db: Db, orderNumber: string | null, towards: Towards, size: number): Promise<ListPage> {
  const at = { placedAt: sql<string>`${orders.placedAt}::text`, id: orders.id };
  const [row] = await db
    .select(at)
    .from(orders)
    .where(sql`${orders.orderNumber} = ${orderNumber}`);
  const cursor = row === undefined ? null : cursorText('-placed', [row.placedAt, row.id]);
  return { sort: '', cursor, towards, size };
}

const partOf = (page: ListPage) => listPart(orderOrder, page);

test('a search for two words uses the trigram index', async ({ shop }) => {
  await givenOrderRow(shop, { orderNumber: 'HR-N0', ...person('Mia', 'Many', 'many@example.com') });
  await copyOrder(shop, 'HR-N0', 1, 999);
  await givenOrderRow(shop, { orderNumber: 'HR-ZZZZ2222', ...person('Jürgen', 'Müller', 'j@example.com') });
  await shop.ctx.db.execute(sql`analyze orders`);
  const query = listOrders(
    shop.ctx.db,
    { ...all, search: 'muller jurgen' },
    { part: partOf(firstPage(10)), months: Infinity },
  );
  // A sequential scan of a thousand orders is as fast, so it is disabled.
  const plan = await inTransaction(shop.ctx.db, async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    return (await tx.execute(sql`explain ${query.getSQL()}`)).rows;
  });
  expect(JSON.stringify(plan)).toContain('Bitmap Index Scan on orders_by_text');
  expect((await query).map(({ orderNumber }) => orderNumber)).toEqual(['HR-ZZZZ2222']);
});

/** Returns the pages of a walk from one end of the list to the other. */
async function walk(shop: TestShop, start: ListPage, filter = all): Promise<string[][]> {
  const pages: string[][] = [];
  for (let { cursor } = start; ;) {
    const page = await findOrderPage(shop.ctx.db, filter, { ...start, cursor });
    pages.push(page.rows.map(({ orderNumber }) => orderNumber));
    cursor = page[start.towards];
    if (cursor === null) return pages;
  }
}

/** Inserts copies of an order, each newer than the one before by `step`. */
async function copyOrder(
  shop: TestShop,
  orderNumber: string,
  from: number,
  to: number,
  step = '1 minute',
): Promise<void> {
  await shop.ctx.db.execute(sql`
    insert into orders select (jsonb_populate_record(o, jsonb_build_object(
      'id', gen_random_uuid(), 'checkout_id', gen_random_uuid(), 'payment_intent_id', null, 'order_number', 'HR-N' || number,
      'placed_at', o.placed_at + number * ${step}::interval))).*
    from orders o, generate_series(${from}::int, ${to}::int) number where o.order_number = ${orderNumber}`);
}

test('a search returns the same orders whether it collects months or scans the list, and the planner estimates their number', async ({
  shop,
}) => {
  await givenOrderRow(shop, { orderNumber: 'HR-N0', ...person('Mia', 'Many', 'many@example.com') });
  await copyOrder(shop, 'HR-N0', 1, 199);
  await givenOrderRow(shop, { orderNumber: 'HR-ZZZZ2222', ...person('Zoe', 'Lane', 'zoe@example.com') });
  await shop.ctx.db.execute(sql`analyze orders`);
  expect(await expectedOrders(shop.ctx.db, { ...all, search: 'many' })).toBeGreaterThan(150);
  expect(await expectedOrders(shop.ctx.db, { ...all, search: 'zoe' })).toBeLessThan(20);
  const seen = async (towards: Towards, months: number | null) => {
    const part = partOf(await pageBeside(shop.ctx.db, 'HR-N100', towards, 59));
    const found = await listOrders(shop.ctx.db, { ...all, search: 'mia many' }, { part, months });
    return found.map(({ orderNumber }) => orderNumber);
  };
  const numbers = (first: number, step: number) => Array.from({ length: 60 }, (_, i) => `HR-N${first + i * step}`);
  for (const months of [2, Infinity, null]) {
    expect([months, await seen('next', months)]).toEqual([months, numbers(99, -1)]);
    expect([months, await seen('previous', months)]).toEqual([months, numbers(101, 1)]);
  }
});

test('collected months start at the cursor or the newest order, in both directions, in UTC', async ({ shop }) => {
  for (const at of ['2026-01-31 23:59:59+00', '2026-02-01 00:00+00', '2026-02-28 23:30+00', '2026-03-31 23:59+00']) {
    const { id } = await givenOrderRow(shop, { orderNumber: `HR-${at.slice(5, 10)}` });
    await shop.ctx.db.execute(sql`update orders set placed_at = ${at}::timestamptz where id = ${id}`);
  }
  await shop.ctx.db.transaction(async (tx) => {
    await tx.execute(sql`set local time zone 'America/Los_Angeles'`);
    const placedIn = async (orderNumber: string | null, towards: Towards, months: number) => {
      const part = partOf(await pageBeside(tx, orderNumber, towards, 8));
      const found = await listOrders(tx, { ...all, search: 'hr' }, { part, months });
      return found.map((order) => order.orderNumber.slice(3));
    };
    expect(await placedIn(null, 'next', 1)).toEqual(['03-31']);
    expect(await placedIn(null, 'next', 2)).toEqual(['03-31', '02-28', '02-01']);
    expect(await placedIn('HR-03-31', 'next', 2)).toEqual(['02-28', '02-01']);
    expect(await placedIn('HR-01-31', 'previous', 1)).toEqual([]);
    expect(await placedIn('HR-01-31', 'previous', 2)).toEqual(['02-01', '02-28']);
  });
});

test('paging through hundreds of matches by month loses none, in both directions', async ({ shop }) => {
  await givenOrderRow(shop, { orderNumber: 'HR-N0', ...person('Mia', 'Many', 'many@example.com') });
  await copyOrder(shop, 'HR-N0', 1, 599, '3 hours');
  await shop.ctx.db.execute(sql`analyze orders`);
  expect(await expectedOrders(shop.ctx.db, { ...all, search: 'many' })).toBeGreaterThan(500);
  const expected = Array.from({ length: 600 }, (_, index) => `HR-N${599 - index}`);
  const many = { ...all, search: 'many' };
  expect((await walk(shop, firstPage(50), many)).flat()).toEqual(expected);
  const up = await walk(shop, await pageBeside(shop.ctx.db, 'HR-N0', 'previous', 50), many);
  expect([...up.toReversed().flat(), 'HR-N0']).toEqual(expected);
});

test('filters by status, payment and hold are combined', async ({ shop }) => {
  await givenOrderRow(shop, { orderNumber: 'HR-1', status: 'shipped' });
  const returned = { status: 'shipped', paymentStatus: 'refunded', holdReason: 'manual' } as const;
  await givenOrderRow(shop, { orderNumber: 'HR-2', ...returned });
  await givenOrderRow(shop, { orderNumber: 'HR-3', holdReason: 'dispute' });
  expect(await numbersOf(shop, { status: 'shipped', payment: 'refunded' })).toEqual(['HR-2']);
  expect(await numbersOf(shop, { heldOnly: true, status: 'confirmed' })).toEqual(['HR-3']);
  expect(await numbersOf(shop, { payment: 'pending' })).toEqual([]);
});

test('the pages hold every order once, newest first, in both directions, even with equal times', async ({ shop }) => {
  const microseconds = fc.array(fc.nat(3), { minLength: 1, maxLength: 14 });
  await fc.assert(
    fc.asyncProperty(microseconds, fc.integer({ min: 1, max: 5 }), async (times, size) => {
      await shop.ctx.db.delete(orders);
      for (const time of times) {
        const { id } = await givenOrderRow(shop);
        const at = `2026-11-21 10:00:00.00000${time}+00`;
        await shop.ctx.db.execute(sql`update orders set placed_at = ${at}::timestamptz where id = ${id}`);
      }
      const plain = await shop.ctx.db.execute<{ order_number: string }>(
        sql`select order_number from orders order by placed_at desc, id desc`,
      );
      const expected = plain.rows.map((row) => row.order_number);
      const down = await walk(shop, firstPage(size));
      expect(down.flat()).toEqual(expected);
      const last = expected.at(-1) ?? '';
      const up = await walk(shop, await pageBeside(shop.ctx.db, last, 'previous', size));
      // Instead of nothing above the only order, the first page is shown.
      expect(expected.length === 1 ? up.flat() : [...up.toReversed().flat(), last]).toEqual(expected);
    }),
    { numRuns: 15 },
  );
}, 60_000);

test.runIf(onPostgres)(
  'the order list takes 2 statements with the newest number, and 3 with a search or another page',
  async () => {
    const counted = await openCountedShop();
    const { db } = counted.shop.ctx;
    await givenOrderRow(counted.shop, { orderNumber: 'HR-1' });
    const beside = await pageBeside(db, 'HR-1', 'next', 50);
    const opened = (filter: OrderFilter, page = firstPage(50)) =>
      counted.statementsOf(() => Promise.all([findOrderPage(db, filter, page), findNewestOrderNumber(db)]));
    expect((await opened(all)).slice(2)).toEqual([]);
    expect((await opened({ ...all, search: 'mia' })).slice(3)).toEqual([]);
    expect((await opened(all, beside)).slice(3)).toEqual([]);
    await counted.close();
  },
);

test.for<[string, string]>([
  ['is none', 'HR-9'],
  ['is of another sort', cursorText('total', ['1', '2026-01-01 00:00:00+00', crypto.randomUUID()])],
  ['has too few values', cursorText('-placed', ['2026-01-01 00:00:00+00'])],
  ['has values that the database cannot read', cursorText('-placed', ['2026-99-01', "' or 1=1"])],
  ['has a zero byte', cursorText('-placed', ['\0', '\0'])],
  ['has no order behind it', cursorText('-placed', ['1970-01-01 00:00:00+00', crypto.randomUUID()])],
])('a cursor that %s returns the first page', async ([_what, cursor], { shop }) => {
  await givenOrderRow(shop, { orderNumber: 'HR-1' });
  const page = await findOrderPage(shop.ctx.db, all, { ...firstPage(50), cursor });
  expect([page.rows.length, page.previous, page.next]).toEqual([1, null, null]);
});

type Row = Record<string, string>;

/** Returns the rows of the exported file, by the titles of its columns. */
async function exported(
  shop: TestShop,
  filter: Partial<OrderFilter> = {},
  reader: CsvReader = 'program',
): Promise<Row[]> {
  let text = '';
  for await (const piece of ordersCsv(shop.ctx.db, { ...all, ...filter }, { reader, size: 2 })) text += piece;
  return parse<Row>(text, { columns: true });
}

const amount = fc.nat(10_000_000);
const anyOrder = fc.record({
  subtotalCents: amount,
  taxCents: amount,
  totalCents: amount,
  capturedCents: amount,
  returnedCents: amount,
  status: fc.constantFrom('confirmed' as const, 'shipped' as const),
});

test('the sums of the exported file equal those of plain SQL, for all orders and for a filter', async ({ shop }) => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyOrder, { maxLength: 7 }), async (rows) => {
      await shop.ctx.db.delete(orders);
      for (const row of rows) await givenOrderRow(shop, row);
      for (const status of [null, 'shipped' as const]) {
        const file = await exported(shop, { status });
        const plain = await shop.ctx.db.execute<Record<string, string>>(sql`
          select count(*) as count, coalesce(sum(total_cents), 0) as "Total USD", coalesce(sum(tax_cents), 0) as "Tax USD",
            coalesce(sum(captured_cents), 0) as "Paid USD", coalesce(sum(returned_cents), 0) as "Refunded USD",
            coalesce(sum(subtotal_cents), 0) as "Subtotal USD"
          from orders where ${status}::order_status is null or status = ${status}::order_status`);
        const { count, ...sums } = plain.rows[0] ?? {};
        expect(file).toHaveLength(Number(count));
        for (const [title, cents] of Object.entries(sums)) {
          const sum = file.reduce((total, row) => total + Math.round(Number(row[title]) * 100), 0);
          expect([title, sum]).toEqual([title, Number(cents)]);
        }
      }
    }),
    { numRuns: 12 },
  );
}, 60_000);

test('the export lists included tax with its name, added tax and returned tax', async ({ shop }) => {
  const vat = { name: 'VAT', ratePpm: 200_000, inclusive: true, amountCents: 983 };
  const sales = { name: 'Sales tax', ratePpm: 80_000, inclusive: false, amountCents: 472 };
  await givenOrderRow(shop, { orderNumber: 'HR-GB', totalCents: 5_900, taxCents: 0, tax: vat });
  const back = { capturedCents: 6_372, returnedCents: 3_186 };
  await givenOrderRow(shop, { orderNumber: 'HR-US', totalCents: 6_372, taxCents: 472, tax: sales, ...back });
  await givenOrderRow(shop, { orderNumber: 'HR-NONE', totalCents: 5_900, taxCents: 0 });
  const columns = ['Order', 'Tax USD', 'Included tax USD', 'Refunded tax USD', 'Tax name'];
  const rows = (await exported(shop)).map((row) => columns.map((title) => row[title]).join(', '));
  expect(rows.toSorted()).toEqual([
    'HR-GB, 0.00, 9.83, 0.00, VAT',
    'HR-NONE, 0.00, 0.00, 0.00, ',
    'HR-US, 4.72, 0.00, 2.36, Sales tax',
  ]);
});

const waived = { subtotalCents: 60, discountCents: 60, totalCents: 0, capturedCents: 0 };

test.for<[string, Parameters<typeof givenOrderRow>[1], Row]>([
  [
    'the promises of each order',
    { promises: { guaranteeDays: 21, returnWindowDays: 44, refundProcessingDays: 9, refundVisibleDays: '11-12' } },
    { 'Guarantee days': '21', 'Return window days': '44' },
  ],
  [
    'an amount too small to charge in a column of its own, not in the discount',
    { ...waived, promotion: { code: '', name: 'Buy 2 Get 1 Free', amountCents: 20 } },
    {
      'Subtotal USD': '0.60',
      'Discount USD': '0.20',
      'Waived (below minimum charge) USD': '0.40',
      'Total USD': '0.00',
    },
  ],
  [
    'moments that a spreadsheet can read, shipping method and code',
    {
      placedAt: new Date('2026-11-20T12:00:09.500Z'),
      shippingOption: { id: 's', name: 'Express', description: '', priceCents: 0, daysMin: 1, daysMax: 2 },
      couponDiscount: { code: 'GLOW10', name: '10% off', amountCents: 590 },
    },
    {
      'Placed at (UTC)': '2026-11-20 12:00:09',
      'Shipped at (UTC)': '',
      'Shipping method': 'Express',
      'Discount code': 'GLOW10',
    },
  ],
])('the export lists %s', async ([_what, fields, row], { shop }) => {
  await givenOrderRow(shop, fields);
  expect(await exported(shop)).toMatchObject([row]);
});

test.for(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])(
  'a name that a spreadsheet would run as a formula, %j, is exported as text',
  async (firstName, { shop }) => {
    await givenOrderRow(shop, { customer: { firstName, lastName: 'a "b", c\nd', phone: '' } });
    expect(await exported(shop)).toMatchObject([{ 'First name': `'${firstName}`, 'Last name': 'a "b", c\nd' }]);
  },
);

type Codes = { postalCode: string; phone: string; trackingNumber: string; code: string };

const givenCodes = (shop: TestShop, { postalCode, phone, trackingNumber, code }: Codes) =>
  givenOrderRow(shop, {
    shippingAddress: { street: '1 Elm Street', line2: '', city: 'Boston', state: 'MA', postalCode, country: 'US' },
    customer: { firstName: 'Mia', lastName: 'Rose', phone },
    trackingNumber,
    couponDiscount: { code, name: '10% off', amountCents: 590 },
  });

test.for<[CsvReader, (text: string) => string]>([
  ['program', (text) => text],
  ['spreadsheet', (text) => `="${text}"`],
])(
  'the CSV for a %s keeps zeros, long digits, and the + and extension of phone numbers',
  async ([reader, cell], { shop }) => {
    const [postalCode, trackingNumber, code] = ['02139', '9400111899223197428490', '0012345'];
    for (const phone of ['+1 (617) 555-0132', '+1 415 555 0132 x5']) {
      await shop.ctx.db.delete(orders);
      await givenCodes(shop, { postalCode, phone, trackingNumber, code });
      const codes = { 'Postal code': cell(postalCode), Phone: cell(phone), 'Discount code': cell(code) };
      expect(await exported(shop, {}, reader)).toMatchObject([{ ...codes, 'Tracking number': cell(trackingNumber) }]);
    }
  },
);

test.for<[CsvReader]>([['program'], ['spreadsheet']])(
  'the CSV for a %s never turns a code into a formula',
  async ([reader], { shop }) => {
    const bad = ['=1+1', '-1', '@SUM(A1)', '"&cmd|A1', '1"&A1', '+', '\t=1', '+cmd|1!A1', '+SUM(A1)'];
    for (const text of bad) {
      await shop.ctx.db.delete(orders);
      await givenCodes(shop, { postalCode: text, phone: text, trackingNumber: text, code: text });
      const safe = /^[=+\-@\t]/.test(text) ? `'${text}` : text;
      expect(await exported(shop, {}, reader)).toMatchObject([{ Phone: safe, 'Tracking number': safe }]);
    }
  },
);

test('the units of an order count only its own lines', async ({ shop }) => {
  const line = { productId: crypto.randomUUID(), name: 'Wand', imageUrl: '', unitPriceCents: 100, discountCents: 0 };
  await givenOrderRow(shop, { orderNumber: 'HR-NONE' });
  const { id: orderId } = await givenOrderRow(shop, { orderNumber: 'HR-TWO' });
  const lines = [2, 3].map((quantity) => ({ ...line, orderId, quantity, taxCents: 0, totalCents: 100 }));
  await shop.ctx.db.insert(orderItems).values(lines);
  const { rows: found } = await findOrderPage(shop.ctx.db, all, firstPage(50));
  expect(found.map(({ orderNumber, units }) => `${orderNumber} ${units}`).toSorted()).toEqual([
    'HR-NONE 0',
    'HR-TWO 5',
  ]);
});

test('orders refunded in a range are the same whether their payments are looked up or the list is scanned', async ({
  shop,
}) => {
  const { db } = shop.ctx;
  const at = (day: number) => new Date(Date.UTC(2026, 5, day, 12));
  const returned = [
    { kind: 'refund', status: 'succeeded', day: 10 },
    { kind: 'refund', status: 'failed', day: 10 },
    { kind: 'refund', status: 'succeeded', day: 20 },
    { kind: 'dispute', status: 'lost', day: 11 },
    { kind: 'dispute', status: 'won', day: 11 },
    { kind: 'dispute', status: 'lost', day: 21 },
  ] as const;
  for (const [index, { kind, status, day }] of returned.entries()) {
    const paymentIntentId = `pi_returned_${index}`;
    const paid = { paymentIntentId, amountCents: 500 };
    await givenOrderRow(shop, { orderNumber: `HR-RETURN2${index}`, paymentIntentId, placedAt: at(1 + index) });
    const key = crypto.randomUUID();
    if (kind === 'refund') await db.insert(refunds).values({ ...paid, key, status, createdAt: at(day) });
    else
      await db.insert(disputes).values({ ...paid, providerId: key, reason: 'x', status, providerUpdatedAt: at(day) });
  }
  const filter = { ...all, refunded: { from: '2026-06-09', to: '2026-06-12' } };
  const numbers = async (months: number | null) =>
    (await listOrders(db, filter, { part: partOf(firstPage(50)), months })).map(({ orderNumber }) => orderNumber);
  expect(await numbers(Infinity)).toEqual(['HR-RETURN23', 'HR-RETURN20']);
  expect(await numbers(null)).toEqual(['HR-RETURN23', 'HR-RETURN20']);
  expect(await numbersOf(shop, { refunded: filter.refunded })).toEqual(['HR-RETURN23', 'HR-RETURN20']);
});
