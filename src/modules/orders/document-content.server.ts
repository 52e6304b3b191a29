import { isDeepStrictEqual } from 'node:util';

import { undeliverableDomain } from '#modules/email/mail.ts';
import { methodLabel } from '#modules/payments/payment-method.ts';
import { formatUsd } from '#shared/money.ts';
import { longDay } from '#shared/shop-time.ts';

import { invoiceFigures } from './invoice-figures.ts';
import { noDocuments, type CreditNote, type DocumentKind, type OrderDocuments } from './order-documents.ts';
import type { Cells, DocumentContact, IssuedContent, OrderPdf, Paper, Sum } from './order-pdf.ts';
import { envelope, type OrderView } from './order-record.ts';
import { gapsNote, headOf, wordsOf, type PdfShop } from './pdf-shop.server.ts';

/** Number and date of a document, and the document that it corrects. */
export type Heading = {
  number: string;
  issuedAt: Date;
  corrects: { number: string; issuedAt: Date } | null;
};

/** Document without the parts that may be erased, and those parts; null if they are erased. */
export type Written = { content: OrderPdf; contact: DocumentContact | null };

/** Returns a document in the form in which it is stored. */
export const contentToStore = ({ content }: Written, orderNumber: string): IssuedContent => ({
  ...content,
  createdAt: content.createdAt.toISOString(),
  gapsNote: gapsNote(orderNumber),
});

/** Returns a document with email and payment method, as far as they are not erased. */
export function withContact({ content, contact }: Written): OrderPdf {
  if (contact === null) return content;
  const [payer, ...others] = content.columns;
  const email = [contact.email].filter(Boolean);
  const columns = payer === undefined ? [] : [{ ...payer, lines: [...payer.lines, ...email] }, ...others];
  const paidBy = contact.paidBy === '' ? [] : [`Paid by ${contact.paidBy}`];
  return { ...content, columns, details: [...content.details, ...paidBy] };
}

/** Sentence of a credit note whose refund failed after all. */
const voidText = (voidedAt: Date) =>
  `Void since ${longDay(voidedAt)}: the refund failed, and the amount was not returned. The number is not given again.`;

/** Returns a credit note with the stamp of one that is void. */
export function stampedVoid(content: OrderPdf, voidedAt: Date | null): OrderPdf {
  if (voidedAt === null) return content;
  const closing = [{ text: voidText(voidedAt) }, ...content.closing];
  return { ...content, details: [...content.details, 'Void'], closing };
}

/** Returns the paper of an issued document, with the stamp of a void one. */
export function issuedPaper(
  { createdAt, gapsNote: note, ...content }: IssuedContent,
  contact: DocumentContact | null,
  voidedAt: Date | null,
): Paper {
  const written = { content: { ...content, createdAt: new Date(createdAt) }, contact };
  return { content: stampedVoid(withContact(written), voidedAt), gapsNote: note };
}

const isErased = ({ email }: Pick<OrderView, 'email'>) => email.endsWith(undeliverableDomain);

function contactOf(order: OrderView, paidBy: string): DocumentContact | null {
  return isErased(order) ? null : { email: order.email, paidBy };
}

type Said = Pick<OrderView, 'customer' | 'billingAddress' | 'shippingAddress' | 'email' | 'tax'> &
  Parameters<typeof invoiceFigures>[0];

/** Returns what a kind of document says of its order, apart from what was returned since. */
function saidOf(kind: DocumentKind, order: Said) {
  const payer = envelope(order.customer, order.billingAddress);
  const { email, tax } = order;
  if (kind === 'credit_note') return { payer, email, tax: tax?.name ?? null };
  const receiver = envelope(order.customer, order.shippingAddress);
  return { payer, email, receiver, figures: invoiceFigures({ ...order, returnedCents: 0 }) };
}

/** True when a document of this kind says something else after a change of its order. */
export const saysOther = (kind: DocumentKind, before: Said, after: Said): boolean =>
  !isDeepStrictEqual(saidOf(kind, before), saidOf(kind, after));

/** Names of documents within a sentence. */
const kindWords: Record<DocumentKind, string> = { invoice: 'invoice', credit_note: 'credit note' };

