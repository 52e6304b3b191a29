import { afterAll, beforeAll, expect, test } from 'vitest';

import { fillCart, givenProduct, newVisitor } from '../../../../tests/support/browser-like.ts';
import { openTestShop, type TestShop } from '../../../../tests/support/shop.ts';
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
  ['CA', 'OR', { taxAmount: 0, includedAmount: 0, name: null }],
  ['CA', '', { taxAmount: 0, includedAmount: 0, name: null }],
  ['GB', '', { taxAmount: 0, includedAmount: 9.83, name: 'VAT' }],
  ['AU', 'NSW', { taxAmount: 0, includedAmount: 5.36, name: 'GST' }],
  ['AU', 'OR', { taxAmount: 0, includedAmount: 5.36, name: 'GST' }],
  ['DE', '', { taxAmount: 0, includedAmount: 0, name: null }],
])('$59 to %s %s: %o', async (country, state, expected) => {
  expect((await ask(country, state, 59)).body).toEqual(expected);
});

test('a subtotal that is no amount is refused with a sentence', async () => {
  const answer = await ask('US', 'CA', -1);
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ error: 'bad_request' });
});

test('one browser asks for a tax sixty times a minute, and its neighbour in the same office still gets an answer', async () => {
  const guarded = await openTestShop({ settings: { RATE_LIMITS: 'on' } });
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
  await guarded.close();
});
