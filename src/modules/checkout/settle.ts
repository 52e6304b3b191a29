import type { PaymentStatus } from '#modules/orders/order-status.ts';
import type { PlacedOrder } from '#modules/orders/orders.server.ts';
import type { Intent } from '#modules/payments/payments.server.ts';
import { emptyAddress } from '#shared/address.ts';
import { notesOf } from '#shared/order-notes.ts';

import type { CheckoutRow } from './checkout.queries.server.ts';
import type { HoldReason, QuoteVersion } from './quote.ts';

const nobody = { firstName: '', lastName: '', phone: '' };
const { line2: _line2, ...noAddress } = emptyAddress;

function eventsOf(hold: HoldReason | null): PlacedOrder['events'] {
  const placed = { type: 'placed', message: 'Order placed' };
  return hold === null ? [placed] : [placed, { type: 'held', message: `Held for review: ${hold}` }];
}

type Payment = { intent: Intent | null; paymentStatus: PaymentStatus; hold: HoldReason | null };

/** Builds the order of a checkout with the amounts of the paid quote version. */
export function orderFrom(checkout: CheckoutRow, quote: QuoteVersion, payment: Payment): PlacedOrder {
  const { contact, shippingAddress, billingAddress, code } = quote;
  return {
    orderNumber: checkout.orderNumber,
    checkoutId: checkout.id,
    paymentIntentId: payment.intent?.id ?? null,
    customerId: checkout.customerId,
    email: (contact?.email ?? payment.intent?.email ?? '').toLowerCase(),
    status: payment.paymentStatus === 'pending' ? 'pending' : 'confirmed',
    paymentStatus: payment.paymentStatus,
    holdReason: payment.hold,
    customer:
      contact === null ? nobody : { firstName: contact.firstName, lastName: contact.lastName, phone: contact.phone },
    shippingAddress: shippingAddress ?? noAddress,
    billingAddress: billingAddress ?? shippingAddress ?? noAddress,
    ...notesOf(quote),
    shippingOption: quote.shippingOption,
    couponDiscount: code === null ? null : { code: code.code, name: code.name, amountCents: code.amountCents },
    promotion: quote.promotion,
    subtotalCents: quote.subtotalCents,
    discountCents: quote.discountCents,
    shippingCents: quote.shippingCents,
    taxCents: quote.taxCents,
    tax: quote.tax ?? null,
    totalCents: quote.totalCents,
    capturedCents: payment.intent?.amountReceivedCents ?? 0,
    items: quote.items.map(({ listPriceCents: _list, ...item }) => item),
    events: eventsOf(payment.hold),
  };
}

/** Builds an order on hold for a payment that only the provider knows. Staff must decide. */
export function orderOnHold(
  intent: Intent,
  checkout: { id: string; orderNumber: string },
  hold: HoldReason,
): PlacedOrder {
  return {
    orderNumber: checkout.orderNumber,
    checkoutId: checkout.id,
    paymentIntentId: intent.id,
    email: (intent.email ?? '').toLowerCase(),
    status: 'pending',
    paymentStatus: 'pending',
    holdReason: hold,
    customer: nobody,
    shippingAddress: noAddress,
    billingAddress: noAddress,
    subtotalCents: intent.amountReceivedCents,
    discountCents: 0,
    shippingCents: 0,
    taxCents: 0,
    totalCents: intent.amountReceivedCents,
    capturedCents: intent.amountReceivedCents,
    items: [],
    events: eventsOf(hold),
  };
}
