import { fittingAddress, placeLine, type Address } from '#shared/address.ts';
import { countries, regionsOf } from '#shared/countries.ts';
import { identifier } from '#shared/identifier.ts';
import { isCallable } from '#shared/phone-number.server.ts';
import { phoneSentence } from '#shared/phone-number.ts';

import { citiesAround, placeOfZip, statesOfZip } from './adapters/zip-codes.server.ts';
import { isCityOf } from './address-check.ts';
import type { Change, PostalPlace } from './checkout.schema.ts';

const pleaseCheck = 'Please check it, or confirm below that the address is right.';

const stateNames = (codes: readonly string[]) =>
  regionsOf('US')
    .filter(({ code }) => codes.includes(code))
    .map(({ name }) => name)
    .join(' or ');

/** True if `city` is a known name at a US ZIP, or if no cities are known there. */
function isCityAt(zip: string, state: string, city: string): boolean {
  const keys = citiesAround(zip, state);
  return keys.length === 0 || isCityOf(city, keys);
}

/**
 * Returns a question about a US address whose ZIP is not in its state or city, or null if it looks
 * right. Does not refuse because the list is incomplete: it has one city per ZIP, and a few ZIPs
 * span two states.
 */
export function addressDoubt(typed: Address): string | null {
  const { country, state, city, postalCode } = fittingAddress(typed);
  if (country !== 'US' || postalCode === '' || state === '') return null;
  const zip = postalCode.slice(0, 5);
  const states = statesOfZip(zip);
  if (states.includes(state) && isCityAt(zip, state, city)) return null;
  const place = placeOfZip(zip);
  if (place === null && (states.length === 0 || states.includes(state)))
    return `We could not find ZIP code ${zip} in ${city}. ${pleaseCheck}`;
  const where = place === null ? stateNames(states) : placeLine({ ...place, postalCode: '' });
  return `ZIP code ${zip} is in ${where}. ${pleaseCheck}`;
}

/**
 * Returns the city and state of a postal code. Null if the shop has no list for the country or the
 * typed city differs.
 */
export function placeAt({
  postalCode,
  country,
  city = '',
}: Pick<Address, 'postalCode' | 'country'> & { city?: string }) {
  if (country !== 'US') return null;
  const zip = identifier(postalCode).slice(0, 5);
  const place: PostalPlace | null = placeOfZip(zip);
  return place === null || city === '' || isCityAt(zip, place.state, city) ? place : null;
}

type FieldRefusal = { error: 'phone_unusable' | 'address_doubted'; message: string };

/**
 * Checks the phone number of a change and, if it is final, its delivery address. Runs before
 * anything is stored. Returns null if both are usable.
 */
export function fieldRefusal(change: Change): FieldRefusal | null {
  const { customer_info: contact, shipping_address: address, final, address_confirmed: isConfirmed } = change;
  const phone = contact?.phone ?? '';
  if (phone !== '' && !isCallable(phone, address === undefined ? countries : [address.country])) {
    return { error: 'phone_unusable', message: phoneSentence };
  }
  const doubt = final === true && isConfirmed !== true && address !== undefined ? addressDoubt(address) : null;
  return doubt === null ? null : { error: 'address_doubted', message: doubt };
}
