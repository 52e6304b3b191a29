import { eq, sql } from 'drizzle-orm';
import { parse } from 'csv-parse/sync';
import { expect } from 'vitest';

import { ledgerCsv } from '#modules/books/export-books.server.ts';
import { readTaxReport } from '#modules/books/books.server.ts';
import { oneRow } from '#platform/db/rows.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';

import { placePaid, saveNumbering } from '../../../tests/support/order-documents.ts';
import { test, type TestShop } from '../../../tests/support/shop-test.ts';
import { lockPayment } from './change-order.server.ts';
import { applyDispute } from './disputes.server.ts';
import { ordersCsv } from './export-orders.server.ts';
import { filterOf } from './list-orders.ts';
import { orderOnWire } from './order-record.ts';
import { findOrderDetail } from './orders.server.ts';
import { applyRefund, reserveRefund } from './refunds.server.ts';
import { fillReturnParts } from './return-parts.server.ts';
import { hasReturnWithoutParts } from './return-parts.queries.server.ts';
import type { RefundedParts, RefundStatus } from './refunds.ts';
import { disputes, orders, refunds } from './tables.server.ts';

test.beforeEach(async ({ shop }) => {
  await shop.ctx.db.execute(sql`truncate orders, refunds, disputes, document_series cascade`);
});

const productId = '00000000-0000-4000-8000-000000000001';
const line = { productId, name: 'Wand', imageUrl: '', quantity: 2, unitPriceCents: 5_900, discountCents: 0 };

/** Places an order of two wands: $118.00, $5.99 of shipping and $8.56 of added tax. */
const place = (shop: TestShop) =>
  inTransaction(shop.ctx.db, (tx) =>
    placePaid(tx, {
      subtotalCents: 11_800,
      shippingCents: 599,
      taxCents: 856,
      tax: { name: 'Sales tax', ratePpm: 72_500, inclusive: false, amountCents: 856 },
      totalCents: 13_255,
      capturedCents: 13_255,
      items: [{ ...line, taxCents: 856, totalCents: 12_656 }],
    }),
  );

type Placed = Awaited<ReturnType<typeof place>>;
type Given = { key?: string; parts?: RefundedParts | null; status?: RefundStatus };
let made = 0;

/** Reserves a refund as the admin's form does, and applies what the provider says of it. */
async function refund(shop: TestShop, { paymentIntentId }: Placed, amountCents: number, options: Given = {}) {
  const { key = crypto.randomUUID(), parts = null, status = 'succeeded' } = options;
  const intentId = paymentIntentId ?? '';
  const refundId = await inTransaction(shop.ctx.db, async (tx) => {
    const order = await lockPayment(tx, intentId);
    if (order === null) throw new Error('no order');
    const reserved = await reserveRefund(tx, order, { amountCents, reason: '', key, parts });
    if (!reserved.ok) throw new Error(reserved.reason);
    return reserved.value.refund.id;
  });
  const update = { id: `re_${(made += 1)}`, intentId, refundId, amountCents, reason: '', failure: null };
  const say = (next: RefundStatus) =>
    inTransaction(shop.ctx.db, (tx) => applyRefund(tx, { ...update, status: next, failure: null }));
  await say(status);
  return { id: refundId, say };
}

async function dispute(
  shop: TestShop,
  { paymentIntentId: intentId }: Placed,
  status: string,
  second: number,
): Promise<void> {
  const at = { openedAt: new Date(0), providerUpdatedAt: new Date(Date.now() + second * 1_000), evidenceDueAt: null };
  const update = { id: `dp_${intentId}`, intentId, amountCents: 6_628, reason: 'general', status, ...at };
  await inTransaction(shop.ctx.db, (tx) => applyDispute(tx, update));
}

const span = () => ({ mode: 'sandbox' as const, from: new Date(0), until: new Date(Date.now() + 86_400_000) });
type Row = Record<string, string>;

