import { createHash } from 'node:crypto';

import type { Customer } from '#modules/orders/order-record.ts';
import type { Address } from '#shared/address.ts';
import { addressRules, isCountry } from '#shared/countries.ts';

/** Buyer data to match. Empty fields are left out. */
export type Buyer = { email: string } & Customer & Pick<Address, 'city' | 'state' | 'postalCode' | 'country'>;

/** Returns the digits with the country's calling code and without leading zeros. */
function phoneOf({ phone, country }: Pick<Buyer, 'phone' | 'country'>): string {
  // An extension follows the x.
  const digits = (phone.split(/x/i, 1)[0] ?? '').replace(/\D/g, '');
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
const withoutSignsAndSpaces = (text: string) => text.toLowerCase().replace(/[\s\p{P}\p{S}]/gu, '');

/**
 * US: the first five digits. GB: area, district and sector, which is all but the last two letters.
 */
function postalCodeOf({ postalCode, country }: Pick<Buyer, 'postalCode' | 'country'>): string {
  const code = postalCode.toLowerCase().replace(/[\s-]/g, '');
  if (country === 'US') return code.slice(0, 5);
  return country === 'GB' ? code.replace(/[a-z]{2}$/, '') : code;
}

/** Fields in the vendor's normal form, before hashing. */
function normalized(buyer: Buyer): Record<string, string> {
  return {
    em: buyer.email.trim().toLowerCase(),
    ph: phoneOf(buyer),
    fn: withoutSigns(buyer.firstName),
    ln: withoutSigns(buyer.lastName),
    ct: withoutSignsAndSpaces(buyer.city),
    st: withoutSignsAndSpaces(buyer.state),
    zp: postalCodeOf(buyer),
    country: buyer.country.toLowerCase(),
  };
}

/**
 * SHA-256 of each field in hexadecimal, as a list of one. No personal data is sent in plain text.
 */
export function hashedCustomer(buyer: Buyer): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(normalized(buyer))
      .filter(([, value]) => value !== '')
      .map(([field, value]) => [field, [createHash('sha256').update(value, 'utf8').digest('hex')]]),
  );
}
