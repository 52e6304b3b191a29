import { sandboxObjects } from '@halorosa/stripe-sandbox/tables';
import { parse } from 'csv-parse/sync';
import { and, eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { returnedTax } from '#modules/orders/order-record.ts';
import { ordersCsv } from '#modules/orders/export-orders.server.ts';
import { filterOf } from '#modules/orders/list-orders.ts';
import { orders, refunds } from '#modules/orders/tables.server.ts';
import { isTaxRefund } from '#modules/orders/tax-difference.ts';
import { setTimeZone, shopDay } from '#shared/shop-time.ts';

import { changesOf } from '../../../tests/support/audit-entries.ts';
import { randomCases } from '../../../tests/support/full-run.ts';
import { givenOrderRow, providerDashboard, refundByOwner } from '../../../tests/support/orders.ts';
import { pageCall, sendForm, signedIn } from '../../../tests/support/page-requests.ts';
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts';
import { loader as filesLoader } from '../../pages/admin/books-csv.ts';
import { action, loader as booksLoader } from '../../pages/admin/books.tsx';
import { importBalance } from './import-balance.server.ts';
import { balanceImports, balanceTransactions } from './tables.server.ts';

const faults = { tooMany: 0, serverError: 0, responseLost: 0, random: Math.random };

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop({ faults });
});
beforeEach(async () => {
  setTimeZone('America/New_York');
  await shop.ctx.db.execute(
    sql`truncate orders, refunds, disputes, sandbox_objects, balance_transactions, balance_imports cascade`,
  );
});
afterEach(() => {
  setTimeZone('UTC');
  Object.assign(faults, { tooMany: 0, serverError: 0, responseLost: 0, random: Math.random });
});
afterAll(() => shop.close());

const load = <T>(loader: (args: never) => T, path: string): T => loader(pageCall(shop, path, signedIn()) as never);

async function booksOf(query: string) {
  const { books } = await load(booksLoader, `/admin/books?${query}`);
  if (books === null) throw new Error('no books');
  return books;
}

const centsOf = (written: string | undefined) => Math.round(Number(written) * 100);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

type Row = Record<string, string>;
const rowsOf = async (response: Response): Promise<Row[]> =>
  parse<Row>(await response.text(), { bom: true, columns: true });

type Paid = Parameters<typeof givenOrderRow>[1] & { card?: string };

/** Creates an order of a payment that the sandbox has. */
async function givenPaid({ card = 'pm_card_visa', ...fields }: Paid = {}) {
  const stripe = providerDashboard(shop);
  const amount = fields.capturedCents ?? 5_900;
  const { id } = await stripe.paymentIntents.create({ amount, currency: 'usd' });
  await stripe.paymentIntents.confirm(id, { payment_method: card });
  return givenOrderRow(shop, { paymentIntentId: id, paymentMode: 'sandbox', ...fields });
}

const places = [
  ['US', 'CA'],
  ['US', 'NY'],
  ['CA', 'ON'],
  ['GB', ''],
  ['AU', 'NSW'],
] as const;

const share = fc.integer({ min: 1, max: 100 });
const plan = fc.record({
  place: fc.constantFrom(...places),
  subtotal: fc.integer({ min: 100, max: 40_000 }),
  taxPpm: fc.constantFrom(0, 72_500, 88_750, 130_000, 200_000),
  inclusive: fc.boolean(),
  shipping: fc.constantFrom(0, 599, 1_250),
  daysAgo: fc.integer({ min: 1, max: 400 }),
  second: fc.integer({ min: 0, max: 86_399 }),
  /** Shares of the money left, in percent; a tax refund returns a share of the tax. */
  refunds: fc.array(fc.record({ share, ofTax: fc.boolean(), daysLater: fc.integer({ min: 0, max: 40 }) }), {
    maxLength: 3,
  }),
});
type Plan = typeof plan extends fc.Arbitrary<infer T> ? T : never;

const dayMs = 86_400_000;
const dayStart = Date.UTC(2026, 10, 27);

