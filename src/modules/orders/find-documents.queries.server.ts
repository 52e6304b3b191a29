import { eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';

import type { PaymentMode } from '#modules/payments/payment-mode.ts';
import type { Db } from '#platform/db/database.server.ts';

import { invoiceNumberOf } from './invoice-figures.ts';
import { chainsOf, issueOf, type DocumentRow } from './document-chains.ts';
import { documentNumber, type DocumentKind } from './order-documents.ts';
import type { Series } from './order-documents.queries.server.ts';
import { documentSeries, orderDocuments, orders, refunds } from './tables.server.ts';

const issueColumns = {
  mode: orderDocuments.mode,
  prefix: orderDocuments.prefix,
  number: orderDocuments.number,
  issuedAt: orderDocuments.issuedAt,
};

/** Returns the documents of orders in the order of their numbers, the waiting ones last. */
export function listDocumentRows(db: Db, orderIds: readonly string[]): Promise<DocumentRow[]> {
  return db
    .select({
      ...issueColumns,
      id: orderDocuments.id,
      orderId: orderDocuments.orderId,
      kind: orderDocuments.kind,
      originalId: orderDocuments.originalId,
      taxCents: orderDocuments.taxCents,
      isWritten: sql<boolean>`${orderDocuments.content} is not null`,
      refundId: refunds.id,
      amountCents: refunds.amountCents,
      refundStatus: refunds.status,
      refundChangedAt: refunds.updatedAt,
    })
    .from(orderDocuments)
    .leftJoin(refunds, eq(refunds.id, orderDocuments.refundId))
    .where(inArray(orderDocuments.orderId, [...orderIds]))
    .orderBy(orderDocuments.number, orderDocuments.queuedAt);
}

/** Returns the documents of an order, credit notes in the order of their numbers. */
export async function findDocuments(db: Db, orderId: string) {
  return chainsOf(await listDocumentRows(db, [orderId])).documents;
}

/** Returns the numbers of the current invoices by order number. Orders without one are left out. */
export async function listInvoiceNumbers(db: Db, orderNumbers: readonly string[]): Promise<Map<string, string>> {
  if (orderNumbers.length === 0) return new Map();
  const { orderNumber, paymentStatus } = orders;
  const rows = await db
    .selectDistinctOn([orderNumber], { orderNumber, paymentStatus, ...issueColumns })
    .from(orders)
    .leftJoin(orderDocuments, sql`${orderDocuments.orderId} = ${orders.id} and ${orderDocuments.kind} = 'invoice'`)
    .where(sql`${orderNumber} = any(${sql.param([...orderNumbers])}::text[])`)
    .orderBy(orderNumber, sql`${orderDocuments.number} desc nulls last`);
  const numbers = rows.map((row): [string, string | null] => {
    const { mode, ...issue } = row;
    return [row.orderNumber, invoiceNumberOf(row, { invoice: mode === null ? null : issueOf({ mode, ...issue }) })];
  });
  return new Map(numbers.filter((entry): entry is [string, string] => entry[1] !== null));
}

/** First document of a chain of corrections. */
const original = alias(orderDocuments, 'original');
const isOfOriginal = sql`${orderDocuments.orderId} = ${original.orderId}
  and coalesce(${orderDocuments.originalId}, ${orderDocuments.id}) = ${original.id}`;

/** Returns the numbers of the current credit notes of refunds by the refund's id. */
export async function listCreditNoteNumbers(db: Db, refundIds: readonly string[]): Promise<Map<string, string>> {
  if (refundIds.length === 0) return new Map();
  const rows = await db
    .selectDistinctOn([original.refundId], { refundId: original.refundId, ...issueColumns })
    .from(original)
    .innerJoin(orderDocuments, isOfOriginal)
    .where(sql`${inArray(original.refundId, [...refundIds])} and ${orderDocuments.number} is not null`)
    .orderBy(original.refundId, sql`${orderDocuments.number} desc`);
  return new Map(rows.map((row) => [row.refundId ?? '', issueOf(row).number ?? '']));
}

/**
 * Returns the numbers of the current credit notes of orders by the order's id, without void ones.
 */
export async function listOrderCreditNotes(db: Db, orderIds: readonly string[]): Promise<Map<string, string[]>> {
  const numbers = new Map<string, string[]>();
  if (orderIds.length === 0) return numbers;
  for (const [orderId, rows] of Map.groupBy(await listDocumentRows(db, orderIds), (row) => row.orderId)) {
    const { creditNotes } = chainsOf(rows).lastGiven;
    numbers.set(orderId, creditNotes);
  }
  return numbers;
}

/** Documents of one kind that were issued within a span. */
export type IssuedSum = {
  kind: DocumentKind;
  count: number;
  /** Documents that correct an earlier one, and so stand for no other sale or refund. */
  corrections: number;
  /** Credit notes that are void, because their refund failed. */
  voided: number;
  first: string;
  last: string;
};

type Span = { mode: PaymentMode; from: Date; until: Date };

/** Returns how many documents were issued within a span, with the first and last of each kind. */
export async function listIssued(db: Db, { mode, from, until }: Span): Promise<IssuedSum[]> {
  const { rows } = await db.execute<{
    kind: DocumentKind;
    count: number;
    corrections: number;
    voided: number;
    first: number;
    first_prefix: string;
    last: number;
    last_prefix: string;
  }>(sql`
    select d.kind, count(*)::int as count, count(d.original_id)::int as corrections,
      (count(*) filter (where r.status = 'failed'))::int as voided,
      min(d.number) as first, (array_agg(d.prefix order by d.number))[1] as first_prefix,
      max(d.number) as last, (array_agg(d.prefix order by d.number desc))[1] as last_prefix
    from ${orderDocuments} d
    left join ${orderDocuments} o on o.id = d.original_id
    left join ${refunds} r on r.id = coalesce(d.refund_id, o.refund_id)
    where d.mode = ${mode} and d.issued_at >= ${from.toISOString()}::timestamptz
      and d.issued_at < ${until.toISOString()}::timestamptz
    group by d.kind order by d.kind desc`);
  return rows.map(({ first, first_prefix, last, last_prefix, ...sums }) => ({
    ...sums,
    first: documentNumber({ mode, prefix: first_prefix, number: first }),
    last: documentNumber({ mode, prefix: last_prefix, number: last }),
  }));
}

/** Series whose numbers were counted: given, left out on purpose, and missing. */
export type CountedSeries = Series & { count: number; skipped: number; missing: number };

/** Counts the numbers of each series that has given one. */
export async function listCountedSeries(db: Db): Promise<CountedSeries[]> {
  const { rows } = await db.execute<CountedSeries>(sql`
    select s.mode, s.kind, count(d.number)::int as count, s.skipped_numbers as skipped,
      (s.next_number - 1 - s.skipped_numbers - count(d.number) filter (where d.number < s.next_number))::int as missing
    from ${documentSeries} s
    left join ${orderDocuments} d on d.mode = s.mode and d.kind = s.kind and d.number is not null
    where s.next_number - 1 > s.skipped_numbers group by s.mode, s.kind order by s.mode, s.kind desc`);
  return rows;
}
