import { parse } from 'csv-parse/sync';
import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect } from 'vitest';

import { ledgerCsv } from '#modules/books/export-books.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';
import type { PaymentMode } from '#modules/payments/payment-mode.ts';

import { changesOf } from '../../../tests/support/audit-entries.ts';
import { randomCases } from '../../../tests/support/full-run.ts';
import { documentsOf, placePaid, saveNumbering, seriesOf } from '../../../tests/support/order-documents.ts';
import { owner } from '../../../tests/support/orders.ts';
import { pageCall, sendForm, signedIn } from '../../../tests/support/page-requests.ts';
import { givenPaidOrder, givenShipping } from '../../../tests/support/shop-visitor.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { numberingFindings } from '../../operate/doctor/numbering-checks.server.ts';
import { loader as booksLoader } from '../../pages/admin/accounting.tsx';
import { loader as adminCreditNote } from '../../pages/admin/order-credit-note.ts';
import { loader as adminInvoice } from '../../pages/admin/order-invoice.ts';
import { action, loader as settingsLoader } from '../../pages/admin/settings.tsx';
import { loader as trackInvoice } from '../../pages/storefront/track-invoice.ts';
import { loader as trackCreditNote } from '../../pages/storefront/track-credit-note.ts';
import { loader as track } from '../../pages/storefront/track.tsx';
import { numberDocuments } from './number-documents.server.ts';
import { invoiceNumberingRefusals as refusals } from './invoice-numbering.schema.ts';
import { ordersCsv } from './export-orders.server.ts';
import { filterOf } from './list-orders.ts';
import { releaseOrder } from './order-actions.server.ts';
import { pageOrderToken } from './order-token.server.ts';
import { ordersPersonalData } from './orders.personal-data.server.ts';
import { findOrderDetail } from './orders.server.ts';
import { applyRefund } from './refunds.server.ts';
import { orderDocuments, orders, refunds } from './tables.server.ts';

const test = testWithShop({ prepare: givenShipping });

test.beforeEach(async ({ shop }) => {
  await shop.ctx.db.execute(sql`truncate orders, refunds, document_series cascade`);
});

const place = (shop: TestShop, fields: Parameters<typeof placePaid>[1] = {}) =>
  inTransaction(shop.ctx.db, (tx) => placePaid(tx, fields));
const number = (shop: TestShop) => numberDocuments(shop.ctx);

type Placed = Awaited<ReturnType<typeof place>>;
let made = 0;

/** Applies what the provider says of a refund, by default a new one that succeeded. */
function refund(
  shop: TestShop,
  { paymentIntentId }: Placed,
  amountCents: number,
  { id = `re_${(made += 1)}`, status = 'succeeded' } = {},
) {
  const failure = status === 'failed' ? 'expired_or_canceled_card' : null;
  const update = { id, intentId: paymentIntentId, refundId: null, amountCents, reason: '', failure };
  return inTransaction(shop.ctx.db, (tx) => applyRefund(tx, { ...update, status: status as 'succeeded' | 'failed' }));
}

async function textOf(answer: unknown): Promise<string> {
  if (!(answer instanceof Response)) return String((answer as { status?: number }).status);
  if (answer.headers.get('content-type') !== 'application/pdf') return `${answer.status} ${await answer.text()}`;
  const pdf = await getDocumentProxy(new Uint8Array(await answer.arrayBuffer()));
  return (await extractText(pdf, { mergePages: true })).text;
}

type FileLoader = (args: never) => Promise<Response>;

const missing = (text: string, parts: readonly string[]) => parts.filter((part) => !text.includes(part));

/** Opens a file of an order as the admin. Returns its text, or its status. */
async function open(
  shop: TestShop,
  loader: FileLoader,
  { orderNumber }: Pick<Placed, 'orderNumber'>,
  query = '',
): Promise<string> {
  const call = { ...pageCall(shop, `/admin/file.pdf${query}`, signedIn()), params: { number: orderNumber } };
  return textOf(await loader(call as never).catch((thrown: unknown) => thrown));
}

const detailOf = async (shop: TestShop, { orderNumber }: Placed) => {
  const detail = await findOrderDetail(shop.ctx.db, orderNumber);
  if (detail === null) throw new Error('no order');
  return detail;
};