/** Creates an order with its refunds, as the shop makes them, at the planned times. */
async function carryOut(one: Plan): Promise<void> {
  const { place, subtotal, taxPpm, inclusive, shipping } = one;
  const [country, state] = place;
  const tax = Math.round((subtotal * taxPpm) / (inclusive ? 1_000_000 + taxPpm : 1_000_000));
  const total = subtotal + shipping + (inclusive ? 0 : tax);
  const placedAt = new Date(dayStart - one.daysAgo * dayMs + one.second * 1_000);
  const order = await givenPaid({
    shippingAddress: { street: '1 Main Street', city: 'Town', state, postalCode: '1', country },
    subtotalCents: subtotal,
    shippingCents: shipping,
    taxCents: inclusive ? 0 : tax,
    tax: { name: 'Tax', ratePpm: taxPpm, inclusive, amountCents: tax },
    totalCents: total,
    capturedCents: total,
    placedAt,
  });
  let [left, taxLeft] = [total, tax];
  for (const [index, refund] of one.refunds.entries()) {
    const ofTax = refund.ofTax && !inclusive;
    const amountCents = Math.min(left, Math.ceil(((ofTax ? taxLeft : left) * refund.share) / 100));
    if (amountCents <= 0) continue;
    const key = ofTax ? `tax-${index}` : `refund-${index}`;
    expect(await refundByOwner(shop, { orderId: order.id, amountCents, key })).toMatchObject({ ok: true });
    left -= amountCents;
    taxLeft -= ofTax ? amountCents : 0;
    const later = Math.min(placedAt.getTime() + refund.daysLater * dayMs, dayStart);
    const at = new Date(later + index * 1_000);
    const isThis = and(eq(refunds.paymentIntentId, order.paymentIntentId ?? ''), eq(refunds.key, key));
    await shop.ctx.db.update(refunds).set({ createdAt: at }).where(isThis);
  }
}

/** Moves the sandbox's transactions to the times of their orders and refunds. */
async function backdate(): Promise<void> {
  const moved = (source: ReturnType<typeof sql>) => sql`
    update sandbox_objects b set created_at = source.at,
      body = jsonb_set(b.body, '{created}', to_jsonb(floor(extract(epoch from source.at))::bigint))
    from (${source}) source where b.kind = 'balance_transaction' and b.body ->> 'source' = source.id`;
  await shop.ctx.db.execute(
    moved(sql`select replace(payment_intent_id, 'pi_', 'ch_') as id, placed_at as at from orders`),
  );
  await shop.ctx.db.execute(moved(sql`select provider_id as id, created_at as at from refunds`));
}

type Sums = { orders: number; net: number; tax: number };

/** Adds up orders and refunds in plain code: month, country and state with net and tax. */
async function expectedSums(): Promise<Map<string, Sums>> {
  const all = await shop.ctx.db.select().from(orders);
  const returned = await shop.ctx.db.select().from(refunds).orderBy(refunds.createdAt, refunds.id);
  const sums = new Map<string, Sums>();
  for (const order of all) {
    const { country, state } = order.shippingAddress;
    const tax = order.tax?.amountCents ?? 0;
    const add = (at: Date, { orders: count, net, tax: taxed }: Sums) => {
      const key = `${shopDay(at).slice(0, 7)} ${country} ${state}`;
      const known = sums.get(key) ?? { orders: 0, net: 0, tax: 0 };
      sums.set(key, { orders: known.orders + count, net: known.net + net, tax: known.tax + taxed });
    };
    add(order.placedAt, { orders: 1, net: order.capturedCents - tax, tax });
    const goods = order.capturedCents - order.shippingCents;
    let [alone, other, before] = [0, 0, 0];
    for (const refund of returned.filter(({ paymentIntentId }) => paymentIntentId === order.paymentIntentId)) {
      if (isTaxRefund(refund.key)) alone += refund.amountCents;
      else other += refund.amountCents;
      const [taxLeft, goodsLeft] = [Math.max(0, tax - alone), goods - alone];
      const part = goodsLeft <= 0 ? 0 : Math.round((taxLeft * Math.min(other, goodsLeft)) / goodsLeft);
      const now = Math.max(before, Math.min(tax, alone) + part);
      add(refund.createdAt, { orders: 0, net: now - before - refund.amountCents, tax: before - now });
      before = now;
    }
    const known = alone === 0 ? returnedTax(order) : before;
    expect(before).toBe(order.returnedCents === order.capturedCents ? tax : known);
  }
  return sums;
}

