import type { StripeExpressCheckoutElementConfirmEvent } from '@stripe/stripe-js';

import type { ContactFields } from '#modules/buying/checkout/address/rules.ts';
import type { Address } from '#shared/address.ts';
import type { CheckoutView } from '#modules/buying/checkout/contract.ts';
import { centsFrom } from '#shared/money.ts';
import { notesOf, type OrderNotes } from '#shared/order-notes.ts';

import type { CheckoutForm } from './form-storage.ts';

type WalletAddress = {
  line1?: string;
  line2?: string | null;
  city: string;
  state: string;
  postal_code: string;
  country: string;
};
type Approval = Pick<StripeExpressCheckoutElementConfirmEvent, 'billingDetails' | 'shippingAddress'>;

/** An address of a wallet as the checkout's form has it; before the approval wallets keep the street to themselves. */
export function addressFrom({ line1, line2, city, state, postal_code, country }: WalletAddress): Address {
  return { street: line1 ?? '', line2: line2 ?? '', city, state, postalCode: postal_code, country };
}

/** First and last name of what a wallet calls somebody; the shop needs both, and some people have one name. */
function namesFrom(name: string): Pick<ContactFields, 'firstName' | 'lastName'> {
  const [firstName = '', ...others] = name.trim().split(/\s+/);
  return { firstName, lastName: others.join(' ') || '-' };
}

/** What somebody who approved with a wallet would have typed into the form. */
export function formFrom({ billingDetails, shippingAddress }: Approval, notes: OrderNotes): CheckoutForm {
  const place = shippingAddress?.address ?? billingDetails?.address;
  const shipping = addressFrom(place ?? { city: '', state: '', postal_code: '', country: '' });
  return {
    contact: {
      ...namesFrom(shippingAddress?.name || billingDetails?.name || ''),
      email: billingDetails?.email ?? '',
      phone: billingDetails?.phone ?? '',
    },
    shipping,
    billing: billingDetails === undefined ? shipping : addressFrom(billingDetails.address),
    billingSameAsShipping: false,
    ...notesOf(notes),
  };
}

/** What a wallet shows of an order, whole cents: its lines add up to the total, the chosen way of shipping comes first. */
export function walletView(view: CheckoutView) {
  const { total, shippingAmount, taxAmount, shippingOptionId } = view;
  const extra = [
    { name: 'Shipping', amount: centsFrom(shippingAmount) },
    { name: 'Tax', amount: centsFrom(taxAmount) },
  ].filter(({ amount }) => amount > 0);
  const goods = centsFrom(total) - extra.reduce((sum, { amount }) => sum + amount, 0);
  const rates = view.shippingOptions.map(({ id, name, price, delivery_text }) => ({
    id,
    amount: centsFrom(id === shippingOptionId ? shippingAmount : price),
    displayName: name,
    deliveryEstimate: delivery_text,
  }));
  return {
    lineItems: [{ name: 'Your order', amount: goods }, ...extra],
    shippingRates: rates.toSorted((a, b) => Number(b.id === shippingOptionId) - Number(a.id === shippingOptionId)),
  };
}
