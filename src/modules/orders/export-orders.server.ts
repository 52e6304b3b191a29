import { stringify } from 'csv-stringify/sync';

import type { Db } from '#platform/db/database.server.ts';
import { sheetMoment, timeZone } from '#shared/shop-time.ts';
import { decimals } from '#shared/money.ts';
import { orderNotes } from '#shared/order-notes.ts';
import { disarmed } from '#shared/spreadsheet-cell.ts';

import { listExportedOrders, type ExportedOrder, type OrderPosition } from './list-orders.queries.server.ts';
import type { OrderFilter } from './list-orders.ts';
import { listInvoiceNumbers, listOrderCreditNotes } from './order-documents.queries.server.ts';
import { returnedTax, waiverOf } from './order-record.ts';
import { statusLabel } from './order-status.ts';

const moment = (at: Date | null) => (at === null ? '' : sheetMoment(at));

const waivedCents = (order: ExportedOrder['order']) => waiverOf(order)?.amountCents ?? 0;

/**
 * Reader of the file. A program takes each cell as text. A spreadsheet turns codes into numbers and
 * texts into formulas.
 */
type CsvReader = 'program' | 'spreadsheet';

/**
 * ZIP code, phone number or tracking number. A match cannot name a function or close quotation
 * marks.
 */
const code = /^(?:[A-Za-z\d(][A-Za-z\d .()/-]*|\+[\d (][\d .()/-]*(?: ?x\d{1,7})?)$/;

/** Returns the cell of a code; null if the text is no code and must be disarmed like any other. */
function codeCell(text: string, reader: CsvReader): string | null {
  if (!code.test(text)) return null;
  return reader === 'program' ? text : `="${text}"`;
}

/** Order with the numbers of its invoice and credit notes. */
type Row = ExportedOrder & { invoice: string; creditNotes: string };

/** Title, which may depend on the shop's time zone; cell; and whether the cell is a code. */
type Column = [title: string | (() => string), value: (row: Row) => string | number, isCode?: 'code'];

const columns: Column[] = [
  ['Order', ({ order }) => order.orderNumber],
  [() => `Placed at (${timeZone()})`, ({ order }) => moment(order.placedAt)],
  ['Status', ({ order }) => statusLabel(order.status)],
  ['Payment', ({ order }) => order.paymentStatus],
  ['Held', ({ order }) => order.holdReason ?? ''],
  ['Email', ({ order }) => order.email],
  ['First name', ({ order }) => order.customer.firstName],
  ['Last name', ({ order }) => order.customer.lastName],
  ['Phone', ({ order }) => order.customer.phone, 'code'],
  ['Street', ({ order }) => order.shippingAddress.street],
  ['Line 2', ({ order }) => order.shippingAddress.line2 ?? ''],
  ['City', ({ order }) => order.shippingAddress.city],
  ['State', ({ order }) => order.shippingAddress.state],
  ['Postal code', ({ order }) => order.shippingAddress.postalCode, 'code'],
  ['Country', ({ order }) => order.shippingAddress.country],
  ['Units', ({ units }) => units],
  ['Shipping method', ({ order }) => order.shippingOption?.name ?? ''],
  ['Code', ({ order }) => order.couponDiscount?.code ?? '', 'code'],
  ['Subtotal USD', ({ order }) => decimals(order.subtotalCents)],
  ['Discount USD', ({ order }) => decimals(order.discountCents - waivedCents(order))],
  ['Too small to charge USD', ({ order }) => decimals(waivedCents(order))],
  ['Shipping USD', ({ order }) => decimals(order.shippingCents)],
  ['Tax USD', ({ order }) => decimals(order.taxCents)],
  ['Included tax USD', ({ order }) => decimals(order.tax?.inclusive === true ? order.tax.amountCents : 0)],
  ['Tax name', ({ order }) => order.tax?.name ?? ''],
  ['Total USD', ({ order }) => decimals(order.totalCents)],
  ['Captured USD', ({ order }) => decimals(order.capturedCents)],
  ['Returned USD', ({ order }) => decimals(order.returnedCents)],
  ['Returned tax USD', ({ order }) => decimals(returnedTax(order))],
  ['Carrier', ({ order }) => order.carrierName ?? ''],
  ['Tracking number', ({ order }) => order.trackingNumber ?? '', 'code'],
  [() => `Shipped at (${timeZone()})`, ({ order }) => moment(order.shippedAt)],
  [() => `Delivered at (${timeZone()})`, ({ order }) => moment(order.deliveredAt)],
  ['Guarantee days', ({ order }) => order.promises.guaranteeDays],
  ['Return window days', ({ order }) => order.promises.returnWindowDays],
  ['Payment mode', ({ order }) => order.paymentMode ?? ''],
  ['Source', ({ order }) => order.source ?? ''],
  ['Device', ({ order }) => order.device ?? ''],
  ...orderNotes.map(({ name, label }): Column => [label, ({ order }) => order[name]]),
  ['Invoice', ({ invoice }) => invoice],
  ['Credit notes', ({ creditNotes }) => creditNotes],
];

async function withNumbers(db: Db, rows: readonly ExportedOrder[]): Promise<Row[]> {
  const [invoices, creditNotes] = await Promise.all([
    listInvoiceNumbers(
      db,
      rows.map(({ order }) => order.orderNumber),
    ),
    listOrderCreditNotes(
      db,
      rows.map(({ order }) => order.id),
    ),
  ]);
  return rows.map((row) => ({
    ...row,
    invoice: invoices.get(row.order.orderNumber) ?? '',
    creditNotes: (creditNotes.get(row.order.id) ?? []).join(', '),
  }));
}

const batch = 500;

function cellsOf(row: Row, reader: CsvReader): (string | number)[] {
  return columns.map(([, valueOf, isCode]) => {
    const value = valueOf(row);
    if (typeof value === 'number') return value;
    return (isCode === 'code' ? codeCell(value, reader) : null) ?? disarmed(value);
  });
}

type Export = { reader?: CsvReader; size?: number };

/**
 * Streams the orders that match a filter as CSV, newest first, amounts in dollars. ZIP codes, phone
 * and tracking numbers are plain text for a program. A spreadsheet gets `="02139"`, because it
 * would drop zeros and round long numbers.
 */
export async function* ordersCsv(
  db: Db,
  filter: OrderFilter,
  { reader = 'program', size = batch }: Export = {},
): AsyncGenerator<string> {
  yield stringify([columns.map(([title]) => (typeof title === 'string' ? title : title()))]);
  let from: OrderPosition | null = null;
  for (;;) {
    const rows: ExportedOrder[] = await listExportedOrders(db, filter, { from, towards: 'older', limit: size });
    if (rows.length > 0) yield stringify((await withNumbers(db, rows)).map((row) => cellsOf(row, reader)));
    const last = rows.at(-1);
    if (last === undefined || rows.length < size) return;
    from = { placedAt: last.position, id: last.order.id };
  }
}