test('ledger, tax report and exports equal random orders and the provider’s transactions to the cent', async () => {
  const seed = Date.now() % 2 ** 31;
  const count = randomCases(300);
  console.warn(`books: ${count} orders of seed ${seed}`);
  const plans = fc.sample(plan, { numRuns: count, seed });
  for (let first = 0; first < count; first += 6) await Promise.all(plans.slice(first, first + 6).map(carryOut));
  await backdate();
  await importBalance(shop.ctx);
  const range = 'from=2025-01-01&to=2026-12-31';
  const expected = await expectedSums();
  const books = await booksOf(range);
  const ledger = await rowsOf(await load(filesLoader, `/admin/books.csv?${range}`));
  const taxes = await rowsOf(await load(filesLoader, `/admin/books.csv?${range}&report=taxes`));
  const report = taxes.map((row): [string, Sums] => [
    `${row.Month} ${row.Country} ${row.State}`,
    { orders: Number(row.Orders), net: centsOf(row['Net without tax USD']), tax: centsOf(row['Tax due USD']) },
  ]);
  expect(new Map(report), `seed ${seed}`).toEqual(
    new Map([...expected].map(([key, sums]) => [key.replace(/GB .*/, 'GB '), sums])),
  );
  const amounts = (types: readonly string[]) =>
    sum(ledger.filter((row) => types.includes(row.Type ?? '')).map((row) => centsOf(row.Amount)));
  const money = sum([...expected.values()].map(({ net, tax }) => net + tax));
  const fees = amounts(['Provider fee']);
  expect(amounts(['Tax', 'Refunded tax'])).toBe(sum([...expected.values()].map(({ tax }) => tax)));
  expect(sum(ledger.map((row) => centsOf(row.Amount))) - fees).toBe(money);
  const bodies = (await shop.ctx.db.select().from(sandboxObjects)).map(({ body }) => body);
  const atProvider = bodies.filter((body) => body.object === 'balance_transaction');
  expect(sum(atProvider.map(({ amount }) => amount))).toBe(money);
  expect(sum(atProvider.map(({ fee }) => fee))).toBe(-fees);
  expect([books.difference, books.totals.receivedCents, books.provider.feeCents]).toEqual([null, money, fees]);
  let orderFile = '';
  for await (const part of ordersCsv(shop.ctx.db, filterOf(new URLSearchParams(range), []))) orderFile += part;
  const exported = await rowsOf(new Response(orderFile));
  expect(sum(exported.map((row) => centsOf(row['Captured USD']) - centsOf(row['Returned USD'])))).toBe(money);
  // No part of a month differs from the provider's.
  const months = [...new Set(report.map(([key]) => key.slice(0, 7)))];
  const parts = await Promise.all(months.map((month) => booksOf(`from=${month}-01&to=${month}-28`)));
  expect(parts.every(({ difference }) => difference === null)).toBe(true);
}, 240_000);

test('two processes, an outage and a restart store every transaction of the provider once', async () => {
  const stripe = providerDashboard(shop);
  const paid = await givenPaid();
  for (let count = 0; count < 130; count += 1)
    await stripe.refunds.create({ payment_intent: paid.paymentIntentId ?? '', amount: 1 });
  faults.serverError = 0;
  faults.tooMany = 1;
  await expect(importBalance(shop.ctx)).rejects.toThrow('Too many requests');
  faults.tooMany = 0;
  const stored = async () => (await shop.ctx.db.select().from(balanceTransactions)).map(({ id }) => id).toSorted();
  expect(await stored()).toEqual([]);
  await importBalance(shop.ctx, 1);
  const [state] = await shop.ctx.db.select().from(balanceImports);
  expect(await stored()).toHaveLength(100);
  expect(state).toMatchObject({ readUntil: null, afterId: expect.stringMatching(/^txn_/) as string });
  await Promise.all([importBalance(shop.ctx), importBalance(shop.ctx), importBalance(shop.ctx)]);
  await importBalance(shop.ctx);
  const all = await stripe.balanceTransactions.list({ limit: 100 }).autoPagingToArray({ limit: 1_000 });
  expect(await stored()).toEqual(all.map(({ id }) => id).toSorted());
  expect((await shop.ctx.db.select().from(balanceImports))[0]).toMatchObject({ untilAt: null, afterId: null });
});

test('orders of other payment keys stay out, and one of an earlier version counts once the provider names it', async () => {
  await givenPaid();
  await givenPaid({ paymentMode: null });
  await givenOrderRow(shop, { paymentIntentId: 'pi_rehearsal', paymentMode: 'test', capturedCents: 7_700 });
  await givenOrderRow(shop, { paymentIntentId: 'pi_live', paymentMode: 'live', capturedCents: 8_800 });
  const before = await booksOf('');
  expect([before.totals.orders, before.withoutMode]).toEqual([1, 1]);
  await importBalance(shop.ctx);
  const after = await booksOf('');
  expect([after.totals.orders, after.totals.receivedCents, after.withoutMode]).toEqual([2, 11_800, 0]);
  const rows = await rowsOf(await load(filesLoader, '/admin/books.csv?mode=test'));
  expect(rows.map((row) => [row.Type, row.Amount, row.Payments])).toEqual([['Sale', '77.00', 'Test']]);
});

