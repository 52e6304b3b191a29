import { stringify } from 'csv-stringify/sync';

import { findFirstPaidAt } from '#modules/orders/money-movements.server.ts';
import { listCreditNoteNumbers, listInvoiceNumbers } from '#modules/orders/order-documents.server.ts';
import { modeNames, type PaymentMode } from '#modules/payments/payment-mode.ts';
import type { Db } from '#platform/db/database.server.ts';
import { momentsOf } from '#shared/day-range.ts';
import { decimals } from '#shared/money.ts';
import { dayAfter, sheetMoment, shopDay, timeZone } from '#shared/shop-time.ts';
import { disarmed } from '#shared/spreadsheet-cell.ts';

import { findFirstBooked, listFees, listMovements, type Span, type TaxRow } from './books.queries.server.ts';
import { entriesOf, entryTypes, feeEntry, type Entry } from './ledger.ts';
import { dueCents, netCents } from './tax-report.ts';

const csvText = (rows: readonly (readonly (string | number)[])[]) =>
  stringify([...rows], { record_delimiter: 'windows' });

const titles = () => [
  `Date (${timeZone()})`,
  'Type',
  'Order',
  'Amount',
  'Currency',
  'Country',
  'State',
  'Payments',
  'Payment ID',
  'ID',
  'Invoice',
  'Credit note',
];

/** Numbers of invoices by order number, and of credit notes by the refund's id. */
type Numbers = { invoices: ReadonlyMap<string, string>; creditNotes: ReadonlyMap<string, string> };

const cellsOf =
  (mode: PaymentMode, { invoices, creditNotes }: Numbers) =>
  (entry: Entry) => [
    sheetMoment(entry.at),
    entryTypes[entry.type],
    disarmed(entry.orderNumber),
    decimals(entry.amountCents),
    entry.currency.toUpperCase(),
    disarmed(entry.country),
    disarmed(entry.state),
    modeNames[mode],
    disarmed(entry.intentId),
    disarmed(entry.id),
    disarmed(invoices.get(entry.orderNumber) ?? ''),
    disarmed(creditNotes.get(entry.id) ?? ''),
  ];

async function numbersOf(db: Db, entries: readonly Entry[]): Promise<Numbers> {
  const refunds = entries.filter(({ type }) => type === 'refund' || type === 'refund_tax');
  const [invoices, creditNotes] = await Promise.all([
    listInvoiceNumbers(db, [...new Set(entries.map(({ orderNumber }) => orderNumber))]),
    listCreditNoteNumbers(db, [...new Set(refunds.map(({ id }) => id))]),
  ]);
  return { invoices, creditNotes };
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
  let day = shopDay(span.from);
  let { from } = span;
  while (from < span.until) {
    const end = momentsOf({ from: null, to: day }).until ?? span.until;
    const until = end < span.until ? end : span.until;
    yield { ...span, from, until };
    from = until;
    day = dayAfter(day);
  }
}

/**
 * Streams the ledger of a span as CSV, oldest first, a day at a time. Amounts are signed and in
 * dollars; fees are in the currency of their payout.
 */
export async function* ledgerCsv(db: Db, span: Span, now: Date): AsyncGenerator<string> {
  yield csvText([titles()]);
  const filled = await filledSpan(db, span, now);
  if (filled === null) return;
  for (const day of daysIn(filled)) {
    const [movements, fees] = await Promise.all([listMovements(db, day), listFees(db, day)]);
    const entries = [...movements.flatMap(entriesOf), ...fees.map(feeEntry)].toSorted(inTimeOrder);
    if (entries.length > 0) yield csvText(entries.map(cellsOf(span.mode, await numbersOf(db, entries))));
  }
}

const taxTitles = [
  'Month',
  'Country',
  'State',
  'Orders',
  'Goods USD',
  'Shipping USD',
  'Tax USD',
  'Refunds USD',
  'Lost disputes USD',
  'Returned tax USD',
  'Net without tax USD',
  'Tax due USD',
  'Payments',
];

/** Returns the tax report as CSV. Amounts are in dollars; returns are negative. */
export function taxCsv(rows: readonly TaxRow[], mode: PaymentMode): string {
  const cells = rows.map((row) => [
    row.month,
    disarmed(row.country),
    disarmed(row.state),
    row.orders,
    ...[row.goodsCents, row.shippingCents, row.taxCents, row.refundCents, row.disputeCents, row.returnedTaxCents].map(
      decimals,
    ),
    decimals(netCents(row)),
    decimals(dueCents(row)),
    modeNames[mode],
  ]);
  return csvText([taxTitles, ...cells]);
}
