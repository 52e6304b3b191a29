import { createHash } from 'node:crypto';

import { expect, test } from 'vitest';

import { hashedCustomer, type Buyer } from './hashed-customer.server.ts';

const mia: Buyer = {
  email: 'mia@example.com',
  phone: '415 555 0132',
  firstName: 'Mia',
  lastName: 'Rose',
  city: 'Portland',
  state: 'OR',
  postalCode: '97205',
  country: 'US',
};

/** Twenty buyers: the typed values, and the vendor's documented normal form. */
const samples: [Partial<Buyer>, Record<string, string>][] = [
  [{}, { em: 'mia@example.com', ph: '14155550132', fn: 'mia', ln: 'rose', ct: 'portland', st: 'or', zp: '97205' }],
  [{ email: '  Mia.Rose@Example.COM ' }, { em: 'mia.rose@example.com' }],
  [{ phone: '+1 (415) 555-0132' }, { ph: '14155550132' }],
  [{ phone: '1-415-555-0132' }, { ph: '14155550132' }],
  [{ phone: '001 415 555 0132' }, { ph: '14155550132' }],
  [
    { phone: '020 7946 0958', country: 'GB' },
    { ph: '442079460958', country: 'gb' },
  ],
  [{ phone: '+44 20 7946 0958', country: 'GB' }, { ph: '442079460958' }],
  [
    { phone: '02 5550 0132', country: 'AU' },
    { ph: '61255500132', country: 'au' },
  ],
  [
    { phone: '(604) 555-0132', country: 'CA' },
    { ph: '16045550132', country: 'ca' },
  ],
  [{ firstName: ' Mary-Ann ' }, { fn: 'maryann' }],
  [{ lastName: "O'Neill" }, { ln: 'oneill' }],
  [{ lastName: 'van der Berg' }, { ln: 'van der berg' }],
  [{ firstName: 'Zoë' }, { fn: 'zoë' }],
  [{ city: 'New York' }, { ct: 'newyork' }],
  [{ city: "Coeur d'Alene" }, { ct: 'coeurdalene' }],
  [{ state: 'New South Wales', country: 'AU' }, { st: 'newsouthwales' }],
  [{ postalCode: '94103-1234' }, { zp: '94103' }],
  [{ postalCode: 'SW1A 1AA', country: 'GB' }, { zp: 'sw1a1' }],
  [{ postalCode: 'V5K 0A1', country: 'CA' }, { zp: 'v5k0a1' }],
  [{ postalCode: '2000', country: 'AU' }, { zp: '2000' }],
];

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

test.each(samples)('%j is sent as the hash of %j', (typed, documented) => {
  const buyer = { ...mia, ...typed };
  const hashes = Object.fromEntries(Object.entries(documented).map(([field, text]) => [field, [sha256(text)]]));
  expect(hashedCustomer(buyer)).toMatchObject(hashes);
});

test('the hash matches the published example, and empty fields are left out', () => {
  const hashed = hashedCustomer({ ...mia, email: 'Person@Example.com', state: '', phone: '' });
  expect(hashed.em).toEqual(['542d240129883c019e106e3b1b2d3f3cb3537c43c425364de8e951d5a3083345']);
  expect(Object.keys(hashed)).not.toContain('st');
  expect(Object.keys(hashed)).not.toContain('ph');
});
