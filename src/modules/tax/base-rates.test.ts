import { expect, test } from 'vitest';

import { regionsOf } from '#shared/countries.ts';

import { baseRates, earlierSource, newerRate } from './base-rates.ts';

const territories = new Set(['AS', 'AA', 'AE', 'AP', 'GU', 'MP', 'VI']);

test('the table has every state, province and country once, with a source and its day', () => {
  const places = baseRates.map(({ country, state }) => `${country}-${state}`);
  const expected = [
    ...regionsOf('US').flatMap(({ code }) => (territories.has(code) ? [] : [`US-${code}`])),
    ...regionsOf('CA').map(({ code }) => `CA-${code}`),
    'CA-',
    'GB-',
    'AU-',
  ];
  expect(places.toSorted()).toEqual(expected.toSorted());
  for (const { source } of baseRates) expect(source).toMatch(/, as of [A-Z][a-z]{2} \d{1,2}, 20\d\d$/);
});

test.each([
  ['US', 'CA', 72_500],
  ['US', 'LA', 50_000],
  ['US', 'SD', 42_000],
  ['US', 'NM', 48_750],
  ['US', 'OR', 0],
  ['US', 'PR', 115_000],
  ['CA', 'NS', 140_000],
  ['CA', 'QC', 149_750],
  ['CA', 'AB', 50_000],
  ['GB', '', 200_000],
  ['AU', '', 100_000],
])('the base rate of %s %s is %i millionths', (country, state, ratePpm) => {
  const rate = baseRates.find((one) => one.country === country && one.state === state);
  expect(rate?.ratePpm).toBe(ratePpm);
});

test('only a differing rate of the earlier source has a newer one', () => {
  const stored = { country: 'US', state: 'CA', ratePpm: 82_500, source: earlierSource };
  expect(newerRate(stored)?.ratePpm).toBe(72_500);
  expect(newerRate({ ...stored, ratePpm: 72_500 })).toBeNull();
  expect(newerRate({ ...stored, source: 'State notice' })).toBeNull();
  expect(newerRate({ ...stored, state: 'GU' })).toBeNull();
});
