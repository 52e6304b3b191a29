import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min';

/** The North American plan: area code and exchange never begin with 0 or 1. */
const northAmerican = /^[2-9]\d{2}[2-9]\d{6}$/;

/**
 * True when a number of this form can exist, dialled from one of the countries or with + and a country code.
 *
 * It asks for a possible number, that is its length, and not for a valid one. Valid would follow lists of assigned area codes: they
 * age with the package, and refuse the numbers of new areas (and those kept for fiction, which tests use). Numbers of the US and
 * Canada follow their plan besides, because 0000000000 has the right length.
 */
export function isCallable(phone: string, from: readonly CountryCode[]): boolean {
  return from.some((defaultCountry) => {
    const number = parsePhoneNumberFromString(phone, { defaultCountry, extract: false });
    if (number === undefined || !number.isPossible() || /^0+$/.test(number.nationalNumber)) return false;
    return number.countryCallingCode !== '1' || northAmerican.test(number.nationalNumber);
  });
}
