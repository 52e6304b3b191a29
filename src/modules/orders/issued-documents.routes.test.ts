import { parse } from 'csv-parse/sync';
import { eq, sql } from 'drizzle-orm';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterEach, expect } from 'vitest';

import { ledgerCsv } from '#modules/books/export-books.server.ts';
import { readBooks } from '#modules/books/books.server.ts';
import { products } from '#modules/catalog/tables.server.ts';
import { documents, type DocumentKey } from '#modules/content/documents.server.ts';
import { publishDraft, saveDraft } from '#modules/content/edit-content.server.ts';
import { undeliverableDomain } from '#modules/email/mail.ts';
import { editSettings, settingsView } from '#modules/settings/shop-settings.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';
import type { Address } from '#shared/address.ts';
import { setTimeZone } from '#shared/shop-zone.ts';

import { documentsOf, placePaid, saveNumbering } from '../../../tests/support/order-documents.ts';
import { owner } from '../../../tests/support/orders.ts';
import { pageCall, signedIn } from '../../../tests/support/page-requests.ts';
import { givenShipping } from '../../../tests/support/shop-visitor.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { tablesWith } from '../../../tests/support/tables-containing.ts';
import { loader as adminCreditNote } from '../../pages/admin/order-credit-note.ts';
import { loader as adminInvoice } from '../../pages/admin/order-invoice.ts';
import { loader as adminOrder } from '../../pages/admin/order.tsx';
import { loader as trackCreditNote } from '../../pages/storefront/track-credit-note.ts';
import { loader as trackInvoice } from '../../pages/storefront/track-invoice.ts';
import { loader as track } from '../../pages/storefront/track.tsx';
import { correctAddress, findTaxChange } from './correct-address.server.ts';
import { correctContact } from './correct-contact.server.ts';
import { ordersCsv } from './export-orders.server.ts';
import { changeStatus } from './fulfillment.server.ts';
import { filterOf } from './list-orders.ts';
import { numberDocuments } from './number-documents.server.ts';
import { insertCreditNote } from './order-documents.queries.server.ts';
import { pageOrderToken } from './order-token.server.ts';
import { ordersPersonalData } from './orders.personal-data.server.ts';
import { applyRefund } from './refunds.server.ts';
import { orderDocuments, orders } from './tables.server.ts';

const test = testWithShop({ prepare: givenShipping });

test.beforeEach(async ({ shop }) => {
  await shop.ctx.db.execute(sql`truncate orders, refunds, document_series cascade`);
});
afterEach(() => setTimeZone('UTC'));

const number = (shop: TestShop) => numberDocuments(shop.ctx);
const item = {
  productId: crypto.randomUUID(),
  name: 'Rose Wand',
  imageUrl: '/media/hero',
  quantity: 1,
  unitPriceCents: 5_900,
  discountCents: 0,
  taxCents: 0,
  totalCents: 5_900,
};

/** Places an order and gives its invoice and the credit note of $10.00 their numbers. */
async function givenIssued(shop: TestShop, fields: Parameters<typeof placePaid>[1] = {}) {
  await saveNumbering(shop);
  const order = await inTransaction(shop.ctx.db, (tx) => placePaid(tx, { items: [item], ...fields }));
  await number(shop);
  await refund(shop, order, 1_000);
  await number(shop);
  return order;
}

type Order = Awaited<ReturnType<typeof givenIssued>>;
let made = 0;

function refund(
  shop: TestShop,
  { paymentIntentId: intentId }: Order,
  amountCents: number,
  failed: string | null = null,
) {
  const id = failed ?? `re_issued_${(made += 1)}`;
  const failure = failed === null ? null : 'expired_or_canceled_card';
  const status = failed === null ? 'succeeded' : 'failed';
  const update = { id, intentId, refundId: null, amountCents, reason: '', failure, status } as const;
  return inTransaction(shop.ctx.db, (tx) => applyRefund(tx, update));
}

