import { createHash } from 'node:crypto';

import type { Customer } from '#modules/orders/order.ts';
import type { Address } from '#shared/address.ts';
import { addressRules, isCountry } from '#shared/countries.ts';

/** What is known of a buyer; empty texts are left out. */
export type Buyer = { email: string } & Customer & Pick<Address, 'city' | 'state' | 'postalCode' | 'country'>;

/** Digits with the country's calling code and without leading zeros. */
function phoneOf({ phone, country }: Pick<Buyer, 'phone' | 'country'>): string {
  // What follows an x is the extension.
  const digits = phone.replace(/x.*$/i, '').replace(/\D/g, '');
  const code = isCountry(country) ? addressRules(country).callingCode : '';
  if (phone.trim().startsWith('+')) return digits;
  if (digits.startsWith('00')) return digits.slice(2);
  const isNational = country === 'US' || country === 'CA' ? digits.length === 10 : true;
  const national = digits.replace(/^0+/, '');
  return national === '' ? '' : isNational ? code + national : national;
}

const withoutSigns = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\p{P}\p{S}]/gu, '');
const lettersOnly = (text: string) => text.toLowerCase().replace(/[\s\p{P}\p{S}]/gu, '');

/** Of an American code the first five digits; of a British one area, district and sector: without its last two letters. */
function postalCodeOf({ postalCode, country }: Pick<Buyer, 'postalCode' | 'country'>): string {
  const code = postalCode.toLowerCase().replace(/[\s-]/g, '');
  if (country === 'US') return code.slice(0, 5);
  return country === 'GB' ? code.replace(/[a-z]{2}$/, '') : code;
}

/** The vendor's normal form of each field, before it is hashed. */
export function normalised(buyer: Buyer): Record<string, string> {
  return {
    em: buyer.email.trim().toLowerCase(),
    ph: phoneOf(buyer),
    fn: withoutSigns(buyer.firstName),
    ln: withoutSigns(buyer.lastName),
    ct: lettersOnly(buyer.city),
    st: lettersOnly(buyer.state),
    zp: postalCodeOf(buyer),
    country: buyer.country.toLowerCase(),
  };
}

/** Each field's SHA-256 in hexadecimal, as a list of one; nothing of a person is sent in clear. */
export function hashedCustomer(buyer: Buyer): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(normalised(buyer))
      .filter(([, value]) => value !== '')
      .map(([field, value]) => [field, [createHash('sha256').update(value, 'utf8').digest('hex')]]),
  );
}