type Row = Record<string, string>;
const rowsOf = async (lines: AsyncIterable<string>): Promise<Row[]> => {
  let text = '';
  for await (const line of lines) text += line;
  return parse<Row>(text, { columns: true });
};
const year = { from: new Date(Date.now() - 300 * 86_400_000), until: new Date(Date.now() + 86_400_000) };
const ledgerOf = (shop: TestShop, mode: PaymentMode = 'sandbox') =>
  rowsOf(ledgerCsv(shop.ctx.db, { mode, ...year }, new Date(Date.now() + 1_000)));
const refundsIn = async (ledger: Promise<Row[]>) =>
  (await ledger).filter((row) => row.Type?.startsWith('Refund') === true);
const exportOf = (shop: TestShop) => rowsOf(ordersCsv(shop.ctx.db, filterOf(new URLSearchParams(), [])));

test('while the setting is off, invoices are numbered by the order and nothing is stored', async ({ shop }) => {
  const order = await place(shop);
  await refund(shop, order, 1_000);
  await number(shop);
  expect(await shop.ctx.db.select().from(orderDocuments)).toEqual([]);
  const parts = [`INV-${order.orderNumber}`, `Credit note CN-${order.orderNumber}`, '-$10.00'];
  expect(missing(await open(shop, adminInvoice, order), parts)).toEqual([]);
  expect(await open(shop, adminCreditNote, order, '?number=C-1')).toBe('404');
  expect(await numberingFindings(shop.database)).toEqual([]);
});

test('a sale through the checkout gets the next number once the setting is on, and earlier orders keep theirs', async ({
  shop,
  paidOrder: earlier,
}) => {
  await saveNumbering(shop, { invoicePrefix: 'R-2026-', nextInvoice: 41 });
  const later = await givenPaidOrder(shop);
  await number(shop);
  const invoices = await documentsOf(shop, 'invoice');
  expect(invoices.map((one) => [one.orderId, one.prefix, one.number])).toEqual([[later.orderId, 'R-2026-', 41]]);
  const shown = async (id: string) => {
    const [order] = await shop.ctx.db.select().from(orders).where(eq(orders.id, id));
    return open(shop, adminInvoice, { orderNumber: order?.orderNumber ?? '' });
  };
  expect(await shown(later.orderId)).toContain('Number DEMO-R-2026-41');
  expect(await shown(earlier.orderId)).toContain('Number INV-HR-');
});

test('an invoice asked for before its number is given says so, and is never numbered by the order', async ({
  shop,
}) => {
  await saveNumbering(shop);
  const order = await place(shop);
  await saveNumbering(shop, { isOn: false });
  expect(await open(shop, adminInvoice, order)).toBe(
    '503 This document gets its number within a minute. Please open it again then.',
  );
  await number(shop);
  expect(await open(shop, adminInvoice, order)).toContain('Number DEMO-R-1');
});

test('an order and a refund made while the setting is off keep the order’s number once it is on again', async ({
  shop,
}) => {
  await saveNumbering(shop);
  await saveNumbering(shop, { isOn: false });
  const order = await place(shop);
  await refund(shop, order, 500);
  await saveNumbering(shop);
  await refund(shop, order, 700);
  await number(shop);
  expect(await documentsOf(shop, 'invoice')).toEqual([]);
  const earlier = [`Number INV-${order.orderNumber}`, `Credit note CN-${order.orderNumber}:`, '-$5.00'];
  expect(
    missing(await open(shop, adminInvoice, order), [...earlier, 'Credit note DEMO-C-1: refunded', '-$7.00']),
  ).toEqual([]);
  expect(await open(shop, adminCreditNote, order, '?number=DEMO-C-1')).toContain(`Invoice INV-${order.orderNumber}`);
});

test('a refund of an order with a gapless invoice has a credit note, also after the numbers were switched off', async ({
  shop,
}) => {
  await saveNumbering(shop);
  const order = await place(shop);
  await number(shop);
  await saveNumbering(shop, { isOn: false });
  await refund(shop, order, 500);
  await number(shop);
  expect(await open(shop, adminCreditNote, order, '?number=DEMO-C-1')).toContain('Refund for invoice DEMO-R-1');
});

test('an issued credit note keeps its tax, in the ledger too, when an earlier refund fails', async ({ shop }) => {
  await saveNumbering(shop);
  const order = await place(shop, { shippingCents: 699, totalCents: 6_599, capturedCents: 6_599 });
  await refund(shop, order, 5_900, { id: 're_goods' });
  await refund(shop, order, 699);
  await refund(shop, order, 5_900, { id: 're_goods', status: 'failed' });
  await number(shop);
  const { documents } = await detailOf(shop, order);
  expect(documents.creditNotes.map((note) => [note.taxCents, note.voidedAt !== null])).toEqual([
    [500, true],
    [0, false],
  ]);
  const returned = await refundsIn(ledgerOf(shop));
  expect(returned.map((row) => [row.Type, row.Amount])).toEqual([['Refund', '-6.99']]);
});

