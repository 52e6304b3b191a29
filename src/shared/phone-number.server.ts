import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min';

/** North American plan: area code and exchange never start with 0 or 1. */
const northAmerican = /^[2-9]\d{2}[2-9]\d{6}$/;

/**
 * True when a number of this format can exist, dialed from one of the countries or with + and a
 * country code.
 *
 * Checks for a possible number (its length), not for a valid one. Valid numbers depend on lists of
 * assigned area codes. The lists age with the package and refuse numbers of new areas, and those
 * reserved for fiction, which tests use. US and Canadian numbers must also follow their plan,
 * because 0000000000 has the right length.
 */
export function isPossiblePhoneNumber(phone: string, from: readonly CountryCode[]): boolean {
  return from.some((defaultCountry) => {
    const number = parsePhoneNumberFromString(phone, { defaultCountry, extract: false });
    if (number === undefined || !number.isPossible() || /^0+$/.test(number.nationalNumber)) return false;
    return number.countryCallingCode !== '1' || northAmerican.test(number.nationalNumber);
  });
}
