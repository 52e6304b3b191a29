import { sandboxObjects } from '@halorosa/stripe-sandbox/tables';
import { parse } from 'csv-parse/sync';
import { and, eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterEach, expect } from 'vitest';

import { ordersCsv } from '#modules/orders/export-orders.server.ts';
import { filterOf } from '#modules/orders/list-orders.ts';
import { correctAddress, findOpenTax, findTaxChange } from '#modules/orders/correct-address.server.ts';
import { invoiceFigures } from '#modules/orders/invoice-figures.ts';
import { numberDocuments } from '#modules/orders/number-documents.server.ts';
import { findOrderDetail } from '#modules/orders/orders.server.ts';
import { findOrderByNumber } from '#modules/orders/orders.queries.server.ts';
import { splitReturn, sumOfParts, type SplitReturn } from '#modules/orders/refund-split.ts';
import { refundOrder } from '#modules/orders/refunds.server.ts';
import { shareAmount, type RefundShare } from '#modules/orders/refunds.ts';
import { orderItems, orders, refunds } from '#modules/orders/tables.server.ts';
import { isTaxRefund, taxRefundKey } from '#modules/orders/tax-difference.ts';
import { formatUsd } from '#shared/money.ts';
import { toShopDate } from '#shared/shop-time.ts';
import { setTimeZone } from '#shared/shop-zone.ts';

import { changesOf } from '../../../tests/support/audit-entries.ts';
import { randomCases } from '../../../tests/support/full-run.ts';
import { saveNumbering } from '../../../tests/support/order-documents.ts';
import { givenOrderRow, owner, providerDashboard, refundByOwner } from '../../../tests/support/orders.ts';
import { pageCall, sendForm, signedIn } from '../../../tests/support/page-requests.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { loader as filesLoader } from '../../pages/admin/accounting-csv.ts';
import { action, loader as booksLoader } from '../../pages/admin/accounting.tsx';
import { importBalance } from './import-balance.server.ts';
import { balanceImports, balanceTransactions } from './tables.server.ts';

const faults = { tooMany: 0, serverError: 0, responseLost: 0, random: Math.random };

const test = testWithShop({ faults });

test.beforeEach(async ({ shop }) => {
  setTimeZone('America/New_York');
  await shop.ctx.db.execute(
    sql`truncate orders, refunds, disputes, document_series, sandbox_objects, balance_transactions, balance_imports cascade`,
  );
});
afterEach(() => {
  setTimeZone('UTC');
  Object.assign(faults, { tooMany: 0, serverError: 0, responseLost: 0, random: Math.random });
});

const load = <T>(shop: TestShop, loader: (args: never) => T, path: string): T =>
  loader(pageCall(shop, path, signedIn()) as never);

async function booksOf(shop: TestShop, query: string) {
  const { books } = await load(shop, booksLoader, `/admin/books?${query}`);
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
async function givenPaid(shop: TestShop, { card = 'pm_card_visa', ...fields }: Paid = {}) {
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
  subtotal: fc.integer({ min: 50, max: 20_000 }).map((half) => 2 * half),
  taxPpm: fc.constantFrom(0, 72_500, 88_750, 130_000, 200_000),
  inclusive: fc.boolean(),
  shipping: fc.constantFrom(0, 599, 1_250),
  daysAgo: fc.integer({ min: 1, max: 400 }),
  second: fc.integer({ min: 0, max: 86_399 }),
  /** Steps after the sale. An amount is a share of the money left, in percent. */
  steps: fc.array(
    fc.record({
      share,
      how: fc.constantFrom('amount', 'percent', 'shipping', 'unit', 'move'),
      daysLater: fc.integer({ min: 0, max: 40 }),
    }),
    { maxLength: 4 },
  ),
});
type Plan = typeof plan extends fc.Arbitrary<infer T> ? T : never;
type Step = Plan['steps'][number];

const dayMs = 86_400_000;
const dayStart = Date.UTC(2026, 10, 27);
const productId = '00000000-0000-4000-8000-000000000001';

