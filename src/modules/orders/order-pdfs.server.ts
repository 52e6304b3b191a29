import { documents } from '#content/documents.ts';
import { site } from '#content/site.ts';
import { methodLabel } from '#modules/payments/payment-method.ts';
import { sellerLines, type Seller } from '#modules/settings/shop-settings.ts';
import { longDay } from '#shared/shop-time.ts';
import { formatUsd } from '#shared/money.ts';
import { deliveryNotes } from '#shared/order-notes.ts';

import type { Cells, OrderPdf, Sum } from './order-pdf.server.tsx';
import { invoiceFigures, invoiceNumber, unitsToPack } from './invoice-figures.ts';
import { envelope, type OrderView } from './order-record.ts';
import { returnCode, type ReturnView } from './returns.ts';

/**
 * Returns the invoice of a paid order as a PDF: seller, lines, reductions, tax, total, refunds, and
 * the payment method if it is known.
 * The same order and seller give the same bytes.
 */
export function invoicePdf(order: OrderView, seller: Seller): Promise<Uint8Array> {
  const { invoice } = documents;
  const { paymentMethod } = order;
  const figures = invoiceFigures(order);
  const number = invoiceNumber(order.orderNumber);
  const rows = figures.lines.map(({ name, quantity, unitPriceCents, amountCents }): Cells => {
    return [name, String(quantity), formatUsd(unitPriceCents), formatUsd(amountCents)];
  });
  const isPaid = order.capturedCents === order.totalCents;
  const total: Sum = { name: isPaid ? 'Total paid' : 'Total', text: formatUsd(figures.totalCents), look: 'total' };
  const included: Sum[] = figures.included === null ? [] : [{ ...figures.included, look: 'soft' }];
  return render(order, {
    title: invoice.title,
    number,
    createdAt: order.placedAt,
    sender: senderLines(seller),
    details: [
      `Number ${number}`,
      `Order ${order.orderNumber}`,
      `Date ${longDay(order.placedAt)}`,
      ...(paymentMethod === null ? [] : [`Paid by ${methodLabel(paymentMethod)}`]),
    ],
    columns: [
      { title: 'Billed to', lines: [...envelope(order.customer, order.billingAddress), order.email].filter(Boolean) },
      { title: 'Shipped to', lines: envelope(order.customer, order.shippingAddress) },
    ],
    table: { titles: ['Item', 'Quantity', 'Price', 'Amount'], rows },
    sums: [...figures.steps, total, ...included, ...figures.credits],
    closing: [{ text: invoice.thanks }, { text: invoice.currency, look: 'soft' }],
  });
}

/** Column titles of packing slips and return slips. */
const packedTitles: Cells = ['Item', '', '', 'Quantity'];

/** Returns the packing slip as a PDF without prices: address, items, and a box to tick for each. */
export function packingSlipPdf(order: OrderView, seller: Seller): Promise<Uint8Array> {
  const { slip } = documents;
  const delivery = [order.shippingOption?.name ?? '', ...deliveryNotes(order)].filter(Boolean);
  return render(order, {
    title: slip.title,
    number: order.orderNumber,
    createdAt: order.placedAt,
    sender: senderLines(seller),
    details: [`Order ${order.orderNumber}`, `Date ${longDay(order.placedAt)}`],
    columns: [
      { title: 'Ship to', lines: [...envelope(order.customer, order.shippingAddress), order.customer.phone] },
      { title: 'Delivery', lines: delivery.length === 0 ? ['Standard'] : delivery },
    ],
    table: {
      titles: packedTitles,
      rows: unitsToPack(order).map(({ name, quantity }): Cells => [name, '', '', String(quantity)]),
      hasBoxes: true,
    },
    sums: [],
    closing: [{ text: slip.thanks }, { text: slip.returns(order.promises.guaranteeDays), look: 'soft' }],
  });
}

type ReturnedItems = Pick<ReturnView, 'id' | 'lines' | 'requestedAt'>;

/**
 * Returns the return slip as a PDF: destination, customer, items and code. It says that it is no
 * postage.
 */
export function returnSlipPdf(order: OrderView, returned: ReturnedItems, seller: Seller): Promise<Uint8Array> {
  const { returnSlip } = documents;
  const code = returnCode(returned.id);
  const address = [seller.legalName, ...seller.address.split('\n')].filter(Boolean);
  const itemName = (productId: string) => order.items.find((item) => item.productId === productId)?.name ?? '';
  return render(order, {
    title: returnSlip.title,
    number: code,
    createdAt: returned.requestedAt,
    sender: senderLines(seller),
    details: [`Order ${order.orderNumber}`, `Date ${longDay(returned.requestedAt)}`],
    columns: [
      { title: returnSlip.to, lines: address.length === 0 ? [returnSlip.noAddress] : address },
      { title: returnSlip.from, lines: envelope(order.customer, order.shippingAddress) },
    ],
    code: { title: returnSlip.code, text: code },
    table: {
      titles: packedTitles,
      rows: returned.lines.map(({ productId, quantity }): Cells => [itemName(productId), '', '', String(quantity)]),
    },
    sums: [],
    closing: [
      { text: returnSlip.postage },
      { text: returnSlip.refund(order.promises.refundProcessingDays), look: 'soft' },
    ],
  });
}

const senderLines = (seller: Seller) => [...sellerLines(seller), site.supportEmail];

/** Renders a PDF, with a final note if the fonts lack a character. */
async function render({ orderNumber }: OrderView, pdf: OrderPdf): Promise<Uint8Array> {
  // Loaded with the first PDF, because most of the shop's work needs none.
  const { renderOrderPdf } = await import('./order-pdf.server.tsx');
  return renderOrderPdf(pdf, documents.gaps(orderNumber));
}
