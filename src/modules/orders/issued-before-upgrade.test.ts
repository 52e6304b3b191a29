import { sql } from 'drizzle-orm';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test as baseTest } from 'vitest';

import type { Database } from '#platform/db/database.server.ts';
import { migrateDatabase } from '#platform/db/migrate.server.ts';
import { ownMigrations } from '#platform/db/own-migrations.server.ts';

import { openBareDatabase } from '../../../tests/support/database.ts';
import { documentsOf } from '../../../tests/support/order-documents.ts';
import { owner } from '../../../tests/support/orders.ts';
import { openShopFor, type TestShop } from '../../../tests/support/shop-test.ts';
import { correctContact } from './correct-contact.server.ts';
import { findIssued } from './issued-documents.server.ts';
import { numberDocuments } from './number-documents.server.ts';
import { issuedPdf } from './order-pdfs.server.ts';
import { findOrderDetail } from './orders.server.ts';

/** Time of the migration since which documents are stored with what they say. */
const storedSince = 1_795_930_620_907;
const before = ownMigrations().findLast(({ folderMillis }) => folderMillis < storedSince);
const order = { id: crypto.randomUUID(), orderNumber: 'HR-EARLIER' };

/** Stores an order by statement, because later versions may have more columns. */
const insertOrder = (database: Database) =>
  database.db.execute(sql`
    insert into orders (id, order_number, checkout_id, payment_intent_id, payment_mode, email, status, payment_status, customer,
      shipping_address, billing_address, subtotal_cents, discount_cents, shipping_cents, tax_cents, total_cents, captured_cents)
    select ${order.id}::uuid, ${order.orderNumber}, gen_random_uuid(), 'pi_earlier', 'sandbox', 'mia@example.com', 'confirmed',
      'partially_refunded', '{"firstName": "Łukasz", "lastName": "Nguyễn", "phone": ""}', place, place, 5900, 0, 0, 0, 5900, 5900
    from (select '{"street": "1 Market Street", "city": "San Francisco", "state": "CA", "postalCode": "94103", "country": "US"}'::jsonb
      as place) address`);

// oxlint-disable-next-line no-empty-pattern -- Vitest reads the names of used fixtures from it.
const test = baseTest.extend('shop', async ({}, fixture) => {
  const database = await openBareDatabase();
  await migrateDatabase(database, { upTo: before?.hash ?? '' });
  await database.db.execute(sql`insert into document_series (mode, kind, is_on, prefix)
    values ('sandbox', 'invoice', true, 'R-'), ('sandbox', 'credit_note', true, 'C-')`);
  await insertOrder(database);
  await database.db.execute(sql`
    insert into refunds (payment_intent_id, key, amount_cents, status) values ('pi_earlier', 'k', 1000, 'succeeded')`);
  await database.db.execute(sql`insert into order_documents (mode, kind, order_id, refund_id, tax_cents)
    select 'sandbox', 'credit_note', ${order.id}::uuid, id, 85 from refunds
    union all select 'sandbox', 'invoice', ${order.id}::uuid, null, null`);
  await database.db.execute(sql`update order_documents set number = 1, issued_at = '2026-11-20',
    prefix = case kind when 'invoice' then 'R-' else 'C-' end`);
  await database.db.execute(sql`update document_series set next_number = 2`);
  await migrateDatabase(database);
  return openShopFor(fixture, { database });
});

async function textOf(shop: TestShop, kind: 'invoice' | 'credit_note', number: string): Promise<string> {
  const issued = await findIssued(shop.ctx, { orderId: order.id, kind, number });
  if (issued === null) throw new Error(`no ${number}`);
  return (await extractText(await getDocumentProxy(await issuedPdf(issued)), { mergePages: true })).text;
}

const correct = (shop: TestShop) => {
  const contact = { email: 'mia@example.com', firstName: 'Maja', lastName: 'Rose', phone: '' };
  return correctContact(shop.ctx, owner, { orderNumber: order.orderNumber, contact });
};
const missing = (shown: string, parts: readonly string[]) => parts.filter((part) => !shown.includes(part));

test.for([
  ['the job', (shop: TestShop) => numberDocuments(shop.ctx)],
  [
    'the first reader',
    (shop: TestShop) => Promise.all([textOf(shop, 'invoice', 'DEMO-R-1'), textOf(shop, 'credit_note', 'DEMO-C-1')]),
  ],
  ['a correction', correct],
] as const)(
  'documents that the previous version numbered are stored once, as their order is then: by %s',
  async ([_by, first], { shop }) => {
    await first(shop);
    await correct(shop);
    await numberDocuments(shop.ctx);
    const invoice = ['DEMO-R-1', 'Date November 20, 2026', 'Łukasz Nguyễn', 'mia@example.com', '$59.00'];
    expect(missing(await textOf(shop, 'invoice', 'DEMO-R-1'), invoice)).toEqual([]);
    const note = ['DEMO-C-1', 'Refund for invoice DEMO-R-1', 'Łukasz Nguyễn', '$10.00', '$0.85'];
    expect(missing(await textOf(shop, 'credit_note', 'DEMO-C-1'), note)).toEqual([]);
    const corrected = ['DEMO-R-2', 'Corrects invoice DEMO-R-1 of November 20, 2026', 'Maja Rose'];
    expect(missing(await textOf(shop, 'invoice', 'DEMO-R-2'), corrected)).toEqual([]);
    expect((await documentsOf(shop, 'credit_note')).map(({ number }) => number)).toEqual([1, 2]);
    const detail = await findOrderDetail(shop.ctx.db, order.orderNumber);
    expect(detail?.documents.corrected.map(({ number }) => number)).toEqual(['DEMO-R-1', 'DEMO-C-1']);
  },
);