test('a refund gets a credit note that prints every name, names its invoice and shows its tax', async ({ shop }) => {
  await saveNumbering(shop, { invoicePrefix: 'R-', creditNotePrefix: 'C/' });
  const order = await place(shop);
  await refund(shop, order, 1_180);
  await number(shop);
  const text = await open(shop, adminCreditNote, order, '?number=DEMO-C/1');
  const numbers = ['Credit note', 'Number DEMO-C/1', 'Invoice DEMO-R-1', `Order ${order.orderNumber}`];
  const amounts = ['$11.80', 'VAT', '$1.00', 'Without tax', '$10.80', 'Total refunded'];
  expect(missing(text, [...numbers, 'Łukasz', 'Nguyễn', ...amounts])).toEqual([]);
  expect(text).not.toContain('Void');
  expect(await open(shop, adminInvoice, order)).not.toMatch(/Credit note|CN-|\$11\.80/);
  for (const query of ['', '?number=DEMO-C/2', '?number=DEMO-R-1', '?number=%00'])
    expect(await open(shop, adminCreditNote, order, query)).toBe('404');
});

test('a credit note is a file of its own order only, for admin and buyer', async ({ shop }) => {
  await saveNumbering(shop);
  const [own, other] = [await place(shop), await place(shop)];
  await refund(shop, own, 100);
  await number(shop);
  const tokenOf = ({ id }: Placed) => pageOrderToken(shop.ctx.settings.sessionSecret, id, shop.ctx.now());
  const guest = (loader: FileLoader, path: string) =>
    loader(pageCall(shop, path, null) as never).catch((thrown: unknown) => thrown);
  const { lookup } = await track(pageCall(shop, `/track?token=${encodeURIComponent(tokenOf(own))}`, null));
  const [file] = lookup.found?.creditNotes ?? [];
  expect(file?.number).toBe('DEMO-C-1');
  const answer = (await guest(trackCreditNote, file?.to ?? '')) as Response;
  expect(answer.headers.get('content-disposition')).toBe('inline; filename="DEMO-C-1.pdf"');
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
  const query = new URLSearchParams({ number: 'DEMO-C-1', token: tokenOf(other) }).toString();
  expect(await guest(trackCreditNote, `/track/credit-note.pdf?${query}`)).toMatchObject({ status: 404 });
  expect(await guest(trackCreditNote, '/track/credit-note.pdf?number=DEMO-C-1')).toMatchObject({ status: 404 });
  expect(await open(shop, adminCreditNote, other, '?number=DEMO-C-1')).toBe('404');
  const invoice = await guest(trackInvoice, `/track/invoice.pdf?token=${encodeURIComponent(tokenOf(other))}`);
  expect((invoice as Response).headers.get('content-disposition')).toContain('"DEMO-R-2.pdf"');
});

test('a refund that fails after its success voids its credit note, which keeps its number', async ({ shop }) => {
  await saveNumbering(shop);
  const order = await place(shop);
  await refund(shop, order, 2_000, { id: 're_void' });
  await number(shop);
  await refund(shop, order, 2_000, { id: 're_void', status: 'failed' });
  await refund(shop, order, 2_000);
  await number(shop);
  expect(
    missing(await open(shop, adminCreditNote, order, '?number=DEMO-C-1'), ['Void', 'the refund failed', '$20.00']),
  ).toEqual([]);
  expect(await open(shop, adminCreditNote, order, '?number=DEMO-C-2')).not.toContain('Void');
  const { documents } = await detailOf(shop, order);
  expect(documents.creditNotes.map((note) => [note.number, note.voidedAt !== null])).toEqual([
    ['DEMO-C-1', true],
    ['DEMO-C-2', false],
  ]);
  const returned = await refundsIn(ledgerOf(shop));
  expect(returned.map((row) => [row.Type, row.Amount, row.Invoice, row['Credit note']])).toEqual([
    ['Refund', '-18.31', 'DEMO-R-1', 'DEMO-C-2'],
    ['Refunded tax', '-1.69', 'DEMO-R-1', 'DEMO-C-2'],
  ]);
  expect((await exportOf(shop))[0]).toMatchObject({ Invoice: 'DEMO-R-1', 'Credit notes': 'DEMO-C-2' });
  const { books } = await booksLoader(pageCall(shop, '/admin/books', signedIn()));
  expect(books?.issued).toEqual([
    { kind: 'invoice', count: 1, corrections: 0, voided: 0, first: 'DEMO-R-1', last: 'DEMO-R-1' },
    { kind: 'credit_note', count: 2, corrections: 0, voided: 1, first: 'DEMO-C-1', last: 'DEMO-C-2' },
  ]);
});

