import { tagsText } from '#modules/team-notes/team-notes.ts';
import type { Db } from '#platform/db/database.server.ts';
import { eachPage, type ListPage } from '#platform/db/list-page.server.ts';
import { csvOf, type Csv, type CsvColumn, type CsvReader } from '#platform/http/csv.server.ts';
import { timeZone } from '#shared/shop-zone.ts';

import { listExportedOrders, type ExportedOrder } from './list-orders.queries.server.ts';
import type { OrderFilter } from './list-orders.ts';
import { listInvoiceNumbers, listOrderCreditNotes } from './find-documents.queries.server.ts';
import { waiverOf } from './order-record.ts';
import { returnedParts } from './refund-split.ts';
import { statusLabel } from './order-status.ts';

const waivedCents = (order: ExportedOrder['order']) => waiverOf(order)?.amountCents ?? 0;

/** Order with the numbers of its invoice and credit notes. */
type Row = ExportedOrder & { invoice: string; creditNotes: string };

const columns = (): CsvColumn<Row>[] => [
  { title: 'Order', kind: 'text', value: ({ order }) => order.orderNumber },
  { title: `Placed at (${timeZone()})`, kind: 'date', value: ({ order }) => order.placedAt },
  { title: 'Status', kind: 'text', value: ({ order }) => statusLabel(order.status) },
  { title: 'Payment', kind: 'text', value: ({ order }) => order.paymentStatus },
  { title: 'Hold reason', kind: 'text', value: ({ order }) => order.holdReason },
  { title: 'Email', kind: 'text', value: ({ order }) => order.email },
  { title: 'First name', kind: 'text', value: ({ order }) => order.customer.firstName },
  { title: 'Last name', kind: 'text', value: ({ order }) => order.customer.lastName },
  { title: 'Phone', kind: 'text', value: ({ order }) => order.customer.phone },
  { title: 'Street', kind: 'text', value: ({ order }) => order.shippingAddress.street },
  { title: 'Address line 2', kind: 'text', value: ({ order }) => order.shippingAddress.line2 },
  { title: 'City', kind: 'text', value: ({ order }) => order.shippingAddress.city },
  { title: 'State', kind: 'text', value: ({ order }) => order.shippingAddress.state },
  { title: 'Postal code', kind: 'text', value: ({ order }) => order.shippingAddress.postalCode },
  { title: 'Country', kind: 'text', value: ({ order }) => order.shippingAddress.country },
  { title: 'Units', kind: 'number', value: ({ units }) => units },
  { title: 'Shipping method', kind: 'text', value: ({ order }) => order.shippingOption?.name },
  { title: 'Discount code', kind: 'text', value: ({ order }) => order.couponDiscount?.code },
  { title: 'Subtotal USD', kind: 'money', value: ({ order }) => order.subtotalCents },
  { title: 'Discount USD', kind: 'money', value: ({ order }) => order.discountCents - waivedCents(order) },
  { title: 'Waived (below minimum charge) USD', kind: 'money', value: ({ order }) => waivedCents(order) },
  { title: 'Shipping USD', kind: 'money', value: ({ order }) => order.shippingCents },
  { title: 'Tax USD', kind: 'money', value: ({ order }) => order.taxCents },
  {
    title: 'Included tax USD',
    kind: 'money',
    value: ({ order }) => (order.tax?.inclusive === true ? order.tax.amountCents : 0),
  },
  { title: 'Tax name', kind: 'text', value: ({ order }) => order.tax?.name },
  { title: 'Total USD', kind: 'money', value: ({ order }) => order.totalCents },
  { title: 'Paid USD', kind: 'money', value: ({ order }) => order.capturedCents },
  { title: 'Refunded USD', kind: 'money', value: ({ order }) => order.returnedCents },
  { title: 'Refunded shipping USD', kind: 'money', value: ({ order }) => returnedParts(order).shippingCents },
  { title: 'Refunded tax USD', kind: 'money', value: ({ order }) => returnedParts(order).taxCents },
  { title: 'Carrier', kind: 'text', value: ({ order }) => order.carrierName },
  { title: 'Tracking number', kind: 'text', value: ({ order }) => order.trackingNumber },
  { title: `Shipped at (${timeZone()})`, kind: 'date', value: ({ order }) => order.shippedAt },
  { title: `Delivered at (${timeZone()})`, kind: 'date', value: ({ order }) => order.deliveredAt },
  { title: 'Guarantee days', kind: 'number', value: ({ order }) => order.promises.guaranteeDays },
  { title: 'Return window days', kind: 'number', value: ({ order }) => order.promises.returnWindowDays },
  { title: 'Payment mode', kind: 'text', value: ({ order }) => order.paymentMode },
  { title: 'Source', kind: 'text', value: ({ order }) => order.source },
  { title: 'Device', kind: 'text', value: ({ order }) => order.device },
  { title: 'Delivery instructions', kind: 'text', value: ({ order }) => order.deliveryInstructions },
  { title: 'Invoice', kind: 'text', value: ({ invoice }) => invoice },
  { title: 'Credit notes', kind: 'text', value: ({ creditNotes }) => creditNotes },
  {
    title: 'More packages',
    kind: 'text',
    value: ({ packages }) =>
      packages.map((one) => [one.carrierName, one.trackingNumber].filter(Boolean).join(' ')).join(', '),
  },
  { title: 'Tags', kind: 'text', value: ({ tags }) => tagsText(tags) },
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

type Export = { reader?: CsvReader; sort?: string; size?: number };

async function* exportedRows(db: Db, filter: OrderFilter, page: Pick<ListPage, 'sort' | 'size'>) {
  for await (const rows of eachPage(page, (one) => listExportedOrders(db, filter, one))) yield withNumbers(db, rows);
}

/**
 * Streams the orders that match a filter as CSV, in a sort of their list. ZIP codes, phone and
 * tracking numbers are plain text, or protected for a spreadsheet.
 */
export const ordersCsv = (
  db: Db,
  filter: OrderFilter,
  { reader = 'program', sort = '', size = batch }: Export = {},
): Csv => csvOf(columns(), exportedRows(db, filter, { sort, size }), reader);