/** Creates the paid order of a plan, of two units. */
async function givenPlanned(shop: TestShop, { place, subtotal, taxPpm, inclusive, shipping, ...plan }: Plan) {
  const [country, state] = place;
  const tax = Math.round((subtotal * taxPpm) / (inclusive ? 1_000_000 + taxPpm : 1_000_000));
  const added = inclusive ? 0 : tax;
  const total = subtotal + shipping + added;
  const order = await givenPaid(shop, {
    shippingAddress: { street: '1 Main Street', line2: '', city: 'Town', state, postalCode: '1', country },
    subtotalCents: subtotal,
    shippingCents: shipping,
    taxCents: added,
    tax: { name: 'Tax', ratePpm: taxPpm, inclusive, amountCents: tax },
    totalCents: total,
    capturedCents: total,
    placedAt: new Date(dayStart - plan.daysAgo * dayMs + plan.second * 1_000),
  });
  await shop.ctx.db.insert(orderItems).values({
    orderId: order.id,
    productId,
    name: 'Wand',
    imageUrl: '',
    quantity: 2,
    unitPriceCents: subtotal / 2,
    discountCents: 0,
    taxCents: added,
    totalCents: subtotal + added,
  });
  return order;
}

type Planned = Awaited<ReturnType<typeof givenPlanned>>;
const wholeOrder = async (shop: TestShop, { orderNumber }: Pick<Planned, 'orderNumber'>) => {
  const order = await findOrderByNumber(shop.ctx.db, orderNumber);
  if (order === null) throw new Error('no order');
  return order;
};

/** Corrects the address to a place without a tax, and returns the refund that settles it. */
async function move(shop: TestShop, { orderNumber, placedAt }: Planned) {
  const address = {
    street: '1 Pine Street',
    line2: '',
    city: 'Portland',
    state: 'OR',
    postalCode: '97201',
    country: 'US',
  };
  const agreedTaxCents = (await findTaxChange(shop.ctx, orderNumber, address))?.dueCents ?? null;
  const correction = { orderNumber, address, deliveryInstructions: '', agreedTaxCents };
  expect(await correctAddress(shop.ctx, owner, correction)).toMatchObject({ ok: true });
  const order = await wholeOrder(shop, { orderNumber });
  expect(order.placedAt).toEqual(placedAt);
  const amountCents = (await findOpenTax(shop.ctx, order))?.refundCents ?? 0;
  return { amountCents, key: taxRefundKey(order.version) };
}

const bases: Record<'percent' | 'shipping' | 'unit', (share: number) => RefundShare> = {
  percent: (percent) => ({ by: 'percent', basisPoints: percent * 100 }),
  shipping: () => ({ by: 'items', parts: { lines: [], shipping: true } }),
  unit: () => ({ by: 'items', parts: { lines: [{ productId, quantity: 1 }], shipping: false } }),
};

/** Returns the refund of a step. Its amount is 0 or too much if the step cannot be made. */
async function refundOfStep(shop: TestShop, order: Planned, { how, share: percent }: Step, left: number) {
  const key = crypto.randomUUID();
  if (how === 'move') return move(shop, order);
  if (how === 'amount') return { amountCents: Math.ceil((left * percent) / 100), key };
  const detail = await findOrderDetail(shop.ctx.db, order.orderNumber);
  if (detail === null) throw new Error('no order');
  const basis = bases[how](percent);
  return { amountCents: shareAmount(detail.order, detail.refunds, basis) ?? 0, key, share: basis };
}

/** Creates an order with its refunds and corrections, at the planned times. */
async function carryOut(shop: TestShop, one: Plan): Promise<void> {
  const order = await givenPlanned(shop, one);
  let left = order.capturedCents;
  for (const [index, step] of one.steps.entries()) {
    const refund = await refundOfStep(shop, order, step, left);
    if (refund.amountCents <= 0 || refund.amountCents > left) continue;
    const request = { orderNumber: order.orderNumber, reason: String(index), restock: [] };
    expect(await refundOrder(shop.ctx, owner, { ...request, ...refund })).toMatchObject({ ok: true });
    left -= refund.amountCents;
    const later = Math.min(order.placedAt.getTime() + step.daysLater * dayMs, dayStart);
    const isThis = and(eq(refunds.paymentIntentId, order.paymentIntentId ?? ''), eq(refunds.key, refund.key));
    await shop.ctx.db
      .update(refunds)
      .set({ createdAt: new Date(later + index * 1_000) })
      .where(isThis);
  }
}