const contact = { email: 'mia@example.com', firstName: 'Łukasz', lastName: 'Nguyễn', phone: '415 555 0132' };
const correctName = (shop: TestShop, { orderNumber }: Order, changed: Partial<typeof contact>) =>
  correctContact(shop.ctx, owner, { orderNumber, contact: { ...contact, ...changed } });

const place = {
  street: '1 Market Street',
  line2: '',
  city: 'San Francisco',
  state: 'CA',
  postalCode: '94103',
  country: 'US',
};
const agreedTax = async (shop: TestShop, orderNumber: string, address: Address) =>
  (await findTaxChange(shop.ctx, orderNumber, address))?.dueCents ?? null;

async function correctPlace(shop: TestShop, { orderNumber }: Order, changed: Partial<typeof place>) {
  const address = { ...place, ...changed };
  const agreedTaxCents = await agreedTax(shop, orderNumber, address);
  return correctAddress(shop.ctx, owner, { orderNumber, address, deliveryInstructions: '', agreedTaxCents });
}

type FileLoader = (args: never) => Promise<Response>;
const files: Record<string, FileLoader> = { 'DEMO-R': adminInvoice, 'DEMO-C': adminCreditNote };

async function bytesOf(response: unknown): Promise<Uint8Array> {
  if (response instanceof Response) return new Uint8Array(await response.arrayBuffer());
  throw new Error(`no file: ${JSON.stringify(response)}`);
}

/** Opens a document by its number as the admin. '' is the current invoice. */
async function open(shop: TestShop, { orderNumber }: Order, document: string): Promise<Uint8Array> {
  const loader = files[document.slice(0, 6)] ?? adminInvoice;
  const query = document === '' ? '' : `?number=${document}`;
  const call = { ...pageCall(shop, `/admin/file.pdf${query}`, signedIn()), params: { number: orderNumber } };
  return bytesOf(await loader(call as never).catch((thrown: unknown) => thrown));
}

const text = async (bytes: Uint8Array) =>
  (await extractText(await getDocumentProxy(bytes.slice()), { mergePages: true })).text;
const textOf = async (shop: TestShop, order: Order, document: string) => text(await open(shop, order, document));
const missing = (shown: string, parts: readonly string[]) => parts.filter((part) => !shown.includes(part));

async function publish(shop: TestShop, key: DocumentKey, fields: object): Promise<void> {
  const { rows } = await shop.ctx.db.execute<{ revision: number }>(
    sql`select revision from content_documents where key = ${key}`,
  );
  const body = { ...(documents[key].initial as object), ...fields };
  const saved = await saveDraft(shop.ctx, owner, { key, revision: rows[0]?.revision ?? 0, body });
  if (!saved.ok) throw new Error(saved.reason);
  const { revision } = saved.value;
  const isCompared = () => Promise.resolve(false);
  const published = await publishDraft(shop.ctx, { key, actor: owner, revision, isCompared });
  if (!published.ok) throw new Error(published.reason);
}

async function sell(
  shop: TestShop,
  fields: Partial<{ legalName: string; address: string; taxNumbers: string }>,
): Promise<void> {
  const { seller, versions } = await settingsView(shop.ctx.db);
  const value = { ...seller, ...fields };
  await editSettings(shop.ctx, owner, { key: 'seller', version: versions.seller, value });
}

const initial = documents.site.initial as { facts: object };

