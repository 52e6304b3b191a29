import { billOf, returnedTax, type OrderView } from './order-record.ts';
import type { PaymentStatus } from './order-status.ts';
import { billLines, type BillLine } from '#shared/bill-lines.ts';
import { formatUsd, type Cents } from '#shared/money.ts';

/** True when an order has an invoice: once it was paid, also after refunds. */
export function hasInvoice(order: { paymentStatus: PaymentStatus }): boolean {
  return ['paid', 'partially_refunded', 'refunded'].includes(order.paymentStatus);
}

/** Returns the number of an order's only invoice. */
export function invoiceNumber(orderNumber: string): string {
  return `INV-${orderNumber}`;
}

export type Amount = Pick<BillLine, 'name' | 'text'>;

export type InvoiceFigures = ReturnType<typeof invoiceFigures>;

type Priced = Parameters<typeof billOf>[0] &
  Pick<OrderView, 'orderNumber' | 'items' | 'capturedCents' | 'returnedCents'>;

/**
 * Returns the amount paid if it differs from the total, the amount refunded and the amount left.
 * The last two include their tax.
 */
function credits(order: Priced): Amount[] {
  const { orderNumber, tax, taxCents, totalCents, capturedCents, returnedCents } = order;
  const paid = capturedCents === totalCents ? [] : [{ name: 'Paid', text: formatUsd(capturedCents) }];
  if (returnedCents <= 0) return paid;
  const taxBack = returnedTax(order);
  const taxLeft = (tax?.amountCents ?? taxCents) - taxBack;
  const included = (sign: string, cents: Cents) =>
    cents === 0 ? [] : [{ name: `Includes ${tax?.name ?? 'tax'}`, text: sign + formatUsd(cents) }];
  return [
    ...paid,
    {
      name: `Credit note CN-${orderNumber}: refunded`,
      text: `-${formatUsd(returnedCents)}`,
    },
    ...included('-', taxBack),
    { name: 'Paid after refund', text: formatUsd(capturedCents - returnedCents) },
    ...included('', taxLeft),
  ];
}

/** Returns the figures of an order's invoice, in whole cents as the order stores them. */
export function invoiceFigures(order: Priced) {
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
    credits: credits(order),
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