/** Moves the sandbox's transactions to the times of their orders and refunds. */
async function backdate(shop: TestShop): Promise<void> {
  const moved = (source: ReturnType<typeof sql>) => sql`
    update sandbox_objects b set created_at = source.at,
      body = jsonb_set(b.body, '{created}', to_jsonb(floor(extract(epoch from source.at))::bigint))
    from (${source}) source where b.kind = 'balance_transaction' and b.body ->> 'source' = source.id`;
  await shop.ctx.db.execute(
    moved(sql`select replace(payment_intent_id, 'pi_', 'ch_') as id, placed_at as at from orders`),
  );
  await shop.ctx.db.execute(moved(sql`select provider_id as id, created_at as at from refunds`));
}

/** Expects the same returned tax on the order's page, its invoice and its credit notes. */
async function expectOneTruth(shop: TestShop, orderNumber: string, taxCents: number): Promise<void> {
  const detail = await findOrderDetail(shop.ctx.db, orderNumber);
  if (detail === null) throw new Error('no order');
  const { order, refunds: rows, documents } = detail;
  expect(sum(rows.map(({ split }) => split?.taxCents ?? NaN))).toBe(taxCents);
  expect(sum(documents.creditNotes.map((note) => note.taxCents))).toBe(taxCents);
  const stated = invoiceFigures(order, documents).credits.filter(({ text }) => text === `-${formatUsd(taxCents)}`);
  expect(stated.length > 0 || taxCents === 0).toBe(true);
}

type Sums = { orders: number; net: number; tax: number };

/** Adds up orders and refunds in plain code: month, country and state with net and tax. */
async function expectedSums(shop: TestShop): Promise<Map<string, Sums>> {
  const all = await shop.ctx.db.select().from(orders);
  const returned = await shop.ctx.db.select().from(refunds).orderBy(refunds.createdAt, refunds.id);
  const sums = new Map<string, Sums>();
  for (const order of all) {
    const { country, state } = order.shippingAddress;
    const tax = order.tax?.amountCents ?? 0;
    const add = (at: Date, { orders: count, net, tax: taxed }: Sums) => {
      const key = `${toShopDate(at).slice(0, 7)} ${country} ${state}`;
      const known = sums.get(key) ?? { orders: 0, net: 0, tax: 0 };
      sums.set(key, { orders: known.orders + count, net: known.net + net, tax: known.tax + taxed });
    };
    add(order.placedAt, { orders: 1, net: order.capturedCents - tax, tax });
    const whole = await wholeOrder(shop, order);
    const done: SplitReturn[] = [];
    const own = returned.filter(({ paymentIntentId }) => paymentIntentId === order.paymentIntentId);
    // They were made in the order of their reasons, whatever their dates.
    for (const { amountCents, parts, key, createdAt } of own.toSorted((a, b) => Number(a.reason) - Number(b.reason))) {
      const refund = { amountCents, parts, isTax: isTaxRefund(key) };
      const split = splitReturn(whole, done, refund);
      done.push({ ...refund, split });
      add(createdAt, { orders: 0, net: split.taxCents - amountCents, tax: -split.taxCents });
    }
    await expectOneTruth(shop, order.orderNumber, sumOfParts(done.map(({ split }) => split)).taxCents);
    expect(whole.returnedCents < whole.capturedCents || whole.returnedTaxCents === tax).toBe(true);
  }
  return sums;
}