/** Changes everything that a document shows, and everything that its drawing depends on. */
async function changeEverything(shop: TestShop, order: Order): Promise<void> {
  const { id, orderNumber } = order;
  for (const changed of [{ email: 'maja@example.org' }, { firstName: 'Maja', lastName: 'Stone' }]) {
    expect(await correctName(shop, order, changed)).toMatchObject({ ok: true });
  }
  const places = [
    { street: '2 Hill Road' },
    { city: 'Toronto', state: 'ON', postalCode: 'M5V 2T6', country: 'CA' },
    { city: 'Portland', state: 'OR', postalCode: '97201' },
  ];
  for (const changed of places) expect(await correctPlace(shop, order, changed)).toMatchObject({ ok: true });
  const billingAddress = { ...place, street: '3 Bank Road' };
  await shop.ctx.db.update(orders).set({ billingAddress }).where(eq(orders.id, id));
  await sell(shop, {
    legalName: 'Other Light LLC',
    address: '9 New Lane\nReno, NV 89501',
    taxNumbers: 'EIN 99-9999999',
  });
  await publish(shop, 'site', {
    name: 'Lumen Lane',
    facts: { ...initial.facts, supportEmail: 'other@lumen.example' },
  });
  const words = documents.orderPdfs.initial as { invoice: object; creditNote: object };
  const invoice = { ...words.invoice, title: 'Tax invoice', thanks: 'Enjoy it.' };
  await publish(shop, 'orderPdfs', { ...words, invoice, creditNote: { ...words.creditNote, note: 'Sorry.' } });
  const theme = documents.theme.initial as { colors: object };
  await publish(shop, 'theme', { ...theme, colors: { ...theme.colors, berry: '#1d4ed8' } });
  await shop.ctx.db.update(products).set({ name: 'Other Wand' });
  await shop.ctx.db.execute(sql`update order_items set name = 'Other', unit_price_cents = 1`);
  await refund(shop, order, 2_500);
  expect(await changeStatus(shop.ctx, owner, { orderNumber, status: 'shipped' })).toMatchObject({ ok: true });
  setTimeZone('Pacific/Kiritimati');
  await saveNumbering(shop, { invoicePrefix: 'N-', creditNotePrefix: 'M-' });
  await number(shop);
  await saveNumbering(shop, { isOn: false });
}

test('an invoice and a credit note stay byte for byte as issued, whatever changes afterwards', async ({ shop }) => {
  const order = await givenIssued(shop);
  const before = [await open(shop, order, 'DEMO-R-1'), await open(shop, order, 'DEMO-C-1')];
  await changeEverything(shop, order);
  for (const [index, document] of ['DEMO-R-1', 'DEMO-C-1'].entries()) {
    expect(await textOf(shop, order, document), document).toBe(await text(before[index] ?? new Uint8Array()));
    expect(await open(shop, order, document), document).toEqual(before[index]);
  }
  // The newest one shows the changes.
  expect(missing(await textOf(shop, order, ''), ['Maja Stone', 'Portland'])).toEqual([]);
});

const chainOf = async (shop: TestShop, kind: 'invoice' | 'credit_note') =>
  (await documentsOf(shop, kind)).map((one) => [one.number, one.originalId === null]);

test('a corrected name makes a new invoice and credit note, each of which names the one that it corrects', async ({
  shop,
}) => {
  const order = await givenIssued(shop);
  expect(await correctName(shop, order, { firstName: 'Maja' })).toMatchObject({ ok: true });
  await number(shop);
  const invoice = await textOf(shop, order, '');
  expect(missing(invoice, ['Number DEMO-R-2', 'Corrects invoice DEMO-R-1 of ', 'Maja Nguyễn', '$59.00'])).toEqual([]);
  const note = await textOf(shop, order, 'DEMO-C-2');
  expect(missing(note, ['Corrects credit note DEMO-C-1 of ', 'Refund for invoice DEMO-R-2', '$10.00', 'Maja'])).toEqual(
    [],
  );
  expect(missing(await textOf(shop, order, 'DEMO-R-1'), ['Łukasz Nguyễn', 'Number DEMO-R-1'])).toEqual([]);
  expect(await correctPlace(shop, order, { city: 'Oakland' })).toMatchObject({ ok: true });
  await number(shop);
  const second = await textOf(shop, order, '');
  expect(missing(second, ['Number DEMO-R-3', 'Corrects invoice DEMO-R-2 of ', 'Maja Nguyễn', 'Oakland'])).toEqual([]);
  // A credit note does not say where the goods went.
  expect(await chainOf(shop, 'credit_note')).toEqual([
    [1, true],
    [2, false],
  ]);
});