test('an order whose payment was in doubt gets its invoice and credit notes when it is released', async ({ shop }) => {
  await saveNumbering(shop);
  const order = await place(shop, { status: 'pending', paymentStatus: 'pending', holdReason: 'amount_mismatch' });
  await refund(shop, order, 900);
  await number(shop);
  expect(await shop.ctx.db.select().from(orderDocuments)).toEqual([]);
  const { orderNumber } = order;
  await shop.ctx.db.execute(sql`
    insert into order_items (order_id, product_id, name, image_url, quantity, unit_price_cents, discount_cents, tax_cents, total_cents)
    values (${order.id}::uuid, gen_random_uuid(), 'Wand', '/media/hero', 1, 5900, 0, 0, 5900)`);
  await shop.ctx.db.update(orders).set({ stockDeducted: true }).where(eq(orders.id, order.id));
  const release = { orderNumber, reason: 'The bank confirmed it' };
  expect(await releaseOrder(shop.ctx, owner, release)).toMatchObject({ ok: true });
  await number(shop);
  const { documents } = await detailOf(shop, order);
  expect([documents.invoice?.number, documents.creditNotes.map((note) => note.number)]).toEqual([
    'DEMO-R-1',
    ['DEMO-C-1'],
  ]);
});

test('a refund that was known before its order was placed gets its credit note', async ({ shop }) => {
  await saveNumbering(shop);
  const paymentIntentId = 'pi_early';
  const update = { id: 're_early', intentId: paymentIntentId, refundId: null, amountCents: 500, reason: '' };
  await inTransaction(shop.ctx.db, (tx) => applyRefund(tx, { ...update, status: 'succeeded', failure: null }));
  await place(shop, { paymentIntentId });
  await number(shop);
  expect(await documentsOf(shop, 'credit_note')).toMatchObject([{ number: 1, taxCents: 42 }]);
});

test('each payment mode has its own series, and their numbers are never the same', async ({ shop }) => {
  await saveNumbering(shop);
  await shop.ctx.db.execute(sql`insert into document_series (mode, kind, is_on, prefix)
    select mode, kind, true, case kind when 'invoice' then 'R-' else 'C-' end
    from unnest(array['test', 'live']) mode, unnest(array['invoice', 'credit_note']) kind`);
  const numbers: [PaymentMode, string][] = [
    ['sandbox', 'DEMO-R-1'],
    ['test', 'TEST-R-1'],
    ['live', 'R-1'],
  ];
  for (const [paymentMode, expected] of numbers) {
    const order = await place(shop, { paymentMode });
    await number(shop);
    expect((await detailOf(shop, order)).documents.invoice?.number).toBe(expected);
  }
  expect((await ledgerOf(shop, 'live')).map((row) => row.Invoice)).toEqual(['R-1', 'R-1']);
});

const path = '/admin/settings';
const versionNow = async (shop: TestShop) => (await settingsLoader(pageCall(shop, path, signedIn()))).numbering.version;
const send = async (shop: TestShop, fields: Record<string, string>) =>
  sendForm(
    shop,
    { action, path },
    {
      form: 'invoices',
      isOn: 'on',
      invoicePrefix: 'R-',
      nextInvoice: '',
      creditNotePrefix: 'C-',
      nextCreditNote: '',
      version: await versionNow(shop),
      ...fields,
    },
  );

