import { and, eq, inArray, isNotNull, sql, type SQL } from 'drizzle-orm';

import type { PaymentMode } from '#modules/payments/payment-mode.ts';
import type { Db } from '#platform/db/database.server.ts';
import { firstRow, oneRow } from '#platform/db/rows.server.ts';

import { invoicedStatuses, invoiceNumberOf } from './invoice-figures.ts';
import { taxedReturns } from './money-movements.queries.server.ts';
import { documentNumber, type DocumentKind, type Issue, type OrderDocuments } from './order-documents.ts';
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
 * payment. Its tax is the tax of all returns of the order, less what the others state. No-op if it
 * is stored, without an invoice, for a sample, and while the series is off.
 */
export async function insertCreditNote(tx: Db, refundId: string): Promise<void> {
  const statuses = sql.join(
    invoicedStatuses.map((status) => sql`${status}`),
    sql`, `,
  );
  await tx.execute(sql`
    insert into ${orderDocuments} (mode, kind, order_id, refund_id, tax_cents)
    select s.mode, s.kind, o.id, r.id, (
      select greatest(0, max(returned) - coalesce(sum(tax) filter (where one.id <> r.id::text), 0))::int
      from (${taxedReturns}) one
    )
    from ${refunds} r
    join ${orders} o on o.payment_intent_id = r.payment_intent_id
    join ${documentSeries} s on s.mode = o.payment_mode and s.kind = 'credit_note' and s.is_on
    where r.id = ${refundId}::uuid and r.status = 'succeeded' and o.payment_status in (${statuses})
      and not o.is_sample
    on conflict do nothing`);
}

/** True while a document waits for its number. */
export const hasWaiting = sql`exists (select from ${orderDocuments} where ${orderDocuments.number} is null)`;

export type Series = { mode: PaymentMode; kind: DocumentKind };

/** Returns the series with documents that wait for their numbers. */
export function listWaitingSeries(db: Db): Promise<Series[]> {
  return db
    .selectDistinct({ mode: orderDocuments.mode, kind: orderDocuments.kind })
    .from(orderDocuments)
    .where(sql`${orderDocuments.number} is null`);
}

export type SeriesRow = typeof documentSeries.$inferSelect;

const ofSeries = ({ mode, kind }: Series) => and(eq(documentSeries.mode, mode), eq(documentSeries.kind, kind));

/** Returns a series, locked until the transaction ends: only one process gives its numbers. */
export const lockSeries = (tx: Db, series: Series): Promise<SeriesRow | null> =>
  firstRow(tx.select().from(documentSeries).where(ofSeries(series)).for('update'));