test('another phone, delivery notes and a shipment correct no document, because none says them', async ({ shop }) => {
  const order = await givenIssued(shop);
  const { orderNumber } = order;
  const notes = { orderNumber, address: place, deliveryInstructions: 'Ring twice', agreedTaxCents: null };
  expect(await correctName(shop, order, { phone: '415 555 0199' })).toMatchObject({ ok: true });
  expect(await correctAddress(shop.ctx, owner, notes)).toMatchObject({ ok: true });
  expect(await changeStatus(shop.ctx, owner, { orderNumber, status: 'shipped' })).toMatchObject({ ok: true });
  await number(shop);
  expect([await chainOf(shop, 'invoice'), await chainOf(shop, 'credit_note')]).toEqual([[[1, true]], [[1, true]]]);
});

test('corrections before an invoice is issued, and while one waits for its number, make nothing extra', async ({
  shop,
}) => {
  await saveNumbering(shop);
  const order = await inTransaction(shop.ctx.db, (tx) => placePaid(tx));
  await correctName(shop, order, { firstName: 'Maja' });
  await number(shop);
  expect(await textOf(shop, order, '')).toContain('Maja');
  expect(await chainOf(shop, 'invoice')).toEqual([[1, true]]);
  await correctName(shop, order, { firstName: 'Mara' });
  await correctName(shop, order, { firstName: 'Mona' });
  await number(shop);
  expect(missing(await textOf(shop, order, ''), ['Number DEMO-R-2', 'Corrects invoice DEMO-R-1', 'Mona'])).toEqual([]);
  expect(await chainOf(shop, 'invoice')).toEqual([
    [1, true],
    [2, false],
  ]);
});

test('an order with an invoice numbered by the order gets no new one by a correction', async ({ shop }) => {
  const order = await inTransaction(shop.ctx.db, (tx) => placePaid(tx));
  await correctName(shop, order, { firstName: 'Maja' });
  await number(shop);
  expect(missing(await textOf(shop, order, ''), [`INV-${order.orderNumber}`, 'Maja'])).toEqual([]);
  expect(await shop.ctx.db.select().from(orderDocuments)).toEqual([]);
});

test('a refused correction makes no document, and a void credit note is not corrected', async ({ shop }) => {
  const order = await givenIssued(shop);
  const { orderNumber } = order;
  const stale = { orderNumber, version: 0, contact: { ...contact, firstName: 'Maja' } };
  expect(await correctContact(shop.ctx, owner, stale)).toEqual({ ok: false, reason: 'changed_meanwhile' });
  await number(shop);
  expect(await chainOf(shop, 'invoice')).toEqual([[1, true]]);
  await refund(shop, order, 1_000, `re_issued_${made}`);
  await correctName(shop, order, { firstName: 'Maja' });
  await number(shop);
  expect(await chainOf(shop, 'credit_note')).toEqual([[1, true]]);
  expect(await textOf(shop, order, 'DEMO-C-1')).toContain('the refund failed');
});

test('a correction made while the numbers are switched off gets its number all the same', async ({ shop }) => {
  const order = await givenIssued(shop);
  await saveNumbering(shop, { isOn: false });
  await correctName(shop, order, { firstName: 'Maja' });
  await number(shop);
  expect(await textOf(shop, order, '')).toContain('Corrects invoice DEMO-R-1');
});

