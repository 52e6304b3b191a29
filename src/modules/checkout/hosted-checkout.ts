import type { HostedLine, HostedSession } from '#modules/payments/hosted-sessions.server.ts';
import { optionsTo } from '#modules/shipping/shipping-terms.ts';
import { emptyAddress, normalizeAddress } from '#shared/address.ts';
import { inDeliveryCountry } from '#shared/territories.ts';

import type { Contact, Delivery, Offer, QuoteVersion } from './quote.ts';

/**
 * Minutes for which a checkout on the provider's page reserves its goods. Such a page stays open
 * for at least 30 minutes.
 */
export const hostedMinutes = 32;
/** Time, in ms, by which the page ends before the goods are released. */
const pageEndsEarlierMs = 60_000;

/** Returns the end of the provider's page for a checkout. */
export function pageEnd(expiresAt: Date): Date {
  return new Date(expiresAt.getTime() - pageEndsEarlierMs);
}

/**
 * Returns the countries to choose from on the provider's page: those that the shop sells to and the
 * option of the quote goes to, because the page cannot change its price.
 */
export function hostedCountries({ quote, options, soldCountries }: Offer): string[] {
  const chosen = options.filter(({ id }) => id === quote.shippingOption?.id);
  return soldCountries.filter((country) => optionsTo(chosen, country).length > 0);
}

type Priced = Pick<QuoteVersion, 'items' | 'shippingOption' | 'shippingCents'>;

/**
 * Returns the lines of the provider's page, discounts deducted. They sum to the quote's total. A
 * line that does not divide evenly by its units has quantity 1.
 */
export function hostedLines({ items, shippingOption, shippingCents }: Priced): HostedLine[] {
  const goods = items.map(({ name, quantity, totalCents }) =>
    totalCents % quantity === 0
      ? { name, quantity, unitAmountCents: totalCents / quantity }
      : { name: `${name} × ${quantity}`, quantity: 1, unitAmountCents: totalCents },
  );
  if (shippingCents === 0) return goods;
  return [...goods, { name: shippingOption?.name ?? 'Shipping', quantity: 1, unitAmountCents: shippingCents }];
}

/** Splits a full name into the first name and the rest. */
function namesOf(name: string): Pick<Contact, 'firstName' | 'lastName'> {
  const [firstName = '', ...others] = name.trim().split(/\s+/);
  return { firstName, lastName: others.join(' ') };
}

/** Extracts contact and addresses from the provider's page. Null where nothing was typed. */
export function deliveryFrom({
  email,
  name,
  phone,
  shipping,
}: Pick<HostedSession, 'email' | 'name' | 'phone' | 'shipping'>): Delivery {
  const shippingAddress =
    shipping === null
      ? null
      : normalizeAddress(
          inDeliveryCountry({
            ...emptyAddress,
            street: shipping.street,
            line2: shipping.line2 ?? '',
            city: shipping.city,
            state: shipping.state ?? '',
            postalCode: shipping.postalCode,
            country: shipping.country,
          }),
        );
  const fullName = shipping?.name || name || '';
  const contact = email === null ? null : { email, ...namesOf(fullName), phone: phone ?? shipping?.phone ?? '' };
  return { contact, shippingAddress, billingAddress: shippingAddress, deliveryInstructions: '' };
}