test('the owner switches the numbers on and raises them, with entries in the audit log', async ({ shop }) => {
  expect((await send(shop, { invoicePrefix: 'R-2026-', nextInvoice: '7' })).answer).toMatchObject({ ok: true });
  await place(shop);
  await number(shop);
  const { numbering } = await settingsLoader(pageCall(shop, path, signedIn()));
  expect([numbering.isOn, numbering.next]).toEqual([true, { invoice: 'DEMO-R-2026-8', creditNote: 'DEMO-C-1' }]);
  const question = await send(shop, { nextInvoice: '100' });
  expect(question).toMatchObject({ status: 422, answer: { question: 'sure', message: refusals.leaves_out } });
  expect((await send(shop, { nextInvoice: '100', sure: 'on' })).answer).toMatchObject({ ok: true });
  await place(shop);
  await number(shop);
  expect((await documentsOf(shop, 'invoice')).map((one) => `${one.prefix}${one.number}`)).toEqual([
    'R-2026-7',
    'R-100',
  ]);
  expect(await numberingFindings(shop.database)).toEqual([
    {
      state: 'ok',
      text: 'Numbers for invoices (Demo) have no gaps: 2 issued, and 98 skipped when the next number was raised.',
    },
  ]);
  expect(await changesOf(shop.ctx.db, { subject: 'settings:invoices sandbox', limit: 2 })).toMatchObject([
    { before: { invoicePrefix: 'R-2026-', nextInvoice: 8 }, after: { invoicePrefix: 'R-', nextInvoice: 100 } },
    { before: { isOn: false, nextInvoice: 1 }, after: { isOn: true, invoicePrefix: 'R-2026-', nextInvoice: 7 } },
  ]);
});

const onlyThese = 'Use only letters A to Z, digits and the characters - . / _';
const noNumber = 'Enter a whole number from 1 to 9,999,999, or leave it empty';
const noDigit = 'End with a character that isn’t a digit, such as “-”';

test.for<[string, Record<string, string>, string, string]>([
  ['a number that was given', { nextInvoice: '1' }, 'nextInvoice', refusals.invoice_given],
  ['a number of a credit note that was given', { nextCreditNote: '1' }, 'nextCreditNote', refusals.credit_note_given],
  ['no number', { nextInvoice: '1e3' }, 'nextInvoice', noNumber],
  ['zero', { nextInvoice: '0' }, 'nextInvoice', noNumber],
  ['a number too large', { nextCreditNote: '10000000' }, 'nextCreditNote', noNumber],
  ['one prefix for both', { creditNotePrefix: 'r-' }, 'creditNotePrefix', 'Use a different prefix than for invoices'],
  [
    'the prefix of earlier credit notes',
    { invoicePrefix: 'c-', creditNotePrefix: 'K-' },
    'invoicePrefix',
    refusals.invoice_prefix_used,
  ],
  [
    'the prefix of earlier invoices',
    { invoicePrefix: 'K-', creditNotePrefix: 'R-' },
    'creditNotePrefix',
    refusals.credit_note_prefix_used,
  ],
  ['a start of order numbers', { invoicePrefix: 'inv-hr-x' }, 'invoicePrefix', refusals.invoice_prefix_of_orders],
  ['end with a digit', { invoicePrefix: 'R2026' }, 'invoicePrefix', noDigit],
  ['a long prefix', { invoicePrefix: 'R'.repeat(21) }, 'invoicePrefix', 'Use at most 20 characters'],
  ['a formula', { invoicePrefix: '=cmd|x' }, 'invoicePrefix', onlyThese],
  ['a hyphen at its start', { invoicePrefix: '-R-' }, 'invoicePrefix', 'Begin with a letter or a digit'],
  ['a header', { invoicePrefix: 'R"; x-' }, 'invoicePrefix', onlyThese],
  ['a line break', { invoicePrefix: 'R\r\nSet-Cookie:-' }, 'invoicePrefix', onlyThese],
  ['another script', { invoicePrefix: 'Р-' }, 'invoicePrefix', onlyThese],
  ['an emoji', { creditNotePrefix: 'C💐-' }, 'creditNotePrefix', onlyThese],
])('%s is refused by a sentence, and nothing changes', async ([_name, fields, field, sentence], { shop }) => {
  await saveNumbering(shop);
  await refund(shop, await place(shop), 100);
  await number(shop);
  const before = [await seriesOf(shop, 'invoice'), await seriesOf(shop, 'credit_note')];
  const { status, answer } = await send(shop, fields);
  expect([status, answer.issues]).toEqual([422, { [field]: sentence }]);
  expect([await seriesOf(shop, 'invoice'), await seriesOf(shop, 'credit_note')]).toEqual(before);
});

test('the second of two admins who edit the setting gets a conflict', async ({ shop }) => {
  const version = await versionNow(shop);
  expect((await send(shop, { version })).status).toBe(200);
  expect(await send(shop, { version, isOn: '' })).toMatchObject({ status: 409 });
  expect((await seriesOf(shop, 'invoice')).isOn).toBe(true);
});