test('the order page shows every document and what corrects it; the buyer gets the current ones and the earlier ones', async ({
  shop,
}) => {
  const order = await givenIssued(shop);
  await correctName(shop, order, { firstName: 'Maja' });
  const detail = async () => {
    const call = { ...pageCall(shop, '/admin/orders/1', signedIn()), params: { number: order.orderNumber } };
    return (await adminOrder(call)).detail.documents;
  };
  expect((await detail()).corrected.map((one) => [one.number, one.correctedBy])).toEqual([
    ['DEMO-R-1', null],
    ['DEMO-C-1', null],
  ]);
  await number(shop);
  const shown = await detail();
  expect(shown.corrected.map((one) => [one.number, one.correctedBy, one.amountCents])).toEqual([
    ['DEMO-R-1', 'DEMO-R-2', null],
    ['DEMO-C-1', 'DEMO-C-2', 1_000],
  ]);
  expect([shown.invoice?.number, shown.creditNotes.map((note) => note.number)]).toEqual(['DEMO-R-2', ['DEMO-C-2']]);
  const token = pageOrderToken(shop.ctx.settings.sessionSecret, order.id, shop.ctx.now());
  const { lookup } = await track(pageCall(shop, `/track?token=${encodeURIComponent(token)}`, null));
  const { invoice = '', creditNotes = [], earlier = [] } = lookup.found ?? {};
  expect([...creditNotes, ...earlier].map(({ name }) => name)).toEqual([
    'Credit note DEMO-C-2',
    'Earlier invoice DEMO-R-1',
    'Earlier credit note DEMO-C-1',
  ]);
  const read = async (loader: FileLoader, path = '') =>
    text(await bytesOf(await loader(pageCall(shop, path, null) as never)));
  expect(await read(trackInvoice, invoice ?? '')).toContain('Number DEMO-R-2');
  expect(await read(trackInvoice, earlier[0]?.to)).toContain('Number DEMO-R-1');
  expect(await read(trackCreditNote, earlier[1]?.to)).toContain('Number DEMO-C-1');
});

const year = { from: new Date(Date.now() - 300 * 86_400_000), until: new Date(Date.now() + 86_400_000) };
const rowsOf = async (lines: AsyncIterable<string>): Promise<Record<string, string>[]> => {
  let file = '';
  for await (const line of lines) file += line;
  return parse(file, { columns: true });
};

test('ledger, tax report and orders file count a corrected sale and refund once', async ({ shop }) => {
  const order = await givenIssued(shop);
  const { db } = shop.ctx;
  const read = async () => {
    const { totals, taxes, issued } = await readBooks(db, { mode: 'sandbox', ...year }, 'sandbox');
    const ledger = await rowsOf(ledgerCsv(db, { mode: 'sandbox', ...year }, new Date(Date.now() + 1_000)));
    const exported = await rowsOf(ordersCsv(db, filterOf(new URLSearchParams(), [])));
    return { totals, taxes, issued, ledger, exported };
  };
  const before = await read();
  await correctName(shop, order, { firstName: 'Maja' });
  await number(shop);
  const after = await read();
  expect([after.totals, after.taxes]).toEqual([before.totals, before.taxes]);
  const amounts = (rows: Record<string, string>[]) => rows.map((row) => [row.Type, row.Amount]);
  expect(amounts(after.ledger)).toEqual(amounts(before.ledger));
  expect(new Set(after.ledger.map((row) => `${row.Invoice} ${row['Credit note']}`))).toEqual(
    new Set(['DEMO-R-2 ', 'DEMO-R-2 DEMO-C-2']),
  );
  expect(after.exported).toMatchObject([{ Invoice: 'DEMO-R-2', 'Credit notes': 'DEMO-C-2', 'Refunded USD': '10.00' }]);
  expect(after.issued).toMatchObject([
    { kind: 'invoice', count: 2, corrections: 1, voided: 0 },
    { kind: 'credit_note', count: 2, corrections: 1, voided: 0 },
  ]);
});