/** Gives the next numbers of a locked series, in order of time. Returns how many. */
export async function updateToNumbered(tx: Db, series: SeriesRow, limit: number): Promise<number> {
  const { mode, kind, prefix, nextNumber, lastIssuedAt } = series;
  const { count } = await oneRow<{ count: number }>(
    tx,
    sql`with waiting as (
      select id, waits_since, row_number() over (order by waits_since, id) as place
      from ${orderDocuments} where mode = ${mode} and kind = ${kind} and number is null
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

const issueColumns = {
  mode: orderDocuments.mode,
  prefix: orderDocuments.prefix,
  number: orderDocuments.number,
  issuedAt: orderDocuments.issuedAt,
};

type IssueRow = Pick<typeof orderDocuments.$inferSelect, keyof typeof issueColumns>;

function issueOf({ mode, prefix, number, issuedAt }: IssueRow): Issue {
  if (prefix === null || number === null || issuedAt === null) return { number: null, issuedAt: null };
  return { number: documentNumber({ mode, prefix, number }), issuedAt };
}

/** Returns the documents of an order, credit notes in the order of their numbers. */
export async function findDocuments(db: Db, orderId: string): Promise<OrderDocuments> {
  const rows = await db
    .select({
      ...issueColumns,
      refundId: refunds.id,
      amountCents: refunds.amountCents,
      status: refunds.status,
      changedAt: refunds.updatedAt,
      taxCents: orderDocuments.taxCents,
    })
    .from(orderDocuments)
    .leftJoin(refunds, eq(refunds.id, orderDocuments.refundId))
    .where(eq(orderDocuments.orderId, orderId))
    .orderBy(orderDocuments.number, orderDocuments.waitsSince);
  const invoice = rows.find(({ refundId }) => refundId === null);
  return {
    invoice: invoice === undefined ? null : issueOf(invoice),
    creditNotes: rows.flatMap(({ refundId, amountCents, status, changedAt, taxCents, ...row }) =>
      refundId === null || amountCents === null
        ? []
        : {
            ...issueOf(row),
            refundId,
            amountCents,
            taxCents: taxCents ?? 0,
            voidedAt: status === 'failed' ? changedAt : null,
          },
    ),
  };
}

/** Returns the numbers of invoices by order number. Orders without one are left out. */
export async function listInvoiceNumbers(db: Db, orderNumbers: readonly string[]): Promise<Map<string, string>> {
  if (orderNumbers.length === 0) return new Map();
  const { orderNumber, paymentStatus } = orders;
  const rows = await db
    .select({ orderNumber, paymentStatus, documentId: orderDocuments.id, ...issueColumns })
    .from(orders)
    .leftJoin(orderDocuments, and(eq(orderDocuments.orderId, orders.id), sql`${orderDocuments.refundId} is null`))
    .where(sql`${orderNumber} = any(${sql.param([...orderNumbers])}::text[])`);
  const numbers = rows.map((row): [string, string | null] => {
    const { mode, ...issue } = row;
    return [row.orderNumber, invoiceNumberOf(row, { invoice: mode === null ? null : issueOf({ mode, ...issue }) })];
  });
  return new Map(numbers.filter((entry): entry is [string, string] => entry[1] !== null));
}

/** Returns the numbers of the credit notes of refunds by the refund's id. */
export async function listCreditNoteNumbers(db: Db, refundIds: readonly string[]): Promise<Map<string, string>> {
  if (refundIds.length === 0) return new Map();
  const rows = await db
    .select({ refundId: orderDocuments.refundId, ...issueColumns })
    .from(orderDocuments)
    .where(and(inArray(orderDocuments.refundId, [...refundIds]), isNotNull(orderDocuments.number)));
  return new Map(rows.map((row) => [row.refundId ?? '', issueOf(row).number ?? '']));
}

/** Returns the numbers of the credit notes of orders by the order's id, without void ones. */
export async function listOrderCreditNotes(db: Db, orderIds: readonly string[]): Promise<Map<string, string[]>> {
  const numbers = new Map<string, string[]>();
  if (orderIds.length === 0) return numbers;
  const rows = await db
    .select({ orderId: orderDocuments.orderId, ...issueColumns })
    .from(orderDocuments)
    .innerJoin(refunds, eq(refunds.id, orderDocuments.refundId))
    .where(and(inArray(orderDocuments.orderId, [...orderIds]), eq(refunds.status, 'succeeded')))
    .orderBy(orderDocuments.number);
  for (const row of rows) {
    const { number } = issueOf(row);
    if (number !== null) numbers.set(row.orderId, [...(numbers.get(row.orderId) ?? []), number]);
  }
  return numbers;
}

/** Documents of one kind that were issued within a span. */
export type IssuedSum = {
  kind: DocumentKind;
  count: number;
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
    voided: number;
    first: number;
    first_prefix: string;
    last: number;
    last_prefix: string;
  }>(sql`
    select d.kind, count(*)::int as count, (count(*) filter (where r.status = 'failed'))::int as voided,
      min(d.number) as first, (array_agg(d.prefix order by d.number))[1] as first_prefix,
      max(d.number) as last, (array_agg(d.prefix order by d.number desc))[1] as last_prefix
    from ${orderDocuments} d left join ${refunds} r on r.id = d.refund_id
    where d.mode = ${mode} and d.issued_at >= ${from.toISOString()}::timestamptz
      and d.issued_at < ${until.toISOString()}::timestamptz
    group by d.kind order by d.kind desc`);
  return rows.map(({ kind, count, voided, first, first_prefix, last, last_prefix }) => ({
    kind,
    count,
    voided,
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