test('ledger, tax report and exports equal random orders and the provider’s transactions to the cent', async ({
  shop,
}) => {
  const seed = Date.now() % 2 ** 31;
  const count = randomCases(300);
  console.warn(`books: ${count} orders of seed ${seed}`);
  const plans = fc.sample(plan, { numRuns: count, seed });
  await saveNumbering(shop);
  for (let first = 0; first < count; first += 6)
    await Promise.all(plans.slice(first, first + 6).map((one) => carryOut(shop, one)));
  await backdate(shop);
  await importBalance(shop.ctx);
  await numberDocuments(shop.ctx);
  const range = 'from=2025-01-01&to=2026-12-31';
  const expected = await expectedSums(shop);
  const books = await booksOf(shop, range);
  const ledger = await rowsOf(await load(shop, filesLoader, `/admin/books.csv?${range}`));
  const taxes = await rowsOf(await load(shop, filesLoader, `/admin/books.csv?${range}&report=taxes`));
  const report = taxes.map((row): [string, Sums] => [
    `${row.Month} ${row.Country} ${row.State}`,
    { orders: Number(row.Orders), net: centsOf(row['Net sales before tax USD']), tax: centsOf(row['Tax due USD']) },
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
  expect(sum(exported.map((row) => centsOf(row['Paid USD']) - centsOf(row['Refunded USD'])))).toBe(money);
  const returnedTax = (row: Row) => centsOf(row['Refunded tax USD']);
  expect(0 - sum(exported.map(returnedTax))).toBe(amounts(['Refunded tax']));
  const untaxed = new Set(exported.filter((row) => returnedTax(row) === 0).map((row) => row.Order));
  expect(ledger.filter((row) => row.Type === 'Refunded tax' && untaxed.has(row.Order))).toEqual([]);
  // No part of a month differs from the provider's.
  const months = [...new Set(report.map(([key]) => key.slice(0, 7)))];
  const parts = await Promise.all(months.map((month) => booksOf(shop, `from=${month}-01&to=${month}-28`)));
  expect(parts.every(({ difference }) => difference === null)).toBe(true);
}, 240_000);

test('two processes, an outage and a restart store every transaction of the provider once', async ({ shop }) => {
  const stripe = providerDashboard(shop);
  const paid = await givenPaid(shop);
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
  expect(state).toMatchObject({ importedUntil: null, cursorId: expect.stringMatching(/^txn_/) as string });
  await Promise.all([importBalance(shop.ctx), importBalance(shop.ctx), importBalance(shop.ctx)]);
  await importBalance(shop.ctx);
  const all = await stripe.balanceTransactions.list({ limit: 100 }).autoPagingToArray({ limit: 1_000 });
  expect(await stored()).toEqual(all.map(({ id }) => id).toSorted());
  expect((await shop.ctx.db.select().from(balanceImports))[0]).toMatchObject({ windowEnd: null, cursorId: null });
});

test('orders of other payment keys stay out, and one of an earlier version counts once the provider names it', async ({
  shop,
}) => {
  await givenPaid(shop);
  await givenPaid(shop, { paymentMode: null });
  await givenOrderRow(shop, { paymentIntentId: 'pi_rehearsal', paymentMode: 'test', capturedCents: 7_700 });
  await givenOrderRow(shop, { paymentIntentId: 'pi_live', paymentMode: 'live', capturedCents: 8_800 });
  const before = await booksOf(shop, '');
  expect([before.totals.orders, before.withoutMode]).toEqual([1, 1]);
  await importBalance(shop.ctx);
  const after = await booksOf(shop, '');
  expect([after.totals.orders, after.totals.receivedCents, after.withoutMode]).toEqual([2, 11_800, 0]);
  const rows = await rowsOf(await load(shop, filesLoader, '/admin/books.csv?mode=test'));
  expect(rows.map((row) => [row.Type, row.Amount, row.Payments])).toEqual([['Sale', '77.00', 'Test']]);
});

test('a difference to the provider is named with its reasons', async ({ shop }) => {
  await givenPaid(shop, { card: 'pm_card_createDispute' });
  await givenOrderRow(shop, { orderNumber: 'HR-UNKNOWN2', paymentIntentId: 'pi_lost', paymentMode: 'sandbox' });
  const stripe = providerDashboard(shop);
  const stray = await stripe.paymentIntents.create({ amount: 1_000, currency: 'usd' });
  await stripe.paymentIntents.confirm(stray.id, { payment_method: 'pm_card_visa' });
  const unread = await booksOf(shop, '');
  expect(unread.difference?.reasons).toEqual([{ reason: 'unread', payments: 2, cents: 11_800 }]);
  await importBalance(shop.ctx);
  // The bank withdrew $59.00, and the shop has not been told of the dispute.
  await shop.ctx.db.execute(sql`
    insert into disputes (provider_id, payment_intent_id, amount_cents, reason, status, stated_at)
    select 'dp_1', payment_intent_id, 5900, 'fraudulent', 'needs_response', now() from orders where payment_intent_id <> 'pi_lost'`);
  const { difference, provider } = await booksOf(shop, '');
  expect(difference?.cents).toBe(5_900 + 5_900 - 1_000);
  expect(difference?.reasons.toSorted((a, b) => (a.reason < b.reason ? -1 : 1))).toEqual([
    { reason: 'disputed', payments: 1, cents: 5_900 },
    { reason: 'no_order', payments: 1, cents: -1_000 },
    { reason: 'no_record', payments: 1, cents: 5_900 },
  ]);
  // Two charges, 2.9 % and 30 cents each, and a dispute.
  expect(provider.feeCents).toBe(-(201 + 59 + 1_500));
});

test('wrong dates are answered by a sentence, on the page and by the files', async ({ shop }) => {
  const path = '/admin/books?from=2026-11-30&to=2026-11-01';
  const { problem, books, chosen } = await load(shop, booksLoader, path);
  expect([problem, books]).toEqual(['The start date is after the end date. Swap them.', null]);
  expect(chosen).toMatchObject({ from: '2026-11-30', to: '2026-11-01' });
  const refusal = { status: 422, message: 'The start date is after the end date. Swap them.' };
  await expect(load(shop, filesLoader, path.replace('books', 'books.csv'))).rejects.toMatchObject(refusal);
  expect((await load(shop, booksLoader, '/admin/books?from=tomorrow')).problem).toMatch(/date doesn’t exist/);
});

test('the provider’s records are read again from a day, with an entry in the audit log', async ({ shop }) => {
  await givenPaid(shop);
  await importBalance(shop.ctx);
  await shop.ctx.db.delete(balanceTransactions);
  await shop.ctx.db.update(sandboxObjects).set({ createdAt: new Date('2026-01-15T12:00:00Z') });
  await importBalance(shop.ctx);
  expect(await shop.ctx.db.select().from(balanceTransactions)).toEqual([]);
  const send = (day: string) => sendForm(shop, { action, path: '/admin/books' }, { form: 'again', day });
  expect((await send('2999-01-01')).answer.issues).toEqual({ day: 'Choose a date that isn’t in the future.' });
  expect((await send('soon')).status).toBe(422);
  expect((await send('2026-01-15')).answer).toMatchObject({ ok: true });
  expect((await send('2026-01-16')).answer.issues.day).toMatch(/already scheduled/);
  await importBalance(shop.ctx);
  expect(await shop.ctx.db.select().from(balanceTransactions)).toHaveLength(1);
  expect(await changesOf(shop.ctx.db, { subject: 'books:sandbox' })).toMatchObject([
    { action: 'books.read_again', after: { from: '2026-01-15' } },
  ]);
});

test('the ledger disarms what a spreadsheet would run, and leaves amounts as numbers', async ({ shop }) => {
  const address = { street: '', line2: '', city: '', state: '=cmd|x', postalCode: '', country: 'US' };
  const order = await givenPaid(shop, { orderNumber: '+HR-1', shippingAddress: address });
  await refundByOwner(shop, { orderId: order.id, amountCents: 900 });
  const rows = await rowsOf(await load(shop, filesLoader, '/admin/books.csv'));
  expect(rows.map((row) => [row.Order, row.State, row.Amount, row.Currency])).toEqual([
    ["'+HR-1", "'=cmd|x", '59.00', 'USD'],
    ["'+HR-1", "'=cmd|x", '-9.00', 'USD'],
  ]);
});
