import type { Stripe, StripeElements } from '@stripe/stripe-js';

import { normalizeAddress, type Address } from '#shared/address.ts';
import { fittingBilling } from '#shared/billing-address.ts';
import { stripInvisible } from '#shared/clean-text.ts';
import { normalizeIdentifier } from '#shared/identifier.ts';
import { phoneText } from '#shared/phone-number.ts';

import type { CheckoutForm } from './form-storage.ts';

type PostalAddress = {
  line1: string;
  line2: string;
  city: string;
  state: string;
  postal_code: string;
  country: string;
};

/** Names and addresses that the provider may use for the receipt, the shipment and the card. */
export type Payer = {
  email: string;
  name: string;
  phone: string;
  shipping: PostalAddress;
  /** Null if a wallet provides it. */
  billing: PostalAddress | null;
};

/** `over`: the checkout's time was up before the payment was made. The card is not at fault. */
export type PaymentOutcome =
  | { kind: 'paid'; intentId: string }
  | { kind: 'declined'; message: string }
  | { kind: 'unknown'; message: string }
  | { kind: 'over'; message: string };

/** Cleans a text as the server does before it stores one. */
const plain = (text: string) => stripInvisible(text).trim();

/** Cleans an address as the server does before it stores one. */
function postal(address: Address, fitting: (cleaned: Address) => Address): PostalAddress {
  const { street, line2, city, state, postalCode, country } = fitting({
    ...address,
    state: normalizeIdentifier(address.state),
    postalCode: normalizeIdentifier(address.postalCode),
  });
  return {
    line1: plain(street),
    line2: plain(line2),
    city: plain(city),
    state,
    postal_code: postalCode,
    country,
  };
}

export function payerOf({ contact, shipping, billing, billingSameAsShipping }: CheckoutForm): Payer {
  return {
    email: normalizeIdentifier(contact.email),
    name: `${plain(contact.firstName)} ${plain(contact.lastName)}`,
    phone: phoneText(contact.phone),
    shipping: postal(shipping, normalizeAddress),
    billing: postal(billingSameAsShipping ? shipping : billing, fittingBilling),
  };
}

function isPaid(status: string): boolean {
  return status === 'succeeded' || status === 'processing';
}

const overMessage = 'The time was up before your bank had answered. Nothing was charged.';

const lost = new Set(['api_connection_error', 'api_error', 'rate_limit_error']);

type Payment = {
  stripe: Stripe;
  elements: StripeElements;
  clientSecret: string;
  payer: Payer;
  /**
   * True if the form was created before this payment was known. Such a form can outlive a canceled
   * payment.
   */
  isFormOfItsOwn?: boolean;
};

/**
 * Confirms the payment at the provider. If the answer is lost, reads the payment's state, so that
 * nobody pays twice.
 */
export async function confirmPayment(payment: Payment): Promise<PaymentOutcome> {
  const { stripe, elements, clientSecret, payer, isFormOfItsOwn = false } = payment;
  const { email, name, phone, shipping, billing } = payer;
  const { error, paymentIntent } = await stripe.confirmPayment({
    elements,
    ...(isFormOfItsOwn ? { clientSecret } : {}),
    redirect: 'if_required',
    confirmParams: {
      return_url: `${window.location.origin}/checkout-success`,
      receipt_email: email,
      shipping: { name, phone, address: shipping },
      ...(billing === null
        ? {}
        : { payment_method_data: { billing_details: { email, name, phone, address: billing } } }),
    },
  });
  const message = error?.message ?? 'An error occurred during payment processing.';
  const isLost = error !== undefined && lost.has(error.type);
  const isUnclear = isLost || (error?.payment_intent === undefined && error?.type === 'invalid_request_error');
  const intent =
    paymentIntent ??
    (isUnclear ? (await stripe.retrievePaymentIntent(clientSecret)).paymentIntent : error?.payment_intent);
  if (intent !== undefined && isPaid(intent.status)) return { kind: 'paid', intentId: intent.id };
  if (intent?.status === 'canceled') return { kind: 'over', message: overMessage };
  return { kind: isLost && intent === undefined ? 'unknown' : 'declined', message };
}
