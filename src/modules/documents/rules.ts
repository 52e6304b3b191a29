import { documents } from '#content/documents.ts';
import { reductionsOf, type OrderView, type PaymentStatus } from '#modules/orders/rules.ts';
import { formatUsd, type Cents } from '#shared/money.ts';

/** Whether an order has an invoice: only once it was paid, also after the money went back. */
export function hasInvoice(order: { paymentStatus: PaymentStatus }): boolean {
  return ['paid', 'partially_refunded', 'refunded'].includes(order.paymentStatus);
}

/** The number of an order's one invoice. */
export function invoiceNumber(orderNumber: string): string {
  return documents.invoice.numberPrefix + orderNumber;
}

export type Amount = { label: string; cents: Cents };

export type InvoiceFigures = {
  lines: { name: string; quantity: number; unitPriceCents: Cents; amountCents: Cents }[];
  /** Between the lines and the total: subtotal, what is taken off, shipping, tax that is added. They add up to the total. */
  steps: Amount[];
  totalCents: Cents;
  /** Tax that the total holds. */
  included: Amount | null;
  /** What went back to the customer, and what is left of the payment; empty while nothing went back. */
  credits: Amount[];
};

type Priced = Pick<
  OrderView,
  | 'orderNumber'
  | 'items'
  | 'promotion'
  | 'discount'
  | 'discountCents'
  | 'subtotalCents'
  | 'shippingOption'
  | 'shippingCents'
  | 'taxCents'
  | 'tax'
  | 'totalCents'
  | 'capturedCents'
  | 'returnedCents'
>;

function reductions(order: Priced): Amount[] {
  const named = reductionsOf(order).filter(({ amountCents }) => amountCents > 0);
  return named.map(({ name, amountCents }) => ({ label: name, cents: -amountCents }));
}

function credits({ orderNumber, capturedCents, returnedCents }: Priced): Amount[] {
  if (returnedCents <= 0) return [];
  return [
    { label: `Credit note ${documents.invoice.creditPrefix}${orderNumber}: refunded`, cents: -returnedCents },
    { label: 'Paid after refund', cents: capturedCents - returnedCents },
  ];
}

/** The figures of an order's invoice in whole cents, all as the order stores them. */
export function invoiceFigures(order: Priced): InvoiceFigures {
  const { shippingOption, shippingCents, tax, taxCents } = order;
  const added = tax === null || tax.inclusive ? 'Tax' : tax.name;
  return {
    lines: order.items.map(({ name, quantity, unitPriceCents }) => ({
      name,
      quantity,
      unitPriceCents,
      amountCents: unitPriceCents * quantity,
    })),
    steps: [
      { label: 'Subtotal', cents: order.subtotalCents },
      ...reductions(order),
      { label: shippingOption?.name ?? 'Shipping', cents: shippingCents },
      ...(taxCents === 0 ? [] : [{ label: added, cents: taxCents }]),
    ],
    totalCents: order.totalCents,
    included: tax?.inclusive === true ? { label: `Includes ${tax.name}`, cents: tax.amountCents } : null,
    credits: credits(order),
  };
}

/** '-$5.90' of -590 cents; shipping that costs nothing is Free. */
export function amountText({ label, cents }: Amount, freeLabel?: string): string {
  if (cents === 0 && label === freeLabel) return 'Free';
  return cents < 0 ? `-${formatUsd(-cents)}` : formatUsd(cents);
}
