import { and, desc, eq, sql, type SQL } from 'drizzle-orm';

import type { PaymentMode } from '#modules/payments/payment-mode.ts';
import type { Db } from '#platform/db/database.server.ts';
import { firstRow, oneRow } from '#platform/db/rows.server.ts';

import { invoicedStatuses } from './invoice-figures.ts';
import type { DocumentKind } from './order-documents.ts';
import { documentSeries, orderDocuments, orders, refunds } from './tables.server.ts';

/**
 * Insert clause for the invoice of an order, to be numbered by the job. Inserts nothing if `mode`
 * is null or its series is off. Reads the series without a lock, because sales must not wait.
 */
export const invoiceInsert = (orderId: SQL, mode: SQL) => sql`
  insert into ${orderDocuments} (mode, kind, order_id)
  select s.mode, s.kind, ${orderId}::uuid from ${documentSeries} s
  where s.mode = ${mode}::text and s.kind = 'invoice' and s.is_on`;

/**
 * Stores the invoice of an order that became paid after it was placed. No-op if it is stored, and
 * for a sample, which can be removed.
 */
export async function insertInvoice(tx: Db, orderId: string): Promise<void> {
  const mode = sql`(select o.payment_mode from ${orders} o where o.id = ${orderId}::uuid and not o.is_sample)`;
  await tx.execute(sql`${invoiceInsert(sql`${orderId}`, mode)} on conflict do nothing`);
}

/**
 * Stores the credit note of a refund that succeeded, in the transaction that has locked its
 * payment. Its tax is that of the refund. No-op if it is stored, without an invoice, and for a
 * sample. While the series is off, only an order whose invoice has a gapless number gets one,
 * because that invoice never shows the refund.
 */
export async function insertCreditNote(tx: Db, refundId: string): Promise<void> {
  const statuses = sql.join(
    invoicedStatuses.map((status) => sql`${status}`),
    sql`, `,
  );
  await tx.execute(sql`
    insert into ${orderDocuments} (mode, kind, order_id, refund_id, tax_cents)
    select s.mode, s.kind, o.id, r.id, coalesce(r.tax_cents, 0)
    from ${refunds} r
    join ${orders} o on o.payment_intent_id = r.payment_intent_id
    join ${documentSeries} s on s.mode = o.payment_mode and s.kind = 'credit_note'
      and (s.is_on or exists (select from ${orderDocuments} i where i.order_id = o.id and i.kind = 'invoice'))
    where r.id = ${refundId}::uuid and r.status = 'succeeded' and o.payment_status in (${statuses})
      and not o.is_sample
    on conflict do nothing`);
}

/** Condition for documents that an earlier version numbered, without their content. */
export const isUnwritten = sql`${orderDocuments.number} is not null and ${orderDocuments.content} is null`;

/** True while a document waits for its number or its content. */
export const hasWaitingDocuments = sql`(exists (select from ${orderDocuments} where ${orderDocuments.number} is null)
  or exists (select from ${orderDocuments} where ${isUnwritten}))`;

export type Series = { mode: PaymentMode; kind: DocumentKind };

/**
 * Returns the series with documents that wait for their numbers. Those of invoices come first,
 * because a credit note names the invoice's number.
 */
export function listWaitingSeries(db: Db): Promise<Series[]> {
  const { mode, kind } = orderDocuments;
  return db
    .selectDistinct({ mode, kind })
    .from(orderDocuments)
    .where(sql`${orderDocuments.number} is null`)
    .orderBy(desc(kind), mode);
}

export type SeriesRow = typeof documentSeries.$inferSelect;

const ofSeries = ({ mode, kind }: Series) => and(eq(documentSeries.mode, mode), eq(documentSeries.kind, kind));

/** Returns a series, locked until the transaction ends: only one process gives its numbers. */
export const lockSeries = (tx: Db, series: Series): Promise<SeriesRow | null> =>
  firstRow(tx.select().from(documentSeries).where(ofSeries(series)).for('update'));

/** True for a credit note of an order whose invoice still waits for its number. */
const waitsForInvoice = sql`(kind = 'credit_note' and exists (
  select from ${orderDocuments} i where i.order_id = d.order_id and i.kind = 'invoice' and i.number is null))`;

/**
 * Gives the next numbers of a locked series, in order of time. A credit note waits until the
 * invoice that it names has its number. Returns how many were given.
 */
export async function assignNumbers(tx: Db, series: SeriesRow, limit: number): Promise<number> {
  const { mode, kind, prefix, nextNumber, lastIssuedAt } = series;
  const { count } = await oneRow<{ count: number }>(
    tx,
    sql`with waiting as (
      select id, waits_since, row_number() over (order by waits_since, id) as place
      from ${orderDocuments} d where mode = ${mode} and kind = ${kind} and number is null and not ${waitsForInvoice}
      order by waits_since, id limit ${limit}
    ), numbered as (
      update ${orderDocuments} d set number = ${nextNumber}::int + waiting.place - 1, prefix = ${prefix},
        issued_at = greatest(waiting.waits_since, ${lastIssuedAt?.toISOString() ?? null}::timestamptz)
      from waiting where d.id = waiting.id and d.number is null returning d.issued_at
    ), counted as (select count(*)::int as count, max(issued_at) as last from numbered), moved as (
      update ${documentSeries} s set next_number = s.next_number + counted.count,
        last_issued_at = coalesce(counted.last, s.last_issued_at)
      from counted where s.mode = ${mode} and s.kind = ${kind}
    ) select count from counted`,
  );
  return count;
}

/** Returns the series of a mode by kind, without those that were never on. */
export const listSeries = (db: Db, mode: PaymentMode): Promise<SeriesRow[]> =>
  db.select().from(documentSeries).where(eq(documentSeries.mode, mode));

/** Stores a series that was never on, switched off. No-op if it is stored. */
export async function insertSeries(tx: Db, series: Series, prefix: string): Promise<void> {
  await tx
    .insert(documentSeries)
    .values({ ...series, prefix, isOn: false })
    .onConflictDoNothing();
}

export async function updateSeries(tx: Db, series: Series, set: Partial<SeriesRow>): Promise<void> {
  await tx.update(documentSeries).set(set).where(ofSeries(series));
}

/** True when documents of the other kind have this prefix, so that numbers would be the same. */
export async function isPrefixOfOthers(db: Db, { mode, kind }: Series, prefix: string): Promise<boolean> {
  const { found } = await oneRow<{ found: boolean }>(
    db,
    sql`select exists (select from ${orderDocuments}
      where mode = ${mode} and kind <> ${kind} and lower(prefix) = lower(${prefix})) as found`,
  );
  return found;
}
