import { addressRules, countryName, isCountry, postalArea, postalCodeIn, regionCode, stateIn } from './countries.ts';
import { normalizeIdentifier } from './identifier.ts';
import { issuesIn, type Issues } from './form-issues.ts';
import { truncate, oneLine } from './clean-text.ts';

/** Parts of a postal address, each with its maximum length in characters. */
export const addressMax = { street: 200, line2: 200, city: 100, state: 100, postalCode: 20, country: 2 };

/** Maximum length, in characters, of the delivery instructions of an order. */
export const instructionsMax = 500;

export type AddressPart = keyof typeof addressMax;

/**
 * Postal address with '' for missing parts. The country is an ISO code; the state is a code if the
 * country has a list.
 */
export type Address = Record<AddressPart, string>;

/**
 * Returns a value for each part of an address, derived from its maximum length: fields of a schema,
 * for example.
 */
export function addressBy<V>(valueOf: (max: number, part: AddressPart) => V): Record<AddressPart, V> {
  const parts = Object.entries(addressMax) as [AddressPart, number][];
  return Object.fromEntries(parts.map(([part, max]) => [part, valueOf(max, part)])) as Record<AddressPart, V>;
}

type FieldRules = {
  stateLabel: string;
  stateRequired: boolean;
  postalLabel: string;
  postalNumeric: boolean;
  /** True unless the country's rules are not known. */
  postalRequired?: boolean;
};

export type FormPart = {
  part: AddressPart;
  label: string;
  required: boolean;
  /** Name by which browsers fill in the field. */
  autoComplete: string;
  /** Maximum length of typed text, in characters. */
  maxLength: number;
  inputMode?: 'numeric' | 'text';
};

/** Length of a postal code as typed. Spaces and invisible characters are removed later. */
const typedPostalCodeMax = 40;

const isPart = (name: string): name is AddressPart => name in addressMax;

/** Returns the fields of an address form in their order, by the rules of its country. */
export function addressFields(rules: FieldRules): FormPart[] {
  const { stateLabel, stateRequired, postalLabel, postalNumeric, postalRequired = true } = rules;
  const named = (label: string, required: boolean) => ({ label: required ? label : `${label} (optional)`, required });
  const fields: Record<AddressPart, Omit<FormPart, 'part' | 'maxLength'> & { maxLength?: number }> = {
    country: { ...named('Country', true), autoComplete: 'country' },
    street: { ...named('Street address', true), autoComplete: 'address-line1' },
    line2: { ...named('Apartment, suite, floor', false), autoComplete: 'address-line2' },
    postalCode: {
      ...named(postalLabel, postalRequired),
      autoComplete: 'postal-code',
      maxLength: typedPostalCodeMax,
      inputMode: postalNumeric ? 'numeric' : 'text',
    },
    city: { ...named('City', true), autoComplete: 'address-level2' },
    state: { ...named(stateLabel, stateRequired), autoComplete: 'address-level1' },
  };
  return Object.entries(fields).flatMap(([part, field]) =>
    isPart(part) ? [{ part, maxLength: addressMax[part], ...field }] : [],
  );
}

/**
 * Returns an address as it is stored, however old: with '' for a part that was added later or is no
 * text.
 */
export function readAddress(stored: unknown): Address {
  const parts = new Map(Object.entries(stored ?? {}));
  return addressBy((_max, part) => {
    const value: unknown = parts.get(part);
    return typeof value === 'string' ? value : '';
  });
}

export const emptyAddress: Address = { ...addressBy(() => ''), country: 'US' };

/**
 * Returns 'Portland, OR 97205', as on an envelope. Parts that the country does not have are left
 * out.
 */
export function placeLine({ city, state, postalCode }: Pick<Address, 'city' | 'state' | 'postalCode'>): string {
  return [city, [state, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
}

/**
 * Returns '10115 Berlin'. Most countries that the shop does not deliver to write the postal code
 * first.
 */
function foreignPlaceLine({ city, state, postalCode }: Address): string {
  return [[postalCode, city].filter(Boolean).join(' '), state].filter(Boolean).join(', ');
}

/** Returns an address as lines, without gaps for missing parts. */
export function addressLines(address: Address): string[] {
  const { street, line2, country } = address;
  const place = isCountry(country) || country === '' ? placeLine(address) : foreignPlaceLine(address);
  return [street, line2, place, countryName(country)].filter(Boolean);
}

type Placed = Pick<Address, 'state' | 'postalCode' | 'country'>;

/**
 * Returns the first half of a British postcode, such as "JE2", if it alone names an area with its
 * own tax or delivery time, else ''. Wallets send no more before the shopper approves.
 */
function outwardCodeIn(country: string, typed: string): string {
  const text = normalizeIdentifier(typed).toUpperCase();
  return country === 'GB' && /^[A-Z]{2}\d[A-Z\d]?$/.test(text) && postalArea(country, text) !== null ? text : '';
}

/**
 * Returns an address in its stored form. State and postal code are written as in its country, or ''
 * if the country has no such value. Half a British postcode stays if it decides the tax.
 */
export function normalizeAddress<A extends Placed>(address: A): A {
  const { country, state, postalCode } = address;
  const code = postalCodeIn(country, postalCode) ?? outwardCodeIn(country, postalCode);
  return { ...address, state: stateIn(country, state), postalCode: code };
}

/**
 * Returns an address with a new country. Clears values that belong to the previous country or do
 * not fit the new one.
 */
export function withCountry<A extends Placed>(address: A, country: string): A {
  if (address.country === country) return address;
  const state = regionCode(address.country, address.state) === null ? address.state : '';
  return normalizeAddress({ ...address, country, state });
}

/**
 * Returns an address from typed text: one line per part, cut to its maximum length. State and
 * postal code are written as in its country.
 */
export function addressFromInput(typed: Partial<Address>): Address {
  const clean = (part: AddressPart) => (part === 'state' || part === 'postalCode' ? normalizeIdentifier : oneLine);
  return normalizeAddress(addressBy((max, part) => truncate(clean(part)(typed[part] ?? ''), max)));
}

const lengthIssue = (part: AddressPart, text: string, name: string) =>
  text.length > addressMax[part] ? `Your ${name} may have ${addressMax[part]} characters at most` : undefined;

/**
 * Returns the issues of an address by part, following its country's rules. Empty if it is valid.
 */
export function addressIssues({ street, line2, city, state, postalCode, country }: Address): Issues<AddressPart> {
  const { stateRequired, stateLabel, postalSentence } = addressRules(country);
  const needsState = isCountry(country) && stateRequired && regionCode(country, state) === null;
  const region = stateLabel.toLowerCase();
  return issuesIn({
    street: street.trim() === '' ? 'Enter your street and house number' : lengthIssue('street', street, 'street'),
    line2: lengthIssue('line2', line2, 'apartment, suite or floor'),
    city: city.trim() === '' ? 'Enter your city' : lengthIssue('city', city, 'city'),
    state: needsState ? `Choose your ${region}` : lengthIssue('state', state, region),
    postalCode: postalCodeIn(country, postalCode) === null ? postalSentence : undefined,
    country: isCountry(country) ? undefined : 'Choose a country that we deliver to',
  });
}
