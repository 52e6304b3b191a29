import { expect, test } from 'vitest';

import { zipCodeList } from '../../../scripts/list-zip-codes.ts';
import { farCities, neighborhoods, placesIn, slips, suburbs, wrongStates } from '../../../tests/support/us-places.ts';
import { addressWarning, placeAt } from './address-check.server.ts';

const address = {
  street: '1 Market Street',
  line2: '',
  city: 'San Francisco',
  state: 'CA',
  postalCode: '94103',
  country: 'US',
};
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
  ['94103', 'Los Angeles', 'CA', 'San Francisco, CA'],
  ['32801', 'Miami', 'FL', 'Orlando, FL'],
  ['75201', 'Houston', 'TX', 'Dallas, TX'],
  ['79901', 'Austin', 'TX', 'El Paso, TX'],
  ['14201', 'New York City', 'NY', 'Buffalo, NY'],
  ['10001', 'Rochester', 'NY', 'New York, NY'],
  ['19104', 'Pittsburgh', 'PA', 'Philadelphia, PA'],
  ['89501', 'Las Vegas', 'NV', 'Reno, NV'],
  ['33101', 'Ft. Myers', 'FL', 'Miami, FL'],
  ['32501', 'Saint Petersburg', 'FL', 'Pensacola, FL'],
  ['07030', 'New York', 'NY', 'Hoboken, NJ'],
  ['98660', 'Portland', 'OR', 'Vancouver, WA'],
  ['66101', 'Kansas City', 'MO', 'Kansas City, KS'],
  ['02108', 'Boston', 'NY', 'Boston, MA'],
  ['42223', 'Fort Campbell', 'OH', 'Fort Campbell, KY'],
])('ZIP %s with %s, %s asks for confirmation: the ZIP is in %s', (postalCode, city, state, where) => {
  expect(addressWarning(at(postalCode, city, state))).toBe(`ZIP code ${postalCode} is in ${where}. ${ask}`);
});

test.each([
  ['00199', 'Springfield', 'MA'],
  ['00401', 'White Plains', 'NY'],
])('ZIP %s of no state with %s, %s asks for confirmation', (postalCode, city, state) => {
  expect(addressWarning(at(postalCode, city, state))).toBe(
    `We could not find ZIP code ${postalCode} in ${city}. ${ask}`,
  );
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
  expect(addressWarning(at(postalCode, city, state))).toBeNull();
});

const isQuestioned = ({ zip, city, state }: ReturnType<typeof placesIn>[number]) =>
  addressWarning(at(zip, city, state)) !== null;
const named = ({ zip, city }: { zip: string; city: string }) => `${zip} ${city}`;

test('at most one in 222 real suburbs and neighborhoods with their ZIPs is questioned', () => {
  const places = placesIn(suburbs + neighborhoods.trim());
  expect(places.length).toBeGreaterThan(1_500);
  const questioned = places.filter(isQuestioned);
  expect(questioned.length / places.length).toBeLessThan(1 / 222);
  expect(questioned.map(named)).toEqual([
    '92103 Mission Hills',
    '92113 Mountain View',
    '33132 Edgewater',
    '37208 Germantown',
    '37216 Inglewood',
  ]);
});

test.each([
  ['a ZIP of another state', wrongStates],
  ['the ZIP of a far city of their state', farCities],
  ['a ZIP that is one slip from theirs', slips],
])('all cities with %s are questioned', (_mistake, pairs) => {
  const places = placesIn(pairs);
  expect(places.length).toBeGreaterThanOrEqual(15);
  expect(places.filter((place) => !isQuestioned(place)).map(named)).toEqual([]);
});

/** Neighborhoods of large cities that share their names with a far town of one ZIP. */
const namesakes = [
  ['90049', 'Brentwood', 'CA', '94513'],
  ['90024', 'Westwood', 'CA', '96137'],
  ['92130', 'Carmel Valley', 'CA', '93924'],
  ['10011', 'Chelsea', 'NY', '12512'],
  ['11231', 'Red Hook', 'NY', '12571'],
  ['60619', 'Chatham', 'IL', '62629'],
] as const;

test.each(namesakes)('ZIP %s with the neighborhood %s, %s is accepted', (zip, city, state) => {
  expect(addressWarning(at(zip, city, state))).toBeNull();
});

test.each(namesakes)(
  'a town that shares its name with a neighborhood keeps its own ZIP (%s %s)',
  (_zip, city, state, own) => {
    expect(addressWarning(at(own, city, state))).toBeNull();
  },
);

test.each([
  ['94120', 'Markleeville', 'CA', 'in a large city, one slip from 96120'],
  ['14424', 'Red Hook', 'NY', 'in another small town'],
  ['95501', 'Carmel Valley', 'CA', 'in a city of few ZIPs'],
  ['10115', 'Berlin', 'NY', 'of Berlin in Germany'],
  ['75001', 'Paris', 'TX', 'of Paris in France'],
])('ZIP %s with %s, %s is questioned: it is %s', (zip, city, state) => {
  expect(addressWarning(at(zip, city, state))).not.toBeNull();
});

test.each([
  ['80331', 'München', 'CO'],
  ['20095', 'Hamburg', 'DC'],
  ['75201', 'Nowhere Special', 'TX'],
  ['37202', 'Springfield Gardens', 'TN'],
])('ZIP %s with the unknown name %s, %s is accepted without a question', (postalCode, city, state) => {
  expect(addressWarning(at(postalCode, city, state))).toBeNull();
});

test.each([
  ['GB', 'SW1A 1AA', 'London', ''],
  ['CA', 'K1A 0B1', 'Ottawa', 'ON'],
  ['AU', '2000', 'Sydney', 'NSW'],
])('an address in %s is not checked against the ZIP list', (country, postalCode, city, state) => {
  expect(addressWarning({ ...address, country, postalCode, city, state })).toBeNull();
});

test('the list of ZIP codes is the one of the installed package', async () => {
  const { readFileSync } = await import('node:fs');
  expect(readFileSync('db/us-zip-codes.tsv', 'utf8') === zipCodeList()).toBe(true);
});

test('every listed ZIP matches its own city and state', async () => {
  const { readFileSync } = await import('node:fs');
  const doubted: string[] = [];
  let count = 0;
  for (const line of readFileSync('db/us-zip-codes.tsv', 'utf8').split('\n')) {
    const [zip = '', city = '', state = ''] = line.split('\t', 3);
    if (line.startsWith('#') || state === '' || state === 'MH') continue;
    count += 1;
    if (addressWarning(at(zip, city, state)) !== null) doubted.push(`${zip} ${city} ${state}`);
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
