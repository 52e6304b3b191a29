import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { normalizeAddress, placeLine, type Address } from '#shared/address.ts';
import { countries, regionsOf } from '#shared/countries.ts';
import { normalizeIdentifier } from '#shared/identifier.ts';
import { isPossiblePhoneNumber } from '#shared/phone-number.server.ts';
import { phoneSentence } from '#shared/phone-number.ts';

import type { Change, PostalPlace } from './checkout.schema.ts';
import { isWithinOneEdit } from './contact-details.ts';

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

/** Distance, in km, between a ZIP and the typed city above which the checkout asks. */
const farKm = 80;

/** Number of ZIPs that make a city known outside its state. Seattle has 57, Edina in Missouri 1. */
const knownAbroadZips = 10;

/** Number of ZIPs of a city so large that its neighborhoods are written as cities. */
const neighborhoodsZips = 8;

/** Large cities abroad whose postal codes look like a ZIP, and that have namesakes here. */
const abroad = new Set(['BERLIN', 'HAMBURG', 'MADRID', 'MILAN', 'PARIS', 'ROME']);

/**
 * True if a name that a far place of the state has is probably a neighborhood of the ZIP's city
 * (Chelsea in New York): the city is large, and the place has a single ZIP, unlike the typed one.
 */
function isNeighborhood(zip: string, city: string, namesakes: readonly Spot[]): boolean {
  const { places, spots } = zipTable();
  const own = places.get(zip);
  const [only, ...others] = namesakes;
  if (own === undefined || only === undefined || others.length > 0 || abroad.has(exactKey(city))) return false;
  const ownZips = spots.get(exactKey(own.city))?.get(own.state)?.length ?? 0;
  return ownZips >= neighborhoodsZips && !isWithinOneEdit(zip, only.zip);
}

/**
 * True if a typed city is a known place that is far from a ZIP. The nearest place of the name
 * counts, in any state. A name that the state does not have is known only if one other state has it
 * and it is large: suburbs share their names with small places elsewhere.
 */
function isFarFrom(zip: string, state: string, city: string): boolean {
  const { places, spots } = zipTable();
  const [from, byState] = [places.get(zip), spots.get(exactKey(city))];
  if (from === undefined || byState === undefined) return false;
  const [only, ...others] = byState.values();
  const isLarge = others.length === 0 && (only?.length ?? 0) >= knownAbroadZips;
  const inState = byState.get(state) ?? [];
  if (inState.length === 0 && !isLarge) return false;
  if (isNeighborhood(zip, city, inState)) return false;
  return [...byState.values()].every((ofState) => ofState.every((spot) => kmBetween(from.spot, spot) > farKm));
}

/**
 * Returns a question about a US address whose ZIP is in another state, or far from the city if that
 * is a known place. Returns null if the address looks right or the city is unknown: the list has
 * one name per ZIP, and most suburbs are not on it.
 */
export function addressWarning(typed: Address): string | null {
  const { country, state, city, postalCode } = normalizeAddress(typed);
  if (country !== 'US' || postalCode === '' || state === '') return null;
  const zip = postalCode.slice(0, 5);
  const states = statesOfZip(zip);
  if (states.includes(state) && (isCityAt(zip, state, city) || !isFarFrom(zip, state, city))) return null;
  const place = placeOfZip(zip);
  if (states.length === 0) return `We could not find ZIP code ${zip} in ${city}. ${pleaseCheck}`;
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
  const zip = normalizeIdentifier(postalCode).slice(0, 5);
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
  if (phone !== '' && !isPossiblePhoneNumber(phone, address === undefined ? countries : [address.country])) {
    return { error: 'phone_unusable', message: phoneSentence };
  }
  const doubt = final === true && isConfirmed !== true && address !== undefined ? addressWarning(address) : null;
  return doubt === null ? null : { error: 'address_doubted', message: doubt };
}

const shortNames: Record<string, string> = {
  NYC: 'NEWYORK',
  NEWYORKCITY: 'NEWYORK',
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
];
const leftOut: readonly [RegExp, string][] = [
  [/\b(?:CITY|TOWN|TOWNSHIP|TWP|VILLAGE|BOROUGH|COUNTY|OF|THE|AND)\b/g, ''],
];

function keyBy(city: string, forms: readonly [RegExp, string][]): string {
  const plain = normalizeIdentifier(city).normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase();
  const words = plain.replaceAll(/[^A-Z]+/g, ' ');
  const key = forms.reduce((text, [form, written]) => text.replaceAll(form, written), words).replaceAll(' ', '');
  return shortNames[key] ?? key;
}

/**
 * Normalizes a city name for comparison: uppercase, without accents, punctuation, spaces and words
 * like "City of".
 */
const cityKey = (city: string) => keyBy(city, [...spelt, ...leftOut]);

/** Normalizes like `cityKey`, but keeps all words: Miami Township is not Miami. */
const exactKey = (city: string) => keyBy(city, spelt);

