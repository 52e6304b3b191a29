import type { HostedLine, HostedSession } from '#modules/payments/hosted-sessions.server.ts';
import { fittingAddress } from '#shared/address.ts';
import { emptyNotes } from '#shared/order-notes.ts';

import type { Contact, Delivery, QuoteVersion } from './quote.ts';

/** For how long a checkout on the provider's page reserves its goods: such a page stays open for at least 30 minutes. */
export const hostedMinutes = 32;
/** The page ends this long before the goods are released, in milliseconds. */
const pageEndsEarlierMs = 60_000;

/** When the provider's page of a checkout ends. */
export function pageEnd(expiresAt: Date): Date {
  return new Date(expiresAt.getTime() - pageEndsEarlierMs);
}

type Priced = Pick<QuoteVersion, 'items' | 'shippingOption' | 'shippingCents'>;

/** The lines of the provider's page, discounts taken off; their sum is the quote's total. An uneven line becomes one of its own. */
export function hostedLines({ items, shippingOption, shippingCents }: Priced): HostedLine[] {
  const goods = items.map(({ name, quantity, totalCents }) =>
    totalCents % quantity === 0
      ? { name, quantity, unitAmountCents: totalCents / quantity }
      : { name: `${name} × ${quantity}`, quantity: 1, unitAmountCents: totalCents },
  );
  if (shippingCents === 0) return goods;
  return [...goods, { name: shippingOption?.name ?? 'Shipping', quantity: 1, unitAmountCents: shippingCents }];
}

/** First name and the rest of a name that was typed in one field. */
function namesOf(name: string): Pick<Contact, 'firstName' | 'lastName'> {
  const [firstName = '', ...others] = name.trim().split(/\s+/);
  return { firstName, lastName: others.join(' ') };
}

/** Contact and addresses that were typed on the provider's page; null where nothing was typed. */
export function deliveryFrom({
  email,
  name,
  phone,
  shipping,
}: Pick<HostedSession, 'email' | 'name' | 'phone' | 'shipping'>): Delivery {
  const shippingAddress =
    shipping === null
      ? null
      : fittingAddress({
          street: shipping.street,
          ...(shipping.line2 === null ? {} : { line2: shipping.line2 }),
          city: shipping.city,
          state: shipping.state ?? '',
          postalCode: shipping.postalCode,
          country: shipping.country,
        });
  const fullName = shipping?.name || name || '';
  const contact = email === null ? null : { email, ...namesOf(fullName), phone: phone ?? shipping?.phone ?? '' };
  return { contact, shippingAddress, billingAddress: shippingAddress, ...emptyNotes };
}
