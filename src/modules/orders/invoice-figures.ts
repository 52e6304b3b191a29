import { documents } from '#content/documents.ts';
import { billOf, returnedTax, type OrderView, type PaymentStatus } from './order.ts';
import { billLines, type BillLine } from '#shared/bill.ts';
import { formatUsd, type Cents } from '#shared/money.ts';

/** Whether an order has an invoice: only once it was paid, also after the money went back. */
export function hasInvoice(order: { paymentStatus: PaymentStatus }): boolean {
  return ['paid', 'partially_refunded', 'refunded'].includes(order.paymentStatus);
}

/** The number of an order's one invoice. */
export function invoiceNumber(orderNumber: string): string {
  return documents.invoice.numberPrefix + orderNumber;
}

export type Amount = Pick<BillLine, 'name' | 'text'>;

export type InvoiceFigures = ReturnType<typeof invoiceFigures>;

type Priced = Parameters<typeof billOf>[0] &
  Pick<OrderView, 'orderNumber' | 'items' | 'capturedCents' | 'returnedCents'>;

/** What was paid where that is not the total, what went back to the customer, and what is left, each with the tax in it. */
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
      name: `Credit note ${documents.invoice.creditPrefix}${orderNumber}: refunded`,
      text: `-${formatUsd(returnedCents)}`,
    },
    ...included('-', taxBack),
    { name: 'Paid after refund', text: formatUsd(capturedCents - returnedCents) },
    ...included('', taxLeft),
  ];
}

/** The figures of an order's invoice in whole cents, all as the order stores them. */
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
    /** Between the lines and the total: subtotal, what is taken off, shipping, tax that is added. They add up to the total. */
    steps: bill.filter(({ kind }) => kind !== 'total' && kind !== 'included'),
    totalCents: order.totalCents,
    /** Tax that the total holds. */
    included: bill.find(({ kind }) => kind === 'included') ?? null,
    credits: credits(order),
  };
}

/** What a parcel is packed with: of an order that has not left, without units that are back in stock already, as a partial refund puts them. */
export function unitsToPack({ shippedAt, items }: Pick<OrderView, 'shippedAt' | 'items'>) {
  const isBack = shippedAt === null;
  return items
    .map(({ name, quantity, restockedQuantity }) => ({ name, quantity: quantity - (isBack ? restockedQuantity : 0) }))
    .filter(({ quantity }) => quantity > 0);
}