test('tax that went back after a corrected address is on a credit note of the corrected invoice, and is owed once less', async ({
  shop,
}) => {
  await saveNumbering(shop);
  const taxed = { tax: { name: 'CA sales tax', ratePpm: 90_000, inclusive: false, amountCents: 531 }, taxCents: 531 };
  const fields = { ...taxed, totalCents: 6_431, capturedCents: 6_431, items: [item] };
  const order = await inTransaction(shop.ctx.db, (tx) => placePaid(tx, fields));
  await number(shop);
  await correctPlace(shop, order, { city: 'Portland', state: 'OR', postalCode: '97201' });
  await number(shop);
  await inTransaction(shop.ctx.db, async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      insert into refunds (payment_intent_id, key, amount_cents, status, goods_cents, shipping_cents, tax_cents)
      values (${order.paymentIntentId}, 'tax-2', 531, 'succeeded', 0, 0, 531) returning id`);
    await insertCreditNote(tx, rows[0]?.id ?? '');
  });
  await number(shop);
  expect(
    missing(await textOf(shop, order, ''), ['Number DEMO-R-2', 'Portland, OR 97201', 'CA sales tax', '$5.31']),
  ).toEqual([]);
  const note = ['Refund for invoice DEMO-R-2', 'Without tax $0.00', 'CA sales tax $5.31', 'Total refunded $5.31'];
  expect(missing(await textOf(shop, order, 'DEMO-C-1'), note)).toEqual([]);
  const { totals } = await readBooks(shop.ctx.db, { mode: 'sandbox', ...year }, 'sandbox');
  expect([totals.taxCents, totals.returnedTaxCents, totals.goodsCents, totals.orders]).toEqual([531, -531, 5_900, 1]);
});

test('the database refuses to change an issued document', async ({ shop }) => {
  await givenIssued(shop);
  const all = () => shop.ctx.db.select().from(orderDocuments).orderBy(orderDocuments.id);
  const before = await all();
  for (const statement of [
    'update order_documents set issued_at = now()',
    "update order_documents set content = '{}'",
    'update order_documents set content = null, contact = null',
    "update order_documents set contact = '{}'",
    'update order_documents set number = number + 10',
    "update order_documents set prefix = 'X-'",
    'update order_documents set tax_cents = 0 where refund_id is not null',
    'delete from order_documents',
  ]) {
    await expect(shop.ctx.db.execute(sql.raw(statement)), statement).rejects.toMatchObject({
      cause: { message: expect.stringContaining('is neither changed nor deleted') as string },
    });
  }
  expect(await all()).toEqual(before);
});

const mia = { id: crypto.randomUUID(), email: 'mia@example.com', emailVerified: true } as never;

test("a download of a person's data has the documents as issued", async ({ shop }) => {
  const order = await givenIssued(shop);
  await correctPlace(shop, order, { city: 'Oakland' });
  await number(shop);
  const exported = await ordersPersonalData.export?.(shop.ctx, mia);
  const [first] = (exported?.orders ?? []) as { documents: unknown[] }[];
  expect(first?.documents).toMatchObject([
    { number: 'DEMO-R-1', contact: { email: 'mia@example.com' } },
    { number: 'DEMO-C-1', contact: { email: 'mia@example.com' } },
    { number: 'DEMO-R-2', contact: { email: 'mia@example.com' } },
  ]);
});

test('erasing a buyer erases email and payment method in issued documents, and keeps what the books need', async ({
  shop,
}) => {
  const paymentMethod = { type: 'card', brand: 'visa', last4: '4242', wallet: null };
  const order = await givenIssued(shop, { status: 'completed', paymentMethod });
  expect(missing(await textOf(shop, order, 'DEMO-R-1'), ['mia@example.com', 'Paid by Visa ending 4242'])).toEqual([]);
  await refund(shop, order, 500);
  await inTransaction(shop.ctx.db, async (tx) => ordersPersonalData.erase?.(tx, mia, `gone${undeliverableDomain}`));
  await number(shop);
  for (const document of ['DEMO-R-1', 'DEMO-C-1', 'DEMO-C-2']) {
    const shown = await textOf(shop, order, document);
    expect(shown, document).not.toMatch(/mia@example\.com|gone@|4242/);
    expect(missing(shown, ['Łukasz Nguyễn', '1 Market Street', '$'])).toEqual([]);
  }
  expect(await tablesWith(shop, 'mia@example.com')).not.toContain('order_documents');
  expect((await documentsOf(shop, 'invoice')).map((one) => one.contact)).toEqual([null]);
});
