import { documents } from '#content/documents.ts';
import { billOf, type OrderView, type PaymentStatus } from '#modules/buying/orders/rules.ts';
import { billLines, type BillLine } from '#shared/bill.ts';
import { formatUsd } from '#shared/money.ts';

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

/** What went back to the customer, and what is left of the payment; empty while nothing went back. */
function credits({ orderNumber, capturedCents, returnedCents }: Priced): Amount[] {
  if (returnedCents <= 0) return [];
  return [
    {
      name: `Credit note ${documents.invoice.creditPrefix}${orderNumber}: refunded`,
      text: `-${formatUsd(returnedCents)}`,
    },
    { name: 'Paid after refund', text: formatUsd(capturedCents - returnedCents) },
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