async function rowsOf(lines: AsyncIterable<string>): Promise<Row[]> {
  let text = '';
  for await (const one of lines) text += one;
  return parse<Row>(text, { columns: true });
}

const centsIn = (text: string | undefined) => Math.round(Number(text) * 100);
const sum = (amounts: readonly number[]) => amounts.reduce((total, cents) => total + cents, 0);

/** Returns the returned tax of the only order in every place that states it, in cents. */
async function taxEverywhere(shop: TestShop, { orderNumber }: Placed): Promise<Record<string, number>> {
  const { db } = shop.ctx;
  const detail = await findOrderDetail(db, orderNumber);
  if (detail === null) throw new Error('no order');
  const ledger = await rowsOf(ledgerCsv(db, span(), new Date(Date.now() + 86_400_000)));
  const [exported] = await rowsOf(ordersCsv(db, filterOf(new URLSearchParams(), [])));
  const returns = ledger.filter(({ Type }) => Type === 'Refunded tax' || Type === 'Lost dispute tax');
  return {
    ledger: 0 - sum(returns.map(({ Amount }) => centsIn(Amount))),
    report: 0 - sum((await readTaxReport(db, span())).map(({ returnedTaxCents }) => returnedTaxCents)),
    csv: centsIn(exported?.['Refunded tax USD']),
    api: orderOnWire(detail.order).returned_tax_cents,
  };
}

const shippingIn = async (shop: TestShop) =>
  centsIn((await rowsOf(ordersCsv(shop.ctx.db, filterOf(new URLSearchParams(), []))))[0]?.['Refunded shipping USD']);

const everywhere = (cents: number) => ({ ledger: cents, report: cents, csv: cents, api: cents });
const units = (quantity: number, shipping = false) => ({ lines: [{ productId, quantity }], shipping });

type Step = readonly [amountCents: number, options?: Given];

test.for<[string, Step[], { tax: number; shipping: number }]>([
  ['the shipping alone', [[599, { parts: units(0, true) }]], { tax: 0, shipping: 599 }],
  ['the tax of a corrected address alone', [[384, { key: 'tax-2' }]], { tax: 384, shipping: 0 }],
  ['everything', [[13_255]], { tax: 856, shipping: 599 }],
  [
    'half by percent',
    [[6_628, { parts: { lines: [], shipping: false, basisPoints: 5_000 } }]],
    { tax: 428, shipping: 300 },
  ],
  ['one of two units', [[6_328, { parts: units(1) }]], { tax: 428, shipping: 0 }],
  ['one unit and the shipping', [[6_927, { parts: units(1, true) }]], { tax: 428, shipping: 599 }],
  ['an amount', [[1_000]], { tax: 68, shipping: 0 }],
  ['the shipping, then an amount', [[599, { parts: units(0, true) }], [1_000]], { tax: 68, shipping: 599 }],
  [
    'all the tax, then one unit',
    [
      [856, { key: 'tax-2' }],
      [5_900, { parts: units(1) }],
    ],
    { tax: 856, shipping: 0 },
  ],
])(
  'a refund of %s has the same tax in ledger, tax report, orders CSV and API',
  async ([_what, steps, expected], { shop }) => {
    const order = await place(shop);
    for (const [amountCents, options] of steps) await refund(shop, order, amountCents, options);
    expect(await taxEverywhere(shop, order)).toEqual(everywhere(expected.tax));
    expect(await shippingIn(shop)).toBe(expected.shipping);
  },
);

test('a pending refund has its parts and counts nowhere, and a failed one has none', async ({ shop }) => {
  const order = await place(shop);
  const { id, say } = await refund(shop, order, 6_328, { status: 'pending' });
  const stored = async () => (await shop.ctx.db.select().from(refunds).where(eq(refunds.id, id)))[0];
  expect(await stored()).toMatchObject({ goodsCents: 5_900, shippingCents: 0, taxCents: 428 });
  expect(await taxEverywhere(shop, order)).toEqual(everywhere(0));
  await say('succeeded');
  expect(await taxEverywhere(shop, order)).toEqual(everywhere(428));
  await say('failed');
  expect(await stored()).toMatchObject({ goodsCents: null, shippingCents: null, taxCents: null });
  expect(await taxEverywhere(shop, order)).toEqual(everywhere(0));
});

