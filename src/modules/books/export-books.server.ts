import { findFirstPaidAt } from '#modules/orders/money-movements.queries.server.ts';
import { listCreditNoteNumbers, listInvoiceNumbers } from '#modules/orders/find-documents.queries.server.ts';
import type { TaxRow } from '#modules/orders/sales-days.ts';
import { modeNames, type PaymentMode } from '#modules/payments/payment-mode.ts';
import type { Db } from '#platform/db/database.server.ts';
import { csvOf, type Csv, type CsvColumn } from '#platform/http/csv.server.ts';
import { dayRangeToInstants } from '#shared/day-range.ts';
import { dayAfter, toShopDate } from '#shared/shop-time.ts';
import { timeZone } from '#shared/shop-zone.ts';

import { findFirstBooked, listFees, listMovements, type Span } from './books.queries.server.ts';
import { entriesOf, entryTypes, feeEntry, type Entry } from './ledger.ts';
import { dueCents, netCents } from './tax-report.ts';

/** Entry with the numbers of its invoice and credit note. */
type Row = Entry & { invoice: string; creditNote: string };

const ledgerColumns = (mode: PaymentMode): CsvColumn<Row>[] => [
  { title: `Date (${timeZone()})`, kind: 'date', value: ({ at }) => at },
  { title: 'Type', kind: 'text', value: ({ type }) => entryTypes[type] },
  { title: 'Order', kind: 'text', value: ({ orderNumber }) => orderNumber },
  { title: 'Amount', kind: 'money', value: ({ amountCents }) => amountCents },
  { title: 'Currency', kind: 'text', value: ({ currency }) => currency.toUpperCase() },
  { title: 'Country', kind: 'text', value: ({ country }) => country },
  { title: 'State', kind: 'text', value: ({ state }) => state },
  { title: 'Payments', kind: 'text', value: () => modeNames[mode] },
  { title: 'Payment ID', kind: 'text', value: ({ intentId }) => intentId },
  { title: 'ID', kind: 'text', value: ({ id }) => id },
  { title: 'Invoice', kind: 'text', value: ({ invoice }) => invoice },
  { title: 'Credit note', kind: 'text', value: ({ creditNote }) => creditNote },
];

async function withNumbers(db: Db, entries: readonly Entry[]): Promise<Row[]> {
  const refunds = entries.filter(({ type }) => type === 'refund' || type === 'refund_tax');
  const [invoices, creditNotes] = await Promise.all([
    listInvoiceNumbers(db, [...new Set(entries.map(({ orderNumber }) => orderNumber))]),
    listCreditNoteNumbers(db, [...new Set(refunds.map(({ id }) => id))]),
  ]);
  return entries.map((entry) => ({
    ...entry,
    invoice: invoices.get(entry.orderNumber) ?? '',
    creditNote: creditNotes.get(entry.id) ?? '',
  }));
}

const inTimeOrder = (a: Entry, b: Entry) => a.at.getTime() - b.at.getTime();

/** Returns the part of a span that has rows, so that a long range costs no empty days. */
async function filledSpan(db: Db, span: Span, now: Date): Promise<Span | null> {
  const [paid, booked] = await Promise.all([findFirstPaidAt(db), findFirstBooked(db, span.mode)]);
  const starts = [paid, booked].filter((at) => at !== null).map((at) => at.getTime());
  if (starts.length === 0) return null;
  const from = new Date(Math.max(span.from.getTime(), Math.min(...starts)));
  const until = new Date(Math.min(span.until.getTime(), now.getTime() + 1000));
  return from < until ? { ...span, from, until } : null;
}

/** Yields a span day by day, by the clock of the shop's time zone. */
function* daysIn(span: Span): Generator<Span> {
  let day = toShopDate(span.from);
  let { from } = span;
  while (from < span.until) {
    const end = dayRangeToInstants({ from: null, to: day }).until ?? span.until;
    const until = end < span.until ? end : span.until;
    yield { ...span, from, until };
    from = until;
    day = dayAfter(day);
  }
}

async function* entriesByDay(db: Db, span: Span, now: Date): AsyncGenerator<Row[]> {
  const filled = await filledSpan(db, span, now);
  if (filled === null) return;
  for (const day of daysIn(filled)) {
    const [movements, fees] = await Promise.all([listMovements(db, day), listFees(db, day)]);
    const entries = [...movements.flatMap(entriesOf), ...fees.map(feeEntry)].toSorted(inTimeOrder);
    if (entries.length > 0) yield withNumbers(db, entries);
  }
}

/**
 * Streams the ledger of a span as CSV, oldest first, a day at a time. Amounts are signed and in
 * dollars; fees are in the currency of their payout.
 */
export const ledgerCsv = (db: Db, span: Span, now: Date): Csv =>
  csvOf(ledgerColumns(span.mode), entriesByDay(db, span, now));

const taxColumns = (mode: PaymentMode): CsvColumn<TaxRow>[] => [
  { title: 'Month', kind: 'date', value: ({ month }) => month },
  { title: 'Country', kind: 'text', value: ({ country }) => country },
  { title: 'State', kind: 'text', value: ({ state }) => state },
  { title: 'Orders', kind: 'number', value: ({ orders }) => orders },
  { title: 'Item sales USD', kind: 'money', value: ({ goodsCents }) => goodsCents },
  { title: 'Shipping USD', kind: 'money', value: ({ shippingCents }) => shippingCents },
  { title: 'Tax USD', kind: 'money', value: ({ taxCents }) => taxCents },
  { title: 'Refunds USD', kind: 'money', value: ({ refundCents }) => refundCents },
  { title: 'Lost disputes USD', kind: 'money', value: ({ disputeCents }) => disputeCents },
  { title: 'Refunded tax USD', kind: 'money', value: ({ returnedTaxCents }) => returnedTaxCents },
  { title: 'Net sales before tax USD', kind: 'money', value: netCents },
  { title: 'Tax due USD', kind: 'money', value: dueCents },
  { title: 'Payments', kind: 'text', value: () => modeNames[mode] },
];

/** Returns the tax report as CSV. Returns are negative. */
export const taxCsv = (rows: readonly TaxRow[], mode: PaymentMode): Csv => csvOf(taxColumns(mode), rows);
