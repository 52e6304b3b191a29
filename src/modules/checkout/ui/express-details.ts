import type { StripeExpressCheckoutElementConfirmEvent } from '@stripe/stripe-js';

import { contactIssues, type ContactFields } from '#shared/contact.ts';
import { addressIssues, emptyAddress, normalizeAddress, type Address } from '#shared/address.ts';
import { billingFromWallet } from '#shared/billing-address.ts';
import type { CheckoutView } from '../checkout.schema.ts';
import { inDeliveryCountry } from '#shared/territories.ts';
import { dollarsToCents } from '#shared/money.ts';
import type { Refusal } from '#ui/refusal.ts';

import type { CheckoutForm } from './form-storage.ts';

type Text = string | null | undefined;
/**
 * Any part may be absent, whatever the published types say. Cards of some countries have neither
 * state nor postal code.
 */
type WalletAddress = { [Part in 'line1' | 'line2' | 'city' | 'state' | 'postal_code' | 'country']?: Text };
type Event = StripeExpressCheckoutElementConfirmEvent;
type Approval = {
  shippingAddress?: { name?: Text; address?: WalletAddress } | undefined;
  billingDetails?: { name?: Text; email?: Text; phone?: Text; address?: WalletAddress } | undefined;
};

/** Converts a wallet's address to a form address. Before approval, wallets withhold the street. */
function writtenAddress({ line1, line2, city, state, postal_code, country }: WalletAddress): Address {
  return {
    ...emptyAddress,
    street: line1 ?? '',
    line2: line2 ?? '',
    city: city ?? '',
    state: state ?? '',
    postalCode: postal_code ?? '',
    country: country ?? '',
  };
}

/**
 * Returns a wallet's delivery address. Wallets name some territories as countries.
 */
export const addressFrom = (address: WalletAddress): Address => inDeliveryCountry(writtenAddress(address));

/** Returns the billing address of a wallet, or null if it has none. */
function billingFrom(walletAddress: WalletAddress | undefined): Address | null {
  const address = billingFromWallet(writtenAddress(walletAddress ?? {}));
  return Object.values(address).some((text) => text !== '') ? address : null;
}

type PaymentFailed = Required<NonNullable<Parameters<Event['paymentFailed']>[0]>>;

/**
 * Returns the wallet failure for the first unusable field, with that field's message, or null if
 * all are usable.
 */
export function walletFailure({ contact, shipping }: CheckoutForm): PaymentFailed | null {
  const { country, ...others } = addressIssues(shipping);
  if (country !== undefined) return { reason: 'address_unserviceable', message: country };
  const [address] = Object.values(others);
  if (address !== undefined) return { reason: 'invalid_shipping_address', message: address };
  const [payer] = Object.values(contactIssues(contact));
  return payer === undefined ? null : { reason: 'invalid_payment_data', message: payer };
}

const failureReasons: Record<string, PaymentFailed['reason']> = {
  phone_unusable: 'invalid_payment_data',
  country_not_sold: 'address_unserviceable',
  incomplete: 'invalid_shipping_address',
};

/** Returns the wallet failure for a refusal of the server. */
export function serverFailure({ reason, message }: Refusal): PaymentFailed {
  return { reason: failureReasons[reason] ?? 'fail', message };
}

/**
 * Splits a wallet's name into first and last name. The shop needs both, but some people have only
 * one.
 */
function namesFrom(name: string): Pick<ContactFields, 'firstName' | 'lastName'> {
  const [firstName = '', ...others] = name.trim().split(/\s+/);
  return { firstName, lastName: others.join(' ') || '-' };
}

/** Builds the checkout form from a wallet's approval. */
export function formFrom({ billingDetails, shippingAddress }: Approval, deliveryInstructions: string): CheckoutForm {
  const place = shippingAddress?.address ?? billingDetails?.address;
  const shipping = normalizeAddress(addressFrom(place ?? {}));
  return {
    contact: {
      ...namesFrom(shippingAddress?.name || billingDetails?.name || ''),
      email: billingDetails?.email ?? '',
      phone: billingDetails?.phone ?? '',
    },
    shipping,
    billing: billingFrom(billingDetails?.address) ?? shipping,
    billingSameAsShipping: false,
    deliveryInstructions,
  };
}

/**
 * Returns the wallet's view of an order, in whole cents. Its lines add up to the total, and the
 * chosen shipping option comes first.
 */
export function walletView(view: CheckoutView) {
  const { total, shippingAmount, taxAmount, shippingOptionId } = view;
  const extra = [
    { name: 'Shipping', amount: dollarsToCents(shippingAmount) },
    { name: 'Tax', amount: dollarsToCents(taxAmount) },
  ].filter(({ amount }) => amount > 0);
  const goods = dollarsToCents(total) - extra.reduce((sum, { amount }) => sum + amount, 0);
  const rates = view.shippingOptions.map(({ id, name, price, delivery_text }) => ({
    id,
    amount: dollarsToCents(id === shippingOptionId ? shippingAmount : price),
    displayName: name,
    deliveryEstimate: delivery_text,
  }));
  return {
    lineItems: [{ name: 'Your order', amount: goods }, ...extra],
    shippingRates: rates.toSorted((a, b) => Number(b.id === shippingOptionId) - Number(a.id === shippingOptionId)),
  };
}
