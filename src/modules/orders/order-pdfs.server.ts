import { Worker } from 'node:worker_threads';

import { WorkerThread } from '#platform/thread.server.ts';
import { longDay, toShopDate } from '#shared/shop-time.ts';

import { issuedPaper, stampedVoid, withContact, writeCreditNote, writeInvoice } from './document-content.server.ts';
import type { Cells, DocumentContact, IssuedContent, OrderPdf, Paper } from './order-pdf.ts';
import { invoiceNumber, invoiceNumberOf, unitsToPack } from './invoice-figures.ts';
import { noDocuments, type CreditNote, type OrderDocuments } from './order-documents.ts';
import { envelope, type OrderView } from './order-record.ts';
import { gapsNote, headOf, wordsOf, type PdfShop } from './pdf-shop.server.ts';
import { returnCode, type ReturnView } from './returns.ts';

/** Issued document with its contact, and when it became void. */
type Issued = { content: IssuedContent; contact: DocumentContact | null; voidedAt: Date | null };

/**
 * Returns an issued document as a PDF, from what was stored when it got its number. A void one has
 * a stamp.
 */
export const issuedPdf = ({ content, contact, voidedAt }: Issued): Promise<Uint8Array> =>
  thread.run([issuedPaper(content, contact, voidedAt)]);

/**
 * Returns the invoice of a paid order as a PDF, as the order is now, with its refunds. An invoice
 * with a gapless number is `issuedPdf`.
 * The same order, documents and shop give the same bytes.
 */
export function invoicePdf(
  order: OrderView,
  shop: PdfShop,
  documents: OrderDocuments = noDocuments,
): Promise<Uint8Array> {
  const number = documents.invoice?.number ?? invoiceNumber(order.orderNumber);
  const heading = { number, issuedAt: documents.invoice?.issuedAt ?? order.placedAt, corrects: null };
  return render(order, withContact(writeInvoice(order, shop, { heading, credited: documents })));
}

/** Credit note with its number. */
type NumberedNote = Extract<CreditNote, { number: string }>;

/** Returns a credit note as a PDF, as the order is now. */
export function creditNotePdf(
  order: OrderView,
  shop: PdfShop,
  { note, documents }: { note: NumberedNote; documents: OrderDocuments },
): Promise<Uint8Array> {
  const heading = { number: note.number, issuedAt: note.issuedAt, corrects: null };
  const invoice = invoiceNumberOf(order, documents) ?? invoiceNumber(order.orderNumber);
  const written = writeCreditNote(order, shop, { note, heading, invoice });
  return render(order, stampedVoid(withContact(written), note.voidedAt));
}

/** Column titles of packing slips and return slips. */
const packedTitles: Cells = ['Item', '', '', 'Quantity'];

/** Returns the content of a packing slip: address, items, and a box to tick for each. */
function packingSlip(order: OrderView, shop: PdfShop): OrderPdf {
  const words = wordsOf('packingSlip', order, shop);
  const delivery = [order.shippingOption?.name ?? '', order.deliveryInstructions.trim()].filter(Boolean);
  return {
    ...headOf(shop),
    title: words.title,
    number: order.orderNumber,
    createdAt: order.placedAt,
    details: [`Order ${order.orderNumber}`, `Date ${longDay(order.placedAt)}`],
    columns: [
      { title: words.shipTo, lines: [...envelope(order.customer, order.shippingAddress), order.customer.phone] },
      { title: words.delivery, lines: delivery.length === 0 ? ['Standard'] : delivery },
    ],
    table: {
      titles: packedTitles,
      rows: unitsToPack(order).map(({ name, quantity }): Cells => [name, '', '', String(quantity)]),
      hasBoxes: true,
    },
    sums: [],
    closing: [{ text: words.help }, { text: words.returns, look: 'soft' }],
  };
}

/** Returns the packing slip as a PDF, without prices. */
export const packingSlipPdf = (order: OrderView, shop: PdfShop): Promise<Uint8Array> =>
  render(order, packingSlip(order, shop));

/** Returns the units of each item in several orders, by name. */
function pickedUnits(orders: readonly OrderView[]): [name: string, quantity: number][] {
  const units = new Map<string, number>();
  for (const { name, quantity } of orders.flatMap(unitsToPack)) units.set(name, (units.get(name) ?? 0) + quantity);
  return [...units].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** Returns the content of a pick list: how many of each item the slips after it take. */
function pickList(orders: readonly OrderView[], now: Date, shop: PdfShop): OrderPdf {
  const units = pickedUnits(orders);
  const all = units.reduce((sum, [, quantity]) => sum + quantity, 0);
  return {
    ...headOf(shop),
    title: 'Pick list',
    number: toShopDate(now),
    createdAt: now,
    details: [`Orders ${orders.length}`, `Date ${longDay(now)}`],
    columns: [],
    table: {
      titles: packedTitles,
      rows: units.map(([name, quantity]): Cells => [name, '', '', String(quantity)]),
      hasBoxes: true,
    },
    sums: [{ name: 'Units', text: String(all), look: 'total' }],
    closing: [],
  };
}

/** Returns a pick list and the packing slips of several orders as one PDF. */
export const packingSlipsPdf = (
  orders: readonly OrderView[],
  { now, shop }: { now: Date; shop: PdfShop },
): Promise<Uint8Array> =>
  thread.run([
    { content: pickList(orders, now, shop), gapsNote: '' },
    ...orders.map((order) => paperOf(order, packingSlip(order, shop))),
  ]);

type ReturnedItems = Pick<ReturnView, 'id' | 'lines' | 'requestedAt'>;

/**
 * Returns the return slip as a PDF: destination, customer, items and code. It says that it is no
 * postage.
 */
export function returnSlipPdf(order: OrderView, returned: ReturnedItems, shop: PdfShop): Promise<Uint8Array> {
  const words = wordsOf('returnSlip', order, shop);
  const { seller } = shop;
  const code = returnCode(returned.id);
  const address = [seller.legalName, ...seller.address.split('\n')].filter(Boolean);
  const itemName = (productId: string) => order.items.find((item) => item.productId === productId)?.name ?? '';
  return render(order, {
    ...headOf(shop),
    title: words.title,
    number: code,
    createdAt: returned.requestedAt,
    details: [`Order ${order.orderNumber}`, `Date ${longDay(returned.requestedAt)}`],
    columns: [
      { title: words.sendTo, lines: address.length === 0 ? [words.labelAddress] : address },
      { title: words.from, lines: envelope(order.customer, order.shippingAddress) },
    ],
    code: { title: words.code, text: code },
    table: {
      titles: packedTitles,
      rows: returned.lines.map(({ productId, quantity }): Cells => [itemName(productId), '', '', String(quantity)]),
    },
    sums: [],
    closing: [{ text: words.postage }, { text: words.refund, look: 'soft' }],
  });
}

const paperOf = ({ orderNumber }: OrderView, content: OrderPdf): Paper => ({
  content,
  gapsNote: gapsNote(orderNumber),
});

/** Thread that renders, because a slip takes up to 0.3 s and fifty of them seconds. */
const thread = new WorkerThread<Paper[], Uint8Array>({
  start: () => new Worker(new URL('./order-pdf.worker.server.ts', import.meta.url)),
  withinMs: 60_000,
  maxWaiting: 20,
});

/** Renders a PDF, with a final note if the fonts lack a character. */
const render = (order: OrderView, pdf: OrderPdf): Promise<Uint8Array> => thread.run([paperOf(order, pdf)]);