function correctionLine(kind: DocumentKind, { corrects }: Heading): string[] {
  if (corrects === null) return [];
  return [`Corrects ${kindWords[kind]} ${corrects.number} of ${longDay(corrects.issuedAt)}`];
}

function replacement(kind: DocumentKind, { corrects }: Heading): { text: string }[] {
  if (corrects === null) return [];
  return [{ text: `It replaces ${kindWords[kind]} ${corrects.number}. The amount counts once.` }];
}

const inDollars = { text: 'All amounts in US dollars.', look: 'soft' } as const;

/**
 * Writes the invoice of a paid order: seller, buyer, lines, reductions, tax, total and payment
 * method. `credited` are the documents whose refunds it shows; none for an issued invoice, which
 * states the sale alone.
 */
export function writeInvoice(
  order: OrderView,
  shop: PdfShop,
  { heading, credited }: { heading: Heading; credited: OrderDocuments | null },
): Written {
  const words = wordsOf('invoice', order, shop);
  const { paymentMethod } = order;
  const sold = credited === null ? { ...order, returnedCents: 0 } : order;
  const figures = invoiceFigures(sold, credited ?? noDocuments);
  const rows = figures.lines.map(({ name, quantity, unitPriceCents, amountCents }): Cells => {
    return [name, String(quantity), formatUsd(unitPriceCents), formatUsd(amountCents)];
  });
  const isPaid = order.capturedCents === order.totalCents;
  const total: Sum = { name: isPaid ? 'Total paid' : 'Total', text: formatUsd(figures.totalCents), look: 'total' };
  const included: Sum[] = figures.included === null ? [] : [{ ...figures.included, look: 'soft' }];
  const { number, issuedAt } = heading;
  const content: OrderPdf = {
    ...headOf(shop),
    title: words.title,
    number,
    createdAt: issuedAt,
    details: [
      `Number ${number}`,
      `Order ${order.orderNumber}`,
      `Date ${longDay(issuedAt)}`,
      ...correctionLine('invoice', heading),
    ],
    columns: [
      { title: words.billedTo, lines: envelope(order.customer, order.billingAddress) },
      { title: words.shippedTo, lines: envelope(order.customer, order.shippingAddress) },
    ],
    table: { titles: ['Item', 'Quantity', 'Price', 'Amount'], rows },
    sums: [...figures.steps, total, ...included, ...figures.credits],
    closing: [...replacement('invoice', heading), { text: words.thanks }, inDollars],
  };
  return { content, contact: contactOf(order, paymentMethod === null ? '' : methodLabel(paymentMethod)) };
}

/**
 * Writes a credit note: the refund's amount with its tax, and the number of the invoice that it
 * reduces.
 */
export function writeCreditNote(
  order: OrderView,
  shop: PdfShop,
  { note, heading, invoice }: { note: Pick<CreditNote, 'amountCents' | 'taxCents'>; heading: Heading; invoice: string },
): Written {
  const words = wordsOf('creditNote', order, shop);
  const { amountCents, taxCents } = note;
  const { number, issuedAt } = heading;
  const amount = formatUsd(amountCents);
  const tax: Sum[] =
    taxCents === 0
      ? []
      : [
          { name: 'Without tax', text: formatUsd(amountCents - taxCents), look: 'soft' },
          { name: order.tax?.name ?? 'Tax', text: formatUsd(taxCents), look: 'soft' },
        ];
  const content: OrderPdf = {
    ...headOf(shop),
    title: words.title,
    number,
    createdAt: issuedAt,
    details: [
      `Number ${number}`,
      `Invoice ${invoice}`,
      `Order ${order.orderNumber}`,
      `Date ${longDay(issuedAt)}`,
      ...correctionLine('credit_note', heading),
    ],
    columns: [{ title: words.creditedTo, lines: envelope(order.customer, order.billingAddress) }],
    table: {
      titles: ['Item', '', '', 'Amount'],
      rows: [[`Refund for invoice ${invoice}`, '', '', amount]],
    },
    sums: [...tax, { name: 'Total refunded', text: amount, look: 'total' }],
    closing: [...replacement('credit_note', heading), { text: words.note }, inDollars],
  };
  return { content, contact: contactOf(order, '') };
}