test('a difference to the provider is named with its reasons', async () => {
  await givenPaid({ card: 'pm_card_createDispute' });
  await givenOrderRow(shop, { orderNumber: 'HR-UNKNOWN2', paymentIntentId: 'pi_lost', paymentMode: 'sandbox' });
  const stripe = providerDashboard(shop);
  const stray = await stripe.paymentIntents.create({ amount: 1_000, currency: 'usd' });
  await stripe.paymentIntents.confirm(stray.id, { payment_method: 'pm_card_visa' });
  const unread = await booksOf('');
  expect(unread.difference?.reasons).toEqual([{ reason: 'unread', payments: 2, cents: 11_800 }]);
  await importBalance(shop.ctx);
  // The bank withdrew $59.00, and the shop has not been told of the dispute.
  await shop.ctx.db.execute(sql`
    insert into disputes (provider_id, payment_intent_id, amount_cents, reason, status, stated_at)
    select 'dp_1', payment_intent_id, 5900, 'fraudulent', 'needs_response', now() from orders where payment_intent_id <> 'pi_lost'`);
  const { difference, provider } = await booksOf('');
  expect(difference?.cents).toBe(5_900 + 5_900 - 1_000);
  expect(difference?.reasons.toSorted((a, b) => (a.reason < b.reason ? -1 : 1))).toEqual([
    { reason: 'disputed', payments: 1, cents: 5_900 },
    { reason: 'no_order', payments: 1, cents: -1_000 },
    { reason: 'no_record', payments: 1, cents: 5_900 },
  ]);
  // Two charges, 2.9 % and 30 cents each, and a dispute.
  expect(provider.feeCents).toBe(-(201 + 59 + 1_500));
});

test('wrong dates are answered by a sentence, on the page and by the files', async () => {
  const path = '/admin/books?from=2026-11-30&to=2026-11-01';
  const { problem, books, chosen } = await load(booksLoader, path);
  expect([problem, books]).toEqual(['The first day is after the last day. Swap them.', null]);
  expect(chosen).toMatchObject({ from: '2026-11-30', to: '2026-11-01' });
  const refusal = { status: 422, message: 'The first day is after the last day. Swap them.' };
  await expect(load(filesLoader, path.replace('books', 'books.csv'))).rejects.toMatchObject(refusal);
  expect((await load(booksLoader, '/admin/books?from=tomorrow')).problem).toMatch(/no date of the calendar/);
});

test('the provider’s records are read again from a day, with an entry in the audit log', async () => {
  await givenPaid();
  await importBalance(shop.ctx);
  await shop.ctx.db.delete(balanceTransactions);
  await shop.ctx.db.update(sandboxObjects).set({ createdAt: new Date('2026-01-15T12:00:00Z') });
  await importBalance(shop.ctx);
  expect(await shop.ctx.db.select().from(balanceTransactions)).toEqual([]);
  const send = (day: string) => sendForm(shop, { action, path: '/admin/books' }, { form: 'again', day });
  expect((await send('2999-01-01')).answer.issues).toEqual({ day: 'This day is still to come.' });
  expect((await send('soon')).status).toBe(422);
  expect((await send('2026-01-15')).answer).toMatchObject({ ok: true });
  expect((await send('2026-01-16')).answer.issues.day).toMatch(/read anyway/);
  await importBalance(shop.ctx);
  expect(await shop.ctx.db.select().from(balanceTransactions)).toHaveLength(1);
  expect(await changesOf(shop.ctx.db, { subject: 'books:sandbox' })).toMatchObject([
    { action: 'books.read_again', after: { from: '2026-01-15' } },
  ]);
});

test('the ledger disarms what a spreadsheet would run, and leaves amounts as numbers', async () => {
  const address = { street: '', city: '', state: '=cmd|x', postalCode: '', country: 'US' };
  const order = await givenPaid({ orderNumber: '+HR-1', shippingAddress: address });
  await refundByOwner(shop, { orderId: order.id, amountCents: 900 });
  const rows = await rowsOf(await load(filesLoader, '/admin/books.csv'));
  expect(rows.map((row) => [row.Order, row.State, row.Amount, row.Currency])).toEqual([
    ["'+HR-1", "'=cmd|x", '59.00', 'USD'],
    ["'+HR-1", "'=cmd|x", '-9.00', 'USD'],
  ]);
});