/** Minimum length, in letters, of a name that is matched inside a longer one or with a typo. */
const minPartLength = 5;

/** True if a typed city is one of `keys`, contains or is contained in one, or is one typo away. */
function isCityOf(city: string, keys: readonly string[]): boolean {
  const typed = cityKey(city);
  return keys.some((key) => {
    if (key === typed) return true;
    if (Math.min(key.length, typed.length) < minPartLength) return false;
    return key.includes(typed) || typed.includes(key) || isWithinOneEdit(typed, key);
  });
}

/** The ZIP list of geonames.org, written by scripts/list-zip-codes.ts. */
const listFile = 'db/us-zip-codes.tsv';

/** ZIP prefixes that the list does not contain: territories, military and government mail. */
const otherPrefixes: readonly [prefix: RegExp, states: readonly string[]][] = [
  [/^00[679]/, ['PR']],
  [/^008/, ['VI']],
  [/^09/, ['AE']],
  [/^340/, ['AA']],
  [/^96[2-6]/, ['AP']],
  [/^96799/, ['AS']],
  [/^969/, ['GU', 'MP']],
  [/^569/, ['DC']],
];

/** Further states of ZIPs that cross a state line. The list has one state per ZIP. */
const crossing: Readonly<Record<string, readonly string[]>> = {
  '02861': ['MA', 'RI'],
  '42223': ['KY', 'TN'],
  '59221': ['MT', 'ND'],
  '63673': ['IL', 'MO'],
  '71749': ['AR', 'LA'],
  '73949': ['OK', 'TX'],
  '81137': ['CO', 'NM'],
  '84536': ['AZ', 'UT'],
  '86044': ['AZ', 'UT'],
  '86515': ['AZ', 'NM'],
  '88063': ['NM', 'TX'],
  '89439': ['CA', 'NV'],
  '97635': ['CA', 'OR'],
};

type Spot = { zip: string; lat: number; lon: number };

/** Returns the distance between two points on the globe, in km. */
function kmBetween({ lat, lon }: Spot, other: Spot): number {
  const radians = Math.PI / 180;
  const haversine = (degrees: number) => Math.sin((degrees * radians) / 2) ** 2;
  const across = Math.cos(lat * radians) * Math.cos(other.lat * radians) * haversine(other.lon - lon);
  return 2 * 6371 * Math.asin(Math.sqrt(haversine(other.lat - lat) + across));
}

type ListedPlace = PostalPlace & { county: string; spot: Spot };

const areaOf = (zip: string) => zip.slice(0, 3);

type ZipTable = {
  places: ReadonlyMap<string, ListedPlace>;
  /** ZIPs of each place name by state, with their coordinates. */
  spots: ReadonlyMap<string, ReadonlyMap<string, readonly Spot[]>>;
  /** States by the first three digits of their ZIPs. */
  states: ReadonlyMap<string, ReadonlySet<string>>;
  /**
   * Keys of cities and counties by state and area. An area is a county or the first three digits of
   * a ZIP.
   */
  cities: ReadonlyMap<string, ReadonlySet<string>>;
};

let table: ZipTable | undefined;

/** Wraps a function of a text to compute each result once. */
function remembered(compute: (name: string) => string): (name: string) => string {
  const known = new Map<string, string>();
  return (name) => {
    const value = known.get(name) ?? compute(name);
    known.set(name, value);
    return value;
  };
}

function read(): ZipTable {
  const places = new Map<string, ListedPlace>();
  const spots = new Map<string, Map<string, Spot[]>>();
  const states = new Map<string, Set<string>>();
  const cities = new Map<string, Set<string>>();
  const known = new Set(regionsOf('US').map(({ code }) => code));
  // Most names occur often, and other requests wait while the list is read.
  const keyOf = remembered(cityKey);
  const exactKeyOf = remembered(exactKey);
  const add = (sets: Map<string, Set<string>>, key: string, value: string) => {
    const set = sets.get(key) ?? new Set();
    sets.set(key, set.add(value));
  };
  for (const line of readFileSync(resolve(listFile), 'utf8').split('\n')) {
    const [zip = '', city = '', state = '', county = '', lat = '', lon = ''] = line.split('\t', 6);
    if (!known.has(state)) continue;
    const spot: Spot = { zip, lat: Number(lat), lon: Number(lon) };
    if (!places.has(zip)) places.set(zip, { city, state, county, spot });
    const byState = spots.get(exactKeyOf(city)) ?? new Map<string, Spot[]>();
    spots.set(exactKeyOf(city), byState.set(state, [...(byState.get(state) ?? []), spot]));
    add(states, areaOf(zip), state);
    for (const area of [county, areaOf(zip)]) {
      add(cities, `${state} ${area}`, keyOf(city));
      add(cities, `${state} ${area}`, keyOf(county));
    }
  }
  return { places, spots, states, cities };
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
  if (place === null) return [...(zipTable().states.get(areaOf(zip)) ?? [])];
  return crossing[zip] ?? [place.state];
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
