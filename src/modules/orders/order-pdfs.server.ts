import { setImmediate as nextTurn } from 'node:timers/promises';

import { publishedContent } from '#modules/content/content.server.ts';
import type { Documents } from '#modules/content/documents.server.ts';
import { factsOf, fillFacts } from '#modules/content/facts.ts';
import type { OrderPdfKind, OrderPdfs } from '#modules/content/order-pdfs.schema.ts';
import { methodLabel } from '#modules/payments/payment-method.ts';
import { promisedFacts } from '#modules/settings/shop-promises.ts';
import { sellerLines, type Seller } from '#modules/settings/shop-settings.ts';
import { shopSettings } from '#modules/settings/shop-settings.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { longDay, shopDay } from '#shared/shop-time.ts';
import { formatUsd } from '#shared/money.ts';
import { deliveryNotes } from '#shared/order-notes.ts';

import type { Cells, OrderPdf, Paper, Sum } from './order-pdf.server.tsx';
import { invoiceFigures, invoiceNumber, invoiceNumberOf, unitsToPack } from './invoice-figures.ts';
import { noDocuments, type CreditNote, type OrderDocuments } from './order-documents.ts';
import { envelope, type OrderView } from './order-record.ts';
import { returnCode, type ReturnView } from './returns.ts';

/** The owner's parts of a PDF: seller, name, facts and colors of the shop, and words. */
export type PdfShop = Pick<Documents, 'site' | 'theme' | 'orderPdfs'> & { seller: Seller };

/** Returns the parts as published. */
export async function pdfShop(ctx: Ctx): Promise<PdfShop> {
  const [{ seller }, { site, theme, orderPdfs }] = await Promise.all([shopSettings(ctx.db), publishedContent(ctx)]);
  return { seller, site, theme, orderPdfs };
}

/** Returns the words of a PDF, with the order's own promises. */
const wordsOf = <K extends OrderPdfKind>(
  kind: K,
  { promises }: OrderView,
  { site, orderPdfs }: PdfShop,
): OrderPdfs[K] => fillFacts(orderPdfs[kind], { ...factsOf(site), ...promisedFacts(promises) });

/** Returns name and address of the payer with the email, line by line. */
const payerLines = (order: OrderView): string[] =>
  [...envelope(order.customer, order.billingAddress), order.email].filter(Boolean);

/**
 * Returns the invoice of a paid order as a PDF: seller, lines, reductions, tax, total, refunds, and
 * the payment method if it is known.
 * The same order, documents and shop give the same bytes.
 */
export function invoicePdf(
  order: OrderView,
  shop: PdfShop,
  documents: OrderDocuments = noDocuments,
): Promise<Uint8Array> {
  const words = wordsOf('invoice', order, shop);
  const { paymentMethod } = order;
  const figures = invoiceFigures(order, documents);
  const number = documents.invoice?.number ?? invoiceNumber(order.orderNumber);
  const issuedAt = documents.invoice?.issuedAt ?? order.placedAt;
  const rows = figures.lines.map(({ name, quantity, unitPriceCents, amountCents }): Cells => {
    return [name, String(quantity), formatUsd(unitPriceCents), formatUsd(amountCents)];
  });
  const isPaid = order.capturedCents === order.totalCents;
  const total: Sum = { name: isPaid ? 'Total paid' : 'Total', text: formatUsd(figures.totalCents), look: 'total' };
  const included: Sum[] = figures.included === null ? [] : [{ ...figures.included, look: 'soft' }];
  return render(order, {
    ...headOf(shop),
    title: words.title,
    number,
    createdAt: issuedAt,
    details: [
      `Number ${number}`,
      `Order ${order.orderNumber}`,
      `Date ${longDay(issuedAt)}`,
      ...(paymentMethod === null ? [] : [`Paid by ${methodLabel(paymentMethod)}`]),
    ],
    columns: [
      { title: words.billedTo, lines: payerLines(order) },
      { title: words.shippedTo, lines: envelope(order.customer, order.shippingAddress) },
    ],
    table: { titles: ['Item', 'Quantity', 'Price', 'Amount'], rows },
    sums: [...figures.steps, total, ...included, ...figures.credits],
    closing: [{ text: words.thanks }, { text: 'All amounts in US dollars.', look: 'soft' }],
  });
}

/** Sentence of a credit note whose refund failed after all. */
const voidText = (voidedAt: Date) =>
  `Void since ${longDay(voidedAt)}: the refund failed, and the amount was not returned. The number is not given again.`;

