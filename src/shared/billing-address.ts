import { addressBy, addressIssues, addressMax, type Address, type AddressPart } from './address.ts';
import {
  addressRules,
  countries,
  countryName,
  isCountry,
  postalCodeIn,
  regionCode,
  regionsOf,
  stateIn,
} from './countries.ts';
import { issuesIn, type Issues } from './form-issues.ts';
import { truncate } from './clean-text.ts';

/**
 * ISO 3166-1 codes and XK (Kosovo). A card can be billed in any country, regardless of where the
 * shop delivers.
 */
const billingCountries: readonly string[] = [
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ',
  'BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM',
  'DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS',
  'GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN',
  'KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ',
  'MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM',
  'PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV',
  'SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI',
  'VN VU WF WS XK YE YT ZA ZM ZW',
].flatMap((line) => line.split(' '));

const known = new Set(billingCountries);

/** True for a country code, and for '' because some wallets do not name the country. */
export const isBillingCountry = (code: string) => code === '' || known.has(code);

/** Returns the countries to choose from: delivery countries first, all others by name. */
export function billingChoices(): { code: string; name: string }[] {
  const named = (codes: readonly string[]) => codes.map((code) => ({ code, name: countryName(code) }));
  const others = named(billingCountries.filter((code) => !isCountry(code)));
  return [...named(countries), ...others.toSorted((a, b) => a.name.localeCompare(b.name, 'en'))];
}

const elsewhere = {
  stateLabel: 'State or region',
  stateRequired: false,
  postalLabel: 'Postal code',
  postalNumeric: false,
  postalRequired: false,
};

/**
 * Returns the labels of a billing address: the country's own if the shop knows them, else generic
 * ones.
 */
export const billingRules = (country: string) => (isCountry(country) ? addressRules(country) : elsewhere);

/**
 * Returns a billing address in its stored form: written as in its country if the shop knows how,
 * else as typed.
 */
export function fittingBilling<A extends Pick<Address, 'state' | 'postalCode' | 'country'>>(address: A): A {
  const { country } = address;
  const state = address.state.trim();
  const postalCode = address.postalCode.trim();
  if (!isCountry(country)) return { ...address, state, postalCode };
  const written = regionsOf(country).length > 0 ? (regionCode(country, state) ?? state) : stateIn(country, state);
  return { ...address, state: written, postalCode: postalCodeIn(country, postalCode) ?? postalCode };
}

/**
 * Returns a billing address with a new country. Clears a state from the previous country's list.
 */
export function billingMovedTo<A extends Pick<Address, 'state' | 'postalCode' | 'country'>>(
  address: A,
  country: string,
): A {
  if (address.country === country) return address;
  const state = regionCode(address.country, address.state) === null ? address.state : '';
  return fittingBilling({ ...address, country, state });
}

/**
 * Returns the issues of a typed billing address by part. Outside the delivery countries it needs a
 * street, a city and a country.
 */
export function billingIssues(address: Address): Issues<AddressPart> {
  const { country, state, postalCode } = address;
  if (isCountry(country)) return addressIssues(address);
  const { street, line2, city } = addressIssues(address);
  const tooLong = (part: AddressPart, text: string, name: string) =>
    text.length > addressMax[part] ? `Your ${name} may have ${addressMax[part]} characters at most` : undefined;
  return issuesIn({
    street,
    line2,
    city,
    state: tooLong('state', state, 'state or region'),
    postalCode: tooLong('postalCode', postalCode, 'postal code'),
    country: known.has(country) ? undefined : 'Choose the country of your card',
  });
}

/**
 * Returns the billing address from a wallet. Each part is cut to its maximum length, and an unknown
 * country code is dropped.
 */
export function billingFromWallet(address: Address): Address {
  const country = address.country.toUpperCase();
  return fittingBilling({
    ...addressBy((max, part) => truncate(address[part], max)),
    country: isBillingCountry(country) ? country : '',
  });
}
