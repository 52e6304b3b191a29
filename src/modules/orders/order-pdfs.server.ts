import { documents } from '#content/documents.ts';
import { mails } from '#content/mails.ts';
import { site } from '#content/site.ts';
import { envelope, type OrderView } from './order-record.ts';
import { returnCode, type ReturnView } from './returns.ts';
import { sellerLines, type Seller } from '#modules/settings/shop-settings.ts';
import { longDay } from '#shared/shop-time.ts';
import { formatUsd } from '#shared/money.ts';
import { deliveryNotes } from '#shared/order-notes.ts';

import { newSheet, page, type Sheet } from './adapters/pdf-sheet.server.ts';
import { invoiceFigures, invoiceNumber, unitsToPack } from './invoice-figures.ts';

const { berry, ink, soft, line } = mails.colors;
const middle = page.left + page.width / 2;

type Head = { seller: Seller; title: string; facts: readonly string[] };

function head(sheet: Sheet, { seller, title, facts }: Head): void {
  sheet.write(site.name, page.left, { face: 'display', size: 26, colour: berry, width: 250 });
  sheet.write(title, middle, { face: 'display', size: 26, colour: ink, align: 'right' });
  sheet.down(38);
  const left = stack(sheet, page.left, { lines: [...sellerLines(seller), site.supportEmail], colour: soft });
  const right = stack(sheet, middle, { lines: facts, colour: ink, align: 'right' });
  sheet.down(Math.max(left, right) + 26);
}

type Stack = { lines: readonly string[]; colour: string; align?: 'left' | 'right' };

/** Writes lines below each other without moving down. Returns their height. */
function stack(sheet: Sheet, x: number, { lines, colour, align = 'left' }: Stack) {
  let height = 0;
  for (const text of lines) {
    const one = sheet.write(text, x, { colour, align, width: page.width / 2 - 16 + (align === 'right' ? 16 : 0) });
    sheet.down(one);
    height += one;
  }
  sheet.down(-height);
  return height;
}

function addresses(sheet: Sheet, columns: readonly { title: string; lines: readonly string[] }[]): void {
  const heights = columns.map(({ title, lines }, index) => {
    const x = index === 0 ? page.left : middle;
    sheet.write(title, x, { size: 9, colour: soft });
    sheet.down(15);
    const height = stack(sheet, x, { lines, colour: ink });
    sheet.down(-15);
    return height + 15;
  });
  sheet.down(Math.max(...heights) + 26);
}

const columns = { quantity: { x: 330, width: 50 }, price: { x: 390, width: 78 }, amount: { x: 474, width: 84 } };

const nameWidth = 260;

type Cells = readonly [name: string, quantity: string, price: string, amount: string];

function cells(sheet: Sheet, [name, ...texts]: Cells, colour: string): void {
  const height = sheet.write(name, page.left, { width: nameWidth, colour });
  for (const [index, column] of Object.values(columns).entries()) {
    sheet.write(texts[index] ?? '', column.x, { width: column.width, align: 'right', colour });
  }
  sheet.down(height + 8);
}

function ruled(sheet: Sheet, write: () => void): void {
  write();
  sheet.rule(line);
  sheet.down(10);
}

type Table = { titles: Cells; rows: readonly Cells[]; hasBoxes?: boolean };

/** Writes rows below their titles. The titles are repeated at the top of each further page. */
function table(sheet: Sheet, { titles, rows, hasBoxes = false }: Table): void {
  const above = () => ruled(sheet, () => cells(sheet, titles, soft));
  above();
  for (const row of rows) {
    if (sheet.need(sheet.heightOf(row[0], nameWidth) + 18)) above();
    ruled(sheet, () => {
      if (hasBoxes) sheet.box(columns.quantity.x + 60, 11, soft);
      cells(sheet, row, ink);
    });
  }
}

type Sum = { name: string; text: string; size?: number; colour?: string };

function sum(sheet: Sheet, { name, text, size = 10, colour = ink }: Sum): void {
  sheet.need(24);
  const height = sheet.write(name, 300, { width: 168, size, colour });
  sheet.write(text, columns.amount.x - 20, { width: columns.amount.width + 20, align: 'right', size, colour });
  sheet.down(height + 4);
}

/** Returns the bytes, after a final note if some characters could not be printed. */
function finished(sheet: Sheet, { orderNumber }: OrderView): Promise<Uint8Array> {
  if (sheet.hasGaps()) {
    sheet.need(40);
    sheet.down(12);
    sheet.write(documents.gaps(orderNumber), page.left, { colour: soft });
  }
  return sheet.finish();
}

/**
 * Returns the invoice of a paid order as a PDF: seller, lines, reductions, tax, total and refunds.
 * The same order and seller give the same bytes.
 */
