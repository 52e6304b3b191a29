import { createSandbox } from '@halorosa/stripe-sandbox';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { orders } from '#modules/orders/tables.server.ts';
import { seedTaxRates } from '#modules/tax/tax-rates.server.ts';
import { taxRateCache, taxRates } from '#modules/tax/tables.server.ts';

import {
  fillCart,
  finalize,
  givenProduct,
  givenShipping,
  newVisitor,
  openCheckout,
  payWith,
} from '../../../tests/support/shop-visitor.ts';

import { testWithProvider, type TestShop } from '../../../tests/support/shop-test.ts';
let now = new Date();
const test = testWithProvider(({ settings }) => ({
  settings: { TAX: 'stripe', BUY_NOW: 'hosted', PUBLIC_URL: 'http://shop.test', ...settings },
  now: () => now,
  prepare: async (shop) => {
    await seedTaxRates(shop.ctx.db);
    await givenShipping(shop);
  },
}));
test.beforeEach(async ({ shop, provider }) => {
  await shop.ctx.db.delete(taxRateCache);
  provider.taxKeys.length = 0;
  provider.behavior.tax = 'answers';
});

const dayMs = 24 * 60 * 60 * 1000;
/** Tax on $59.00 in California: from the service for the ZIP, and from the table for the state. */
const [byZip, byTable] = [5.09, 4.28];

async function shownTax(shop: TestShop, postalCode: string): Promise<unknown> {
  const shippingAddress = { country: 'US', state: 'CA', postalCode };
  return (await newVisitor(shop).send('POST', '/calculate-tax', { subtotal: 59, shippingAddress })).body.taxAmount;
}

/** Buys one wand to San Francisco. Returns the tax shown last and the order's tax. */
async function buy(shop: TestShop) {
  const visitor = newVisitor(shop);
  await fillCart(visitor, await givenProduct(shop));
  const { checkoutId } = await openCheckout(visitor);
  const { body } = await finalize(visitor, checkoutId);
  await payWith(shop, String(body.client_secret));
  const placed = await visitor.send('POST', '/create-order', { payment_intent_id: body.payment_intent_id });
  const { id } = placed.body.order as { id: string };
  const [order] = await shop.ctx.db.select().from(orders).where(eq(orders.id, id));
  expect(order).toMatchObject({ holdReason: null, totalCents: body.amount, capturedCents: body.amount });
  return { shown: (body.checkout as { taxAmount: number }).taxAmount, tax: order?.tax };
}

test('the rate of a place is requested once for five parallel calls and used by every checkout there', async ({
  shop,
  provider,
}) => {
  expect(await Promise.all([1, 2, 3, 4, 5].map(() => shownTax(shop, '94103')))).toEqual([
    byZip,
    byZip,
    byZip,
    byZip,
    byZip,
  ]);
  const agreed = { shown: byZip, tax: { name: 'Sales tax', ratePpm: 86_250, inclusive: false, amountCents: 509 } };
  expect([await buy(shop), await buy(shop)]).toEqual([agreed, agreed]);
  // Under load one of the five may repeat the request with the same key, which gives the same
  // answer.
  expect([...new Set(provider.taxKeys)]).toEqual([expect.stringMatching(/^tax-US-CA-94103-\d+$/)]);
});

test('a checkout requests an unknown rate itself, outside its transaction', async ({ shop, provider }) => {
  expect(await buy(shop)).toMatchObject({ shown: byZip, tax: { ratePpm: 86_250 } });
  expect(provider.taxKeys).toHaveLength(1);
});

test("an incomplete ZIP uses the table's rate without a request", async ({ shop, provider }) => {
  expect([await shownTax(shop, ''), await shownTax(shop, '9410')]).toEqual([byTable, byTable]);
  expect(provider.taxKeys).toEqual([]);
});

test.for(['fails', 'hangs'] as const)(
  'a service that %s does not block an order: one request, then the table’s rate',
  async (how, { shop, provider }) => {
    provider.behavior.tax = how;
    const began = Date.now();
    expect(await buy(shop)).toMatchObject({ shown: byTable, tax: { ratePpm: 72_500, amountCents: 428 } });
    expect(Date.now() - began).toBeLessThan(6_000);
    expect(await shownTax(shop, '94103')).toBe(byTable);
    expect(provider.taxKeys).toHaveLength(1);
  },
);

test('a rate is requested again after a day, and if that fails the last known rate is used', async ({
  shop,
  provider,
}) => {
  expect(await shownTax(shop, '94103')).toBe(byZip);
  now = new Date(now.getTime() + dayMs);
  expect(await shownTax(shop, '94103')).toBe(byZip);
  expect(provider.taxKeys).toHaveLength(1);
  provider.behavior.tax = 'fails';
  now = new Date(now.getTime() + 1);
  expect(await shownTax(shop, '94103')).toBe(byZip);
  expect(provider.taxKeys).toHaveLength(2);
});

test('at most 600 places are requested in an hour', async ({ shop, provider }) => {
  const zips = Array.from({ length: 600 }, (_, i) => String(10_000 + i));
  const answered = { country: 'US', state: 'NY', requestedAt: now, respondedAt: now };
  await shop.ctx.db.insert(taxRateCache).values(zips.map((postalCode) => ({ ...answered, postalCode })));
  expect(await shownTax(shop, '94103')).toBe(byTable);
  expect(provider.taxKeys).toEqual([]);
});

test('an order paid on the provider’s page has the service’s VAT, requested before it settles', async ({
  shop,
  provider,
}) => {
  await shop.ctx.db.delete(taxRates).where(eq(taxRates.country, 'GB'));
  const visitor = newVisitor(shop);
  const items = [{ id: await givenProduct(shop), quantity: 1 }];
  const { body } = await visitor.send('POST', '/create-checkout', { items });
  const session_id = String(body.url).split('/').at(-1) ?? '';
  const london = { line1: '1 Kings Road', line2: null, city: 'London', state: '', postal_code: 'SW1A 1AA' };
  const payer = { email: 'mia@example.com', name: 'Mia Rose', phone: '415 555 0132' };
  const shipping = { name: payer.name, address: { ...london, country: 'GB' } };
  await createSandbox({ db: shop.ctx.db }).paySession(session_id, { ...payer, number: '4242424242424242', shipping });
  const { body: placed } = await visitor.send('POST', '/create-order', { session_id });
  expect(placed.order).toMatchObject({ view: { total: 59, taxIncluded: { name: 'VAT', amount: 9.83 } } });
  expect(provider.taxKeys).toEqual([expect.stringMatching(/^tax-GB-\d+$/)]);
});