test('a refund keeps its parts when an earlier one fails, and the next one takes what is left', async ({ shop }) => {
  const order = await place(shop);
  const first = await refund(shop, order, 12_656);
  await refund(shop, order, 599);
  await first.say('failed');
  expect(await taxEverywhere(shop, order)).toEqual(everywhere(0));
  expect(await shippingIn(shop)).toBe(599);
  await refund(shop, order, 12_656);
  expect(await taxEverywhere(shop, order)).toEqual(everywhere(856));
});

test('a lost dispute returns tax like an amount, and one that is open or won returns none', async ({ shop }) => {
  const order = await place(shop);
  for (const [second, status] of ['needs_response', 'under_review'].entries())
    await dispute(shop, order, status, second);
  expect(await taxEverywhere(shop, order)).toEqual(everywhere(0));
  await dispute(shop, order, 'lost', 5);
  expect(await taxEverywhere(shop, order)).toEqual(everywhere(448));
  expect((await shop.ctx.db.select().from(disputes))[0]).toMatchObject({ goodsCents: 6_180, taxCents: 448 });
});

test('returns of an older version get their parts from the job, with the tax of their credit notes, and no news', async ({
  shop,
}) => {
  await saveNumbering(shop);
  const [order, other] = [await place(shop), await place(shop)];
  await refund(shop, order, 599, { parts: units(0, true) });
  await refund(shop, order, 1_000);
  await refund(shop, other, 13_255);
  await dispute(shop, order, 'lost', 5);
  const { db } = shop.ctx;
  await db.execute(sql`update order_documents set tax_cents = 70 where refund_id in
    (select id from refunds where amount_cents = 1000)`);
  const parts = sql`goods_cents = null, shipping_cents = null, tax_cents = null`;
  await db.execute(sql`update refunds set ${parts}, updated_at = now() - interval '1 year'`);
  await db.execute(sql`update disputes set ${parts}`);
  await db.execute(sql`update orders set returned_shipping_cents = null, returned_tax_cents = null`);
  const before = await db.select({ version: orders.version, at: orders.updatedAt }).from(orders).orderBy(orders.id);
  const isDue = async () => (await oneRow<{ due: boolean }>(db, sql`select ${hasReturnWithoutParts} as due`)).due;
  expect(await isDue()).toBe(true);
  await fillReturnParts(shop.ctx);
  expect(await isDue()).toBe(false);
  const rows = await db.select().from(refunds).orderBy(refunds.amountCents);
  expect(rows.map(({ goodsCents, shippingCents, taxCents }) => [goodsCents, shippingCents, taxCents])).toEqual([
    [0, 599, 0],
    [930, 0, 70],
    [11_800, 599, 856],
  ]);
  expect(rows.every(({ updatedAt }) => updatedAt.getTime() < Date.now() - 86_400_000)).toBe(true);
  expect(await db.select({ version: orders.version, at: orders.updatedAt }).from(orders).orderBy(orders.id)).toEqual(
    before,
  );
  const { api, ledger } = await taxEverywhere(shop, order);
  expect([api, ledger]).toEqual([516, 516 + 856]);
});

test('an order of an older version states the tax of its returned money before the job has run', async ({ shop }) => {
  const order = await place(shop);
  await refund(shop, order, 1_000);
  await shop.ctx.db.execute(sql`update orders set returned_shipping_cents = null, returned_tax_cents = null`);
  const { csv, api } = await taxEverywhere(shop, order);
  expect([csv, api]).toEqual([68, 68]);
});
