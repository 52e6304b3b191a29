import type { OrderHold } from '#modules/orders/order-holds.ts';
import type { PaymentStatus } from '#modules/orders/order-status.ts';
import type { PlacedOrder } from '#modules/orders/orders.server.ts';
import { modeOfPayment, type PaymentMode } from '#modules/payments/payment-mode.ts';
import type { Intent } from '#modules/payments/intents.server.ts';
import type { OrderTerms } from '#modules/settings/shop-promises.ts';
import { emptyAddress } from '#shared/address.ts';
import type { Cents } from '#shared/money.ts';

import type { CheckoutRow } from './find-checkout.queries.server.ts';
import type { QuoteVersion } from './quote.ts';

export type PaidIntent = {
  amountReceivedCents: Cents;
  currency: string;
  livemode: boolean;
};

/** Reasons for which settling holds an order. Disputes and staff hold orders later. */
export type HoldReason = Exclude<OrderHold, 'dispute' | 'manual'>;

/** Returns why a payment does not match its quote, or null if it matches to the cent. */
export function moneyMismatch(intent: PaidIntent, agreed: QuoteVersion, liveMode: boolean): HoldReason | null {
  if (intent.livemode !== liveMode) return 'mode_mismatch';
  if (intent.currency !== agreed.currency) return 'currency_mismatch';
  if (intent.amountReceivedCents !== agreed.totalCents) return 'amount_mismatch';
  return null;
}

/** Holds of orders whose money is certain. */
const certain = new Set<HoldReason>(['contact_incomplete', 'stock_gone', 'code_gone', 'country_not_sold']);

/** True if a hold puts the money itself in doubt, so that the order must not count as paid. */
export function isPaymentUnverified(reason: HoldReason | null): boolean {
  return reason !== null && !certain.has(reason);
}

const noCustomer = { firstName: '', lastName: '', phone: '' };

function eventsOf(hold: HoldReason | null): PlacedOrder['events'] {
  const placed = { type: 'placed', message: 'Order placed' };
  return hold === null ? [placed] : [placed, { type: 'held', message: `On hold for review: ${hold}` }];
}

type Payment = {
  intent: Intent | null;
  paymentStatus: PaymentStatus;
  hold: HoldReason | null;
  /** Mode of the shop's payments. */
  shopMode: PaymentMode;
};

/** Builds the order of a checkout with the amounts of the paid quote version. */
export function orderFrom(checkout: CheckoutRow, quote: QuoteVersion, payment: Payment): PlacedOrder {
  const { contact, shippingAddress, billingAddress, code } = quote;
  return {
    orderNumber: checkout.orderNumber,
    checkoutId: checkout.id,
    paymentIntentId: payment.intent?.id ?? null,
    paymentMode: modeOfPayment(payment.intent, payment.shopMode),
    customerId: checkout.customerId,
    source: checkout.source,
    device: checkout.device,
    email: (contact?.email ?? payment.intent?.email ?? '').toLowerCase(),
    status: payment.paymentStatus === 'pending' ? 'pending' : 'confirmed',
    paymentStatus: payment.paymentStatus,
    holdReason: payment.hold,
    customer:
      contact === null
        ? noCustomer
        : { firstName: contact.firstName, lastName: contact.lastName, phone: contact.phone },
    shippingAddress: shippingAddress ?? emptyAddress,
    billingAddress: billingAddress ?? shippingAddress ?? emptyAddress,
    deliveryInstructions: quote.deliveryInstructions,
    shippingOption: quote.shippingOption,
    couponDiscount: code === null ? null : { code: code.code, name: code.name, amountCents: code.amountCents },
    promotion: quote.promotion,
    subtotalCents: quote.subtotalCents,
    discountCents: quote.discountCents,
    shippingCents: quote.shippingCents,
    taxCents: quote.taxCents,
    tax: quote.tax,
    totalCents: quote.totalCents,
    promises: quote.promises,
    capturedCents: payment.intent?.amountReceivedCents ?? 0,
    items: quote.items.map(({ listPriceCents: _list, ...item }) => item),
    events: eventsOf(payment.hold),
  };
}

/** Builds an order on hold for a payment that only the provider knows. Staff must decide. */
export function orderOnHold(
  intent: Intent,
  checkout: { id: string; orderNumber: string },
  { hold, promises, shopMode }: { hold: HoldReason; promises: OrderTerms; shopMode: PaymentMode },
): PlacedOrder {
  return {
    orderNumber: checkout.orderNumber,
    checkoutId: checkout.id,
    paymentIntentId: intent.id,
    paymentMode: modeOfPayment(intent, shopMode),
    email: (intent.email ?? '').toLowerCase(),
    status: 'pending',
    paymentStatus: 'pending',
    holdReason: hold,
    customer: noCustomer,
    shippingAddress: emptyAddress,
    billingAddress: emptyAddress,
    subtotalCents: intent.amountReceivedCents,
    discountCents: 0,
    shippingCents: 0,
    taxCents: 0,
    totalCents: intent.amountReceivedCents,
    promises,
    capturedCents: intent.amountReceivedCents,
    items: [],
    events: eventsOf(hold),
  };
}
