import { addressRules, countryName, isCountry, postalCodeIn, regionCode, stateIn } from './countries.ts';
import { identifier } from './identifier.ts';
import { issuesIn, type Issues } from './issues.ts';
import { cut, oneLine } from './storable.ts';

/** The parts of a postal address, and the longest text of each in characters. */
export const addressMax = { street: 200, line2: 200, city: 100, state: 100, postalCode: 20, country: 2 };

export type AddressPart = keyof typeof addressMax;

/** An address with an empty text for what it does not have. */
export type FullAddress = Record<AddressPart, string>;

/** An address as orders and checkouts store it: the country is its ISO code, the state a code where the country has a list. */
export type Address = Omit<FullAddress, 'line2'> & { line2?: string | undefined };

/** A value for each part of an address, from its longest text: fields of a schema, for example. */
export function addressBy<V>(valueOf: (max: number, part: AddressPart) => V): Record<AddressPart, V> {
  const parts = Object.entries(addressMax) as [AddressPart, number][];
  return Object.fromEntries(parts.map(([part, max]) => [part, valueOf(max, part)])) as Record<AddressPart, V>;
}

export const emptyAddress: FullAddress = { ...addressBy(() => ''), country: 'US' };

/** 'Portland, OR 97205', as on an envelope; what a country does not have is left out. */
export function placeLine({ city, state, postalCode }: Pick<Address, 'city' | 'state' | 'postalCode'>): string {
  return [city, [state, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
}

/** '10115 Berlin': most countries that the shop does not deliver to write the postal code first. */
function foreignPlaceLine({ city, state, postalCode }: Address): string {
  return [[postalCode, city].filter(Boolean).join(' '), state].filter(Boolean).join(', ');
}

/** An address in lines, without gaps for what it does not have. */
export function addressLines(address: Address): string[] {
  const { street, line2 = '', country } = address;
  const place = isCountry(country) || country === '' ? placeLine(address) : foreignPlaceLine(address);
  return [street, line2, place, countryName(country)].filter(Boolean);
}

type Placed = Pick<Address, 'state' | 'postalCode' | 'country'>;

/** An address as it is stored: state and postal code as its country writes them, and empty when they are none of the country's. */
export function fittingAddress<A extends Placed>(address: A): A {
  const { country, state, postalCode } = address;
  return { ...address, state: stateIn(country, state), postalCode: postalCodeIn(country, postalCode) ?? '' };
}

/** An address whose country was changed: what belongs to the country before, or does not fit the new one, is asked for again. */
export function movedTo<A extends Placed>(address: A, country: string): A {
  if (address.country === country) return address;
  const state = regionCode(address.country, address.state) === null ? address.state : '';
  return fittingAddress({ ...address, country, state });
}

/** Returns an address of what was typed: one line a part, cut to its longest, state and postal code as its country writes them. */
export function typedAddress(typed: Partial<FullAddress>): FullAddress {
  const clean = (part: AddressPart) => (part === 'state' || part === 'postalCode' ? identifier : oneLine);
  return fittingAddress(addressBy((max, part) => cut(clean(part)(typed[part] ?? ''), max)));
}

const lengthIssue = (part: AddressPart, text: string, name: string) =>
  text.length > addressMax[part] ? `Your ${name} may have ${addressMax[part]} characters at most` : undefined;

/** What is wrong with an address by its country's rules, part by part; empty when it can be used. */
export function addressIssues({ street, line2 = '', city, state, postalCode, country }: Address): Issues<AddressPart> {
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
