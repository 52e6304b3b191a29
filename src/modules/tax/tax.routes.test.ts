import { expect } from 'vitest';

import { fillCart, givenProduct, newVisitor } from '../../../tests/support/shop-visitor.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { seedTaxRates } from './tax-rates.server.ts';

const test = testWithShop({ prepare: (shop) => seedTaxRates(shop.ctx.db) });

const ask = (shop: TestShop, country: string, state: string, subtotal: number, postalCode = '') =>
  newVisitor(shop).send('POST', '/calculate-tax', { subtotal, shippingAddress: { country, state, postalCode } });

test.for([
  ['US', 'CA', { taxAmount: 4.28, includedAmount: 0, name: 'Sales tax' }],
  ['US', 'California', { taxAmount: 4.28, includedAmount: 0, name: 'Sales tax' }],
  ['US', 'OR', { taxAmount: 0, includedAmount: 0, name: null }],
  ['US', '', { taxAmount: 0, includedAmount: 0, name: null }],
  ['CA', 'QC', { taxAmount: 8.84, includedAmount: 0, name: 'GST/HST' }],
  ['CA', 'AB', { taxAmount: 2.95, includedAmount: 0, name: 'GST' }],
  ['CA', 'OR', { taxAmount: 0, includedAmount: 0, name: null }],
  ['CA', '', { taxAmount: 0, includedAmount: 0, name: null }],
  ['GB', '', { taxAmount: 0, includedAmount: 9.83, name: 'VAT' }],
  ['AU', 'NSW', { taxAmount: 0, includedAmount: 5.36, name: 'GST' }],
  ['AU', 'OR', { taxAmount: 0, includedAmount: 5.36, name: 'GST' }],
  ['DE', '', { taxAmount: 0, includedAmount: 0, name: null }],
] as const)('tax on $59 shipped to %s %s: %o', async ([country, state, expected], { shop }) => {
  expect((await ask(shop, country, state, 59)).body).toEqual(expected);
});

const noTax = { taxAmount: 0, includedAmount: 0, name: null };
const vat = { taxAmount: 0, includedAmount: 9.83, name: 'VAT' };
const gst = { taxAmount: 0, includedAmount: 5.36, name: 'GST' };

test.for([
  ['Jersey', 'GB', '', 'JE2 3AB', noTax],
  ['Jersey, as a wallet sends it', 'GB', '', 'je2', noTax],
  ['Guernsey', 'GB', '', 'gy1 1wh', noTax],
  ['Sark', 'GB', 'Guernsey', 'GY10 1SF', noTax],
  ['Gibraltar', 'GB', '', 'GX11 1AA', noTax],
  ['the Isle of Man', 'GB', '', 'IM1 1AA', vat],
  ['Northern Ireland', 'GB', '', 'BT1 5GS', vat],
  ['a post office of the forces', 'GB', '', 'BFPO 58', vat],
  ['London', 'GB', '', 'SW1A 1AA', vat],
  ['Norfolk Island', 'AU', 'NSW', '2899', noTax],
  ['Christmas Island', 'AU', 'WA', '6798', noTax],
  ['the Cocos (Keeling) Islands', 'AU', 'WA', '6799', noTax],
  ['Lord Howe Island', 'AU', 'NSW', '2898', gst],
  ['Puerto Rico under a state', 'US', 'CA', '00901', { taxAmount: 6.79, includedAmount: 0, name: 'Sales tax' }],
  ['the forces in Europe by way of New York', 'US', 'NY', '09012', noTax],
  ['Guam', 'US', 'GU', '96910', noTax],
  ['the forces in the Pacific by way of California', 'US', 'CA', '96350-1234', noTax],
  ['Honolulu', 'US', 'HI', '96813', { taxAmount: 2.36, includedAmount: 0, name: 'Sales tax' }],
] as const)(
  'the tax on 59 dollars to %s follows the postal code',
  async ([_place, country, state, postalCode, expected], { shop }) => {
    expect((await ask(shop, country, state, 59, postalCode)).body).toEqual(expected);
  },
);

test('an invalid subtotal is refused with a message', async ({ shop }) => {
  const answer = await ask(shop, 'US', 'CA', -1);
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ error: 'bad_request' });
});

test('one browser is limited to sixty tax requests a minute, and another one at the same address is not', async ({
  openShop,
}) => {
  const guarded = await openShop({ settings: { RATE_LIMITS: 'on' } });
  const productId = await givenProduct(guarded);
  const browser = async () => {
    const visitor = newVisitor(guarded);
    await fillCart(visitor, productId);
    const body = { subtotal: 59, shippingAddress: { country: 'US', state: 'CA' } };
    return async () => (await visitor.send('POST', '/calculate-tax', body)).status;
  };
  const [first, second] = [await browser(), await browser()];
  const statuses: number[] = [];
  for (let time = 1; time <= 61; time += 1) statuses.push(await first());
  expect([statuses.slice(0, 60).every((status) => status === 200), statuses[60]]).toEqual([true, 429]);
  expect(await second()).toBe(200);
});
