import { afterAll, beforeAll, expect, test } from 'vitest';

import { newVisitor } from '../../../tests/support/browser-like.ts';
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts';
import { seedTaxRates } from './service.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await seedTaxRates(shop.ctx.db);
});
afterAll(() => shop.close());

const ask = (country: string, state: string, subtotal: number) =>
  newVisitor(shop).send('POST', '/calculate-tax', { subtotal, shippingAddress: { country, state } });

test.each([
  ['US', 'CA', { taxAmount: 4.87, includedAmount: 0, name: 'Sales tax' }],
  ['US', 'California', { taxAmount: 4.87, includedAmount: 0, name: 'Sales tax' }],
  ['US', 'OR', { taxAmount: 0, includedAmount: 0, name: null }],
  ['US', '', { taxAmount: 0, includedAmount: 0, name: null }],
  ['CA', 'QC', { taxAmount: 8.84, includedAmount: 0, name: 'GST/HST' }],
  ['CA', 'AB', { taxAmount: 2.95, includedAmount: 0, name: 'GST' }],
  ['GB', '', { taxAmount: 0, includedAmount: 9.83, name: 'VAT' }],
  ['AU', 'NSW', { taxAmount: 0, includedAmount: 5.36, name: 'GST' }],
  ['DE', '', { taxAmount: 0, includedAmount: 0, name: null }],
])('$59 to %s %s: %o', async (country, state, expected) => {
  expect((await ask(country, state, 59)).body).toEqual(expected);
});

test('a subtotal that is no amount is refused with a sentence', async () => {
  const answer = await ask('US', 'CA', -1);
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ error: 'bad_request' });
});
