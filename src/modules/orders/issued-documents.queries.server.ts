import { and, asc, eq, inArray, sql } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import { firstRow } from '#platform/db/rows.server.ts';

import { isUnwritten } from './order-documents.queries.server.ts';
import type { DocumentContact, IssuedContent } from './order-pdf.ts';
import { orderDocuments, orders } from './tables.server.ts';

/** Returns the orders of some issued documents without content. */
export async function listUnwrittenOrders(tx: Db, limit: number): Promise<string[]> {
  const { orderId } = orderDocuments;
  const rows = await tx.selectDistinct({ orderId }).from(orderDocuments).where(isUnwritten).limit(limit);
  return rows.map((row) => row.orderId);
}

/**
 * Locks orders against changes until the transaction ends. A correction then finds the documents
 * issued and written, or is part of what they say.
 */
export async function lockForWriting(tx: Db, orderIds: readonly string[]): Promise<void> {
  await tx
    .select({ id: orders.id })
    .from(orders)
    .where(inArray(orders.id, [...orderIds]))
    .orderBy(asc(orders.id))
    .for('share');
}

type WrittenRow = { id: string; content: IssuedContent; contact: DocumentContact | null };

/** Stores what issued documents say. Leaves those alone that another process has written. */
export async function markWritten(tx: Db, written: readonly WrittenRow[]): Promise<void> {
  await tx.execute(sql`
    update ${orderDocuments} d set content = input.content, contact = nullif(input.contact, 'null'::jsonb)
    from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as input (id uuid, content jsonb, contact jsonb)
    where d.id = input.id and d.content is null`);
}

/** Returns what an issued document says; null if it has no content yet. */
export async function findContent(db: Db, id: string) {
  const { content, contact } = orderDocuments;
  const found = await firstRow(db.select({ content, contact }).from(orderDocuments).where(eq(orderDocuments.id, id)));
  return found === null || found.content === null ? null : { ...found, content: found.content };
}

/** Returns what the issued documents of orders say, with their numbers and dates. */
export async function listContents(db: Db, orderIds: readonly string[]) {
  if (orderIds.length === 0) return [];
  const { orderId, content, contact } = orderDocuments;
  return db
    .select({ orderId, content, contact })
    .from(orderDocuments)
    .where(and(inArray(orderId, [...orderIds]), sql`${content} is not null`))
    .orderBy(orderDocuments.issuedAt, orderDocuments.id);
}

/** Stores corrections of issued documents, to be numbered by the job. */
export async function insertCorrections(tx: Db, originalIds: readonly string[]): Promise<void> {
  if (originalIds.length === 0) return;
  await tx.execute(sql`
    insert into ${orderDocuments} (mode, kind, order_id, original_id)
    select d.mode, d.kind, d.order_id, d.id from ${orderDocuments} d where ${inArray(sql`d.id`, [...originalIds])}
    on conflict do nothing`);
}

/** Erases the customer's contact in the documents of an order. */
export async function eraseDocumentContact(tx: Db, orderId: string): Promise<void> {
  await tx
    .update(orderDocuments)
    .set({ contact: null })
    .where(and(eq(orderDocuments.orderId, orderId), sql`${orderDocuments.contact} is not null`));
}