test('the doctor reports a number that is missing', async ({ shop }) => {
  await saveNumbering(shop);
  for (let done = 0; done < 3; done += 1) await place(shop);
  await number(shop);
  await shop.ctx.db.execute(sql`alter table order_documents disable trigger user`);
  await shop.ctx.db.delete(orderDocuments).where(eq(orderDocuments.number, 2));
  await shop.ctx.db.execute(sql`alter table order_documents enable trigger user`);
  expect(await numberingFindings(shop.database)).toEqual([
    { state: 'problem', text: 'Numbers for invoices (Demo) have gaps: 1 of 3 are missing.' },
  ]);
});

test('erasing a buyer keeps the numbers, the amounts and the name that the books need', async ({ shop }) => {
  await saveNumbering(shop);
  const order = await place(shop, { status: 'completed' });
  await refund(shop, order, 1_000);
  await number(shop);
  const buyer = { id: crypto.randomUUID(), email: 'mia@example.com', emailVerified: true };
  await inTransaction(shop.ctx.db, async (tx) => ordersPersonalData.erase?.(tx, buyer as never, 'gone@erased.invalid'));
  const text = await open(shop, adminCreditNote, order, '?number=DEMO-C-1');
  expect(missing(text, ['DEMO-C-1', 'DEMO-R-1', '$10.00', 'Łukasz'])).toEqual([]);
  expect(text).not.toContain('mia@example.com');
});

const step = fc.record({ share: fc.integer({ min: 1, max: 100 }), fails: fc.boolean(), isNumbered: fc.boolean() });
const sale = fc.record({
  goods: fc.integer({ min: 1, max: 40_000 }),
  shipping: fc.constantFrom(0, 599, 1_250),
  tax: fc.integer({ min: 0, max: 20 }),
  steps: fc.array(step, { maxLength: 6 }),
});

test('credit notes of random refunds equal the ledger, and the tax of a whole refund is the whole tax', async ({
  shop,
}) => {
  await saveNumbering(shop);
  const seed = Date.now() % 2 ** 31;
  console.warn(`credit notes: seed ${seed}`);
  const issued = new Map<string | null, number[]>();
  for (const { goods, shipping, tax, steps } of fc.sample(sale, { numRuns: randomCases(60), seed })) {
    const taxCents = Math.floor((goods * tax) / 100);
    const total = goods + shipping;
    const order = await place(shop, {
      subtotalCents: goods,
      shippingCents: shipping,
      totalCents: total,
      capturedCents: total,
      tax: { name: 'VAT', ratePpm: 0, inclusive: true, amountCents: taxCents },
    });
    let left = total;
    for (const { share, fails, isNumbered } of [...steps, { share: 100, fails: false, isNumbered: true }]) {
      const amount = Math.ceil((left * share) / 100);
      if (amount === 0) continue;
      const made = await refund(shop, order, amount);
      if (isNumbered) await number(shop);
      if (fails) await refund(shop, order, amount, { id: made?.providerId ?? '', status: 'failed' });
      else left -= amount;
    }
    await number(shop);
    const { documents } = await detailOf(shop, order);
    const valid = documents.creditNotes.filter(({ voidedAt }) => voidedAt === null);
    const amounts = valid.map(({ amountCents, taxCents: part }) => [amountCents, part]);
    expect(
      amounts.reduce((sum, [, part = 0]) => sum + part, 0),
      `seed ${seed}`,
    ).toBe(taxCents);
    expect(amounts.every(([amount = 0, part = 0]) => part >= 0 && part <= amount)).toBe(true);
    for (const one of valid) issued.set(one.number, [one.amountCents, one.taxCents]);
    const known = await shop.ctx.db.$count(refunds, eq(refunds.paymentIntentId, order.paymentIntentId ?? ''));
    expect(documents.creditNotes).toHaveLength(known);
  }
  const stated = new Map<string, number[]>();
  for (const row of (await ledgerOf(shop)).filter(({ Type }) => Type === 'Refund' || Type === 'Refunded tax')) {
    const [amount = 0, tax = 0] = stated.get(row['Credit note'] ?? '') ?? [];
    const cents = Math.round(-100 * Number(row.Amount));
    stated.set(row['Credit note'] ?? '', [amount + cents, tax + (row.Type === 'Refunded tax' ? cents : 0)]);
  }
  expect(new Map(stated), `seed ${seed}`).toEqual(issued);
}, 240_000);