export async function invoicePdf(order: OrderView, seller: Seller): Promise<Uint8Array> {
  const { invoice } = documents;
  const figures = invoiceFigures(order);
  const number = invoiceNumber(order.orderNumber);
  const sheet = await newSheet({ title: `${invoice.title} ${number}`, createdAt: order.placedAt, colour: soft });
  const placed = longDay(order.placedAt);
  const facts = [`Number ${number}`, `Order ${order.orderNumber}`, `Date ${placed}`];
  head(sheet, { seller, title: invoice.title, facts });
  addresses(sheet, [
    { title: 'Billed to', lines: [...envelope(order.customer, order.billingAddress), order.email].filter(Boolean) },
    { title: 'Shipped to', lines: envelope(order.customer, order.shippingAddress) },
  ]);
  const rows = figures.lines.map(({ name, quantity, unitPriceCents, amountCents }): Cells => {
    return [name, String(quantity), formatUsd(unitPriceCents), formatUsd(amountCents)];
  });
  table(sheet, { titles: ['Item', 'Quantity', 'Price', 'Amount'], rows });
  for (const step of figures.steps) sum(sheet, step);
  sheet.down(4);
  const isPaidSo = order.capturedCents === order.totalCents;
  sum(sheet, { name: isPaidSo ? 'Total paid' : 'Total', text: formatUsd(figures.totalCents), size: 14, colour: berry });
  if (figures.included !== null) sum(sheet, { ...figures.included, colour: soft });
  for (const credit of figures.credits) sum(sheet, credit);
  sheet.need(60);
  sheet.down(28);
  sheet.down(sheet.write(invoice.thanks, page.left, { colour: ink }));
  sheet.down(sheet.write(invoice.currency, page.left, { colour: soft }));
  return finished(sheet, order);
}

/** Column titles of packing slips and return slips. */
const packed: Cells = ['Item', '', '', 'Quantity'];

/** Returns the packing slip as a PDF without prices: address, items, and a box to tick for each. */
export async function packingSlipPdf(order: OrderView, seller: Seller): Promise<Uint8Array> {
  const { slip } = documents;
  const sheet = await newSheet({
    title: `${slip.title} ${order.orderNumber}`,
    createdAt: order.placedAt,
    colour: soft,
  });
  const facts = [`Order ${order.orderNumber}`, `Date ${longDay(order.placedAt)}`];
  head(sheet, { seller, title: slip.title, facts });
  const delivery = [order.shippingOption?.name ?? '', ...deliveryNotes(order)].filter(Boolean);
  addresses(sheet, [
    { title: 'Ship to', lines: [...envelope(order.customer, order.shippingAddress), order.customer.phone] },
    { title: 'Delivery', lines: delivery.length === 0 ? ['Standard'] : delivery },
  ]);
  const rows = unitsToPack(order).map(({ name, quantity }): Cells => [name, '', '', String(quantity)]);
  table(sheet, { titles: packed, rows, hasBoxes: true });
  sheet.need(60);
  sheet.down(20);
  sheet.down(sheet.write(slip.thanks, page.left, { colour: ink }));
  sheet.down(sheet.write(slip.returns, page.left, { colour: soft }));
  return finished(sheet, order);
}

type Returned = Pick<ReturnView, 'id' | 'lines' | 'requestedAt'>;

/**
 * Returns the return slip as a PDF: destination, customer, items and code. It says that it is no
 * postage.
 */
export async function returnSlipPdf(order: OrderView, one: Returned, seller: Seller): Promise<Uint8Array> {
  const { returnSlip } = documents;
  const code = returnCode(one.id);
  const sheet = await newSheet({ title: `${returnSlip.title} ${code}`, createdAt: one.requestedAt, colour: soft });
  const facts = [`Order ${order.orderNumber}`, `Date ${longDay(one.requestedAt)}`];
  head(sheet, { seller, title: returnSlip.title, facts });
  const address = [seller.legalName, ...seller.address.split('\n')].filter(Boolean);
  addresses(sheet, [
    { title: returnSlip.to, lines: address.length === 0 ? [returnSlip.noAddress] : address },
    { title: returnSlip.from, lines: envelope(order.customer, order.shippingAddress) },
  ]);
  sheet.down(sheet.write(returnSlip.code, page.left, { size: 9, colour: soft }));
  sheet.down(sheet.write(code, page.left, { face: 'display', size: 34, colour: berry }) + 24);
  const nameOf = (productId: string) => order.items.find((item) => item.productId === productId)?.name ?? '';
  const rows = one.lines.map(({ productId, quantity }): Cells => [nameOf(productId), '', '', String(quantity)]);
  table(sheet, { titles: packed, rows });
  sheet.need(80);
  sheet.down(20);
  sheet.down(sheet.write(returnSlip.postage, page.left, { colour: ink }) + 4);
  sheet.down(sheet.write(returnSlip.refund, page.left, { colour: soft }));
  return finished(sheet, order);
}
