import { noDocuments, type CreditNote, type OrderDocuments } from './order-documents.ts';
import { billOf, type OrderView } from './order-record.ts';
import { returnedParts } from './refund-split.ts';
import type { PaymentStatus } from './order-status.ts';
import { billLines, type BillLine } from '#shared/bill-lines.ts';
import { formatUsd, type Cents } from '#shared/money.ts';

/** Payment statuses of orders that have an invoice. */
export const invoicedStatuses: readonly PaymentStatus[] = ['paid', 'partially_refunded', 'refunded'];

/** True when an order has an invoice: once it was paid, also after refunds. */
export function hasInvoice(order: { paymentStatus: PaymentStatus }): boolean {
  return invoicedStatuses.includes(order.paymentStatus);
}

/** Returns the number of an order's only invoice, unless it has a gapless one. */
export function invoiceNumber(orderNumber: string): string {
  return `INV-${orderNumber}`;
}

type Invoiced = { orderNumber: string; paymentStatus: PaymentStatus };

/**
 * Returns the number of an order's invoice: the gapless one, else the one made of the order's
 * number. Null without an invoice, and while the gapless number is still to be given.
 */
export function invoiceNumberOf(order: Invoiced, { invoice }: Pick<OrderDocuments, 'invoice'>): string | null {
  if (invoice !== null) return invoice.number;
  return hasInvoice(order) ? invoiceNumber(order.orderNumber) : null;
}

export type Amount = Pick<BillLine, 'name' | 'text'>;

export type InvoiceFigures = ReturnType<typeof invoiceFigures>;

type Priced = Parameters<typeof billOf>[0] &
  Parameters<typeof returnedParts>[0] &
  Pick<OrderView, 'orderNumber' | 'items'>;

const sum = (amounts: readonly Cents[]) => amounts.reduce((total, cents) => total + cents, 0);

/** Returns one line per returned amount: numbered credit notes, then everything else. */
function returnedLines({ orderNumber, returnedCents }: Priced, notes: readonly CreditNote[]): Amount[] {
  const numbered = notes.filter(({ number }) => number !== null);
  const creditedCents = sum(numbered.map(({ amountCents }) => amountCents));
  const line = (number: string, cents: Cents) => ({
    name: `Credit note ${number}: refunded`,
    text: `-${formatUsd(cents)}`,
  });
  const lines = numbered.map(({ number, amountCents }) => line(number ?? '', amountCents));
  return returnedCents > creditedCents ? [...lines, line(`CN-${orderNumber}`, returnedCents - creditedCents)] : lines;
}

/**
 * Returns the amount paid if it differs from the total, the amounts refunded and the amount left.
 * The last two include their tax.
 */
function credits(order: Priced, { creditNotes }: OrderDocuments): Amount[] {
  const { tax, taxCents, totalCents, capturedCents, returnedCents } = order;
  const paid = capturedCents === totalCents ? [] : [{ name: 'Paid', text: formatUsd(capturedCents) }];
  if (returnedCents <= 0) return paid;
  const valid = creditNotes.filter(({ voidedAt }) => voidedAt === null);
  const taxBack = returnedParts(order).taxCents;
  const taxLeft = (tax?.amountCents ?? taxCents) - taxBack;
  const included = (sign: string, cents: Cents) =>
    cents === 0 ? [] : [{ name: `Includes ${tax?.name ?? 'tax'}`, text: sign + formatUsd(cents) }];
  return [
    ...paid,
    ...returnedLines(order, valid),
    ...included('-', taxBack),
    { name: 'Paid after refund', text: formatUsd(capturedCents - returnedCents) },
    ...included('', taxLeft),
  ];
}

/** Returns the figures of an order's invoice, in whole cents as the order stores them. */
export function invoiceFigures(order: Priced, documents: OrderDocuments = noDocuments) {
  const { tax } = order;
  const bill = billLines(billOf(order)).map((one) =>
    one.kind === 'tax' && tax?.inclusive === false ? { ...one, name: tax.name } : one,
  );
  return {
    lines: order.items.map(({ name, quantity, unitPriceCents }) => ({
      name,
      quantity,
      unitPriceCents,
      amountCents: unitPriceCents * quantity,
    })),
    /**
     * Lines between the items and the total: subtotal, reductions, shipping and added tax. They add
     * up to the total.
     */
    steps: bill.filter(({ kind }) => kind !== 'total' && kind !== 'included'),
    totalCents: order.totalCents,
    /** Tax that the total includes. */
    included: bill.find(({ kind }) => kind === 'included') ?? null,
    credits: credits(order, documents),
  };
}

/**
 * Returns the units to pack. Before shipping, units that are back in stock are left out, as after a
 * partial refund.
 */
export function unitsToPack({ shippedAt, items }: Pick<OrderView, 'shippedAt' | 'items'>) {
  const isBack = shippedAt === null;
  return items
    .map(({ name, quantity, restockedQuantity }) => ({ name, quantity: quantity - (isBack ? restockedQuantity : 0) }))
    .filter(({ quantity }) => quantity > 0);
}