/** Credit note with its number. */
type IssuedNote = Extract<CreditNote, { number: string }>;

/**
 * Returns a credit note as a PDF: the refund's amount with its tax, and the invoice that it
 * corrects. A void one says so and keeps its figures.
 */
export function creditNotePdf(
  order: OrderView,
  shop: PdfShop,
  { note, documents }: { note: IssuedNote; documents: OrderDocuments },
): Promise<Uint8Array> {
  const words = wordsOf('creditNote', order, shop);
  const { number, issuedAt, amountCents, taxCents, voidedAt } = note;
  const invoice = invoiceNumberOf(order, documents) ?? invoiceNumber(order.orderNumber);
  const amount = formatUsd(amountCents);
  const tax: Sum[] =
    taxCents === 0
      ? []
      : [
          { name: 'Without tax', text: formatUsd(amountCents - taxCents), look: 'soft' },
          { name: order.tax?.name ?? 'Tax', text: formatUsd(taxCents), look: 'soft' },
        ];
  return render(order, {
    ...headOf(shop),
    title: words.title,
    number,
    createdAt: issuedAt,
    details: [
      `Number ${number}`,
      `Invoice ${invoice}`,
      `Order ${order.orderNumber}`,
      `Date ${longDay(issuedAt)}`,
      ...(voidedAt === null ? [] : ['Void']),
    ],
    columns: [{ title: words.creditedTo, lines: payerLines(order) }],
    table: {
      titles: ['Item', '', '', 'Amount'],
      rows: [[`Refund for invoice ${invoice}`, '', '', amount]],
    },
    sums: [...tax, { name: 'Total refunded', text: amount, look: 'total' }],
    closing: [
      { text: voidedAt === null ? words.note : voidText(voidedAt) },
      { text: 'All amounts in US dollars.', look: 'soft' },
    ],
  });
}

/** Column titles of packing slips and return slips. */
const packedTitles: Cells = ['Item', '', '', 'Quantity'];

/** Returns the content of a packing slip: address, items, and a box to tick for each. */
function packingSlip(order: OrderView, shop: PdfShop): OrderPdf {
  const words = wordsOf('packingSlip', order, shop);
  const delivery = [order.shippingOption?.name ?? '', ...deliveryNotes(order)].filter(Boolean);
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
    number: shopDay(now),
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

/** Slips per part. A part takes about 0.3 s, during which the process serves nothing else. */
const slipsPerPart = 4;

/** Returns a pick list and the packing slips of several orders as one PDF. */
export async function packingSlipsPdf(
  orders: readonly OrderView[],
  { now, shop }: { now: Date; shop: PdfShop },
): Promise<Uint8Array> {
  const { renderOrderPdf } = await import('./order-pdf.server.tsx');
  const parts = [await renderOrderPdf([{ content: pickList(orders, now, shop), gapsNote: '' }])];
  for (let from = 0; from < orders.length; from += slipsPerPart) {
    await nextTurn();
    const some = orders.slice(from, from + slipsPerPart);
    parts.push(await renderOrderPdf(some.map((order) => paperOf(order, packingSlip(order, shop)))));
  }
  return joined(parts);
}

/** Joins PDFs: all pages, with the properties of the first. */
async function joined([first = new Uint8Array(), ...rest]: readonly Uint8Array[]): Promise<Uint8Array> {
  const { PDFDocument } = await import('pdf-lib');
  const all = await PDFDocument.load(first, { updateMetadata: false });
  for (const part of rest) {
    const read = await PDFDocument.load(part, { updateMetadata: false });
    for (const page of await all.copyPages(read, read.getPageIndices())) all.addPage(page);
  }
  return all.save();
}

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

const headOf = ({ site, theme, seller }: PdfShop) => ({
  shopName: site.name,
  accent: theme.colors.berry,
  sender: [...sellerLines(seller), site.facts.supportEmail],
});

/** Explains a '?' printed above it. */
const gapsNote = (orderNumber: string) =>
  `A "?" stands for a character that can’t be printed here. Order ${orderNumber} keeps every name and address in full.`;

const paperOf = ({ orderNumber }: OrderView, content: OrderPdf): Paper => ({
  content,
  gapsNote: gapsNote(orderNumber),
});

/** Renders a PDF, with a final note if the fonts lack a character. */
async function render(order: OrderView, pdf: OrderPdf): Promise<Uint8Array> {
  // Loaded with the first PDF, because most of the shop's work needs none.
  const { renderOrderPdf } = await import('./order-pdf.server.tsx');
  return renderOrderPdf([paperOf(order, pdf)]);
}
