import { addressIssues, addressMax, type Address, type AddressPart } from './address.ts';
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
import { issuesIn, type Issues } from './issues.ts';
import { cut } from './storable.ts';

/** Codes of ISO 3166-1 and XK (Kosovo): a card is billed in any country, whatever the shop delivers to. */
export const billingCountries: readonly string[] = [
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

/** True for the code of a country, or of none: some wallets do not name it. */
export const isBillingCountry = (code: string) => code === '' || known.has(code);

/** The countries to choose from: those that the shop delivers to first, all others by name. */
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
};

/** Labels of a billing address: the country's own if the shop knows them, else those that fit every country. */
export const billingRules = (country: string) => (isCountry(country) ? addressRules(country) : elsewhere);

/** A billing address as it is stored: written as its country writes it if the shop knows how, else as typed. */
export function fittingBilling<A extends Pick<Address, 'state' | 'postalCode' | 'country'>>(address: A): A {
  const { country } = address;
  const state = address.state.trim();
  const postalCode = address.postalCode.trim();
  if (!isCountry(country)) return { ...address, state, postalCode };
  const written = regionsOf(country).length > 0 ? (regionCode(country, state) ?? state) : stateIn(country, state);
  return { ...address, state: written, postalCode: postalCodeIn(country, postalCode) ?? postalCode };
}

/** A billing address whose country was changed: a state from the list of the country before is asked for again. */
export function billingMovedTo<A extends Pick<Address, 'state' | 'postalCode' | 'country'>>(
  address: A,
  country: string,
): A {
  if (address.country === country) return address;
  const state = regionCode(address.country, address.state) === null ? address.state : '';
  return fittingBilling({ ...address, country, state });
}

/**
 * Issues of a billing address that was typed, part by part. Elsewhere than in the countries of delivery it needs
 * a street, a city and a country.
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

/** A billing address that a wallet gave: each part cut to its longest, and no country where its code is unknown. */
export function billingFromWallet(address: Address): Address {
  const { street, line2 = '', city, state, postalCode } = address;
  const country = address.country.toUpperCase();
  return fittingBilling({
    street: cut(street, addressMax.street),
    line2: cut(line2, addressMax.line2),
    city: cut(city, addressMax.city),
    state: cut(state, addressMax.state),
    postalCode: cut(postalCode, addressMax.postalCode),
    country: isBillingCountry(country) ? country : '',
  });
}
