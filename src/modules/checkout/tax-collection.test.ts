import { createSandbox } from '@halorosa/stripe-sandbox';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { orders } from '#modules/orders/tables.server.ts';
import { taxRateCache, taxCollection } from '#modules/tax/tables.server.ts';
import { collectionView, decideCollection } from '#modules/tax/tax-collection.server.ts';
import { seedTaxRates, taxRateOf, taxRateOn } from '#modules/tax/tax-rates.server.ts';

import { owner } from '../../../tests/support/orders.ts';
import {
  address,
  contact,
  fillCart,
  finalize,
  givenProduct,
  givenShipping,
  newVisitor,
  openCheckout,
  payWith,
} from '../../../tests/support/shop-visitor.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { checkouts } from './tables.server.ts';

const test = testWithShop({
  settings: { BUY_NOW: 'hosted', PUBLIC_URL: 'http://shop.test' },
  prepare: async (shop) => {
    await seedTaxRates(shop.ctx.db);
    await givenShipping(shop);
  },
});

type Choice = 'open' | readonly string[];
type Mode = 'demo' | 'live';

/** Stores an answer to "Where do you collect sales tax?", or leaves the question open. */
async function decide(shop: TestShop, choice: Choice): Promise<void> {
  if (choice === 'open') return void (await shop.ctx.db.delete(taxCollection));
  const { version } = await collectionView(shop.ctx.db);
  const decided = await decideCollection(shop.ctx, owner, { keys: choice, version });
  if (!decided.ok) throw new Error(decided.reason);
}

async function setShop(shop: TestShop, shopMode: Mode, tax: 'table' | 'stripe', choice: Choice): Promise<void> {
  await shop.ctx.db.delete(taxRateCache);
  Object.assign(shop.ctx.settings, { shopMode, tax });
  await decide(shop, choice);
}

type Place = typeof address | { street: string; city: string; state: string; postalCode: string; country: 'GB' };
const london = { street: '1 Kings Road', city: 'London', state: '', postalCode: 'SW1A 1AA', country: 'GB' } as const;

/** Tax of $59.00 as the calculator of cart and pages estimates it, in cents. */
async function estimate(shop: TestShop, place: Place): Promise<number> {
  const { country, state, postalCode } = place;
  const shippingAddress = { country, state, postalCode };
  const { body } = await newVisitor(shop).send('POST', '/calculate-tax', { subtotal: 59, shippingAddress });
  return Math.round((Number(body.taxAmount) + Number(body.includedAmount)) * 100);
}

/** Tax of a paid order of $59.00, in cents. */
async function ordered(shop: TestShop, place: Place): Promise<number> {
  const visitor = newVisitor(shop);
  await fillCart(visitor, await givenProduct(shop));
  const { checkoutId } = await openCheckout(visitor);
  const { body } = await finalize(visitor, checkoutId, { shipping_address: place, billing_address: place });
  await payWith(shop, String(body.client_secret));
  const placed = await visitor.send('POST', '/create-order', { payment_intent_id: body.payment_intent_id });
  const [order] = await shop.ctx.db
    .select()
    .from(orders)
    .where(eq(orders.id, (placed.body.order as { id: string }).id));
  return order?.tax?.amountCents ?? 0;
}

/** Tax of $59.00 bought on the provider's page, in cents. Added tax is never charged there. */
async function orderedHosted(shop: TestShop, place: Place): Promise<number> {
  const items = [{ id: await givenProduct(shop), quantity: 1 }];
  const visitor = newVisitor(shop);
  const { body } = await visitor.send('POST', '/create-checkout', { items });
  const sessionId = String(body.url).split('/').at(-1) ?? '';
  const { firstName, lastName, phone, email } = contact;
  const { street: line1, city, state, postalCode: postal_code, country } = place;
  const name = `${firstName} ${lastName}`;
  const shipping = { name, phone, address: { line1, line2: null, city, state, postal_code, country } };
  const payment = { number: '4242424242424242', email, name, phone, shipping };
  await createSandbox({ db: shop.ctx.db }).paySession(sessionId, payment);
  await visitor.send('POST', '/create-order', { session_id: sessionId });
  const [checkout] = await shop.ctx.db.select().from(checkouts).where(eq(checkouts.hostedSessionId, sessionId));
  const [order] = await shop.ctx.db
    .select()
    .from(orders)
    .where(eq(orders.checkoutId, checkout?.id ?? ''));
  expect(order).toMatchObject({ holdReason: null });
  return order?.tax?.amountCents ?? 0;
}

const [californian, californianZip, vat] = [428, 509, 983];

test.for<[Mode, 'table' | 'stripe', string, Choice, { us: number; gb: number }]>([
  ['live', 'table', 'that has not decided', 'open', { us: 0, gb: 0 }],
  ['live', 'table', 'that collects nowhere', [], { us: 0, gb: 0 }],
  ['live', 'table', 'that collects in New York', ['US-NY'], { us: 0, gb: 0 }],
  ['live', 'table', 'that collects in California', ['US-CA'], { us: californian, gb: 0 }],
  ['live', 'table', 'that collects in Great Britain', ['GB'], { us: 0, gb: vat }],
  ['live', 'stripe', 'that has not decided', 'open', { us: 0, gb: 0 }],
  ['live', 'stripe', 'that collects in New York', ['US-NY'], { us: 0, gb: 0 }],
  ['live', 'stripe', 'that collects in California', ['US-CA'], { us: californianZip, gb: 0 }],
  ['demo', 'table', 'that has not decided', 'open', { us: californian, gb: vat }],
  ['demo', 'stripe', 'that has not decided', 'open', { us: californianZip, gb: vat }],
  ['demo', 'table', 'that collects in New York', ['US-NY'], { us: 0, gb: 0 }],
])(
  'a %s shop with TAX=%s %s charges the same tax at every door: estimate, checkout, provider’s page',
  async ([mode, service, _choice, choice, { us, gb }], { shop }) => {
    await setShop(shop, mode, service, choice);
    expect([await estimate(shop, address), await ordered(shop, address)]).toEqual([us, us]);
    expect([await estimate(shop, london), await ordered(shop, london), await orderedHosted(shop, london)]).toEqual([
      gb,
      gb,
      gb,
    ]);
    const requested = await shop.ctx.db.select().from(taxRateCache);
    const collected = service === 'table' ? [] : [us > 0 ? 'US' : '', gb > 0 ? 'GB' : ''].filter(Boolean);
    expect([...new Set(requested.map(({ country }) => country))].toSorted()).toEqual(collected.toSorted());
  },
);

test('a rate of the tax service that was stored earlier is not charged where the shop no longer collects', async ({
  shop,
}) => {
  await setShop(shop, 'live', 'stripe', ['US-CA']);
  expect(await ordered(shop, address)).toBe(californianZip);
  await decide(shop, []);
  expect([await estimate(shop, address), await ordered(shop, address)]).toEqual([0, 0]);
});

test('the choice follows the postal code if it names another region than the typed state', async ({ shop }) => {
  await setShop(shop, 'live', 'table', ['US-PR']);
  const sanJuan = { ...address, city: 'San Juan', postalCode: '00901' };
  expect([await estimate(shop, sanJuan), await ordered(shop, sanJuan)]).toEqual([679, 679]);
  await decide(shop, ['US-CA']);
  expect([await estimate(shop, sanJuan), await ordered(shop, sanJuan)]).toEqual([0, 0]);
});

test('an Australian address of any state follows the choice for its country', async ({ shop }) => {
  for (const [keys, ratePpm] of [
    [['AU'], 100_000],
    [['GB'], undefined],
  ] as const) {
    await setShop(shop, 'live', 'table', keys);
    for (const state of ['NSW', 'TAS', ''])
      expect((await taxRateOf(shop.ctx.db, shop.ctx, { place: { country: 'AU', state } }))?.ratePpm).toBe(ratePpm);
  }
});

test('the tax of an earlier day follows the choice of that day, through several changes', async ({ shop }) => {
  const { db } = shop.ctx;
  await setShop(shop, 'live', 'table', 'open');
  const moment = async () => {
    const { rows } = await db.execute<{ at: Date }>('select clock_timestamp() as at');
    return new Date(rows[0]?.at ?? 0);
  };
  const days: { at: Date; ratePpm: number | undefined }[] = [];
  for (const [keys, ratePpm] of [
    ['open', undefined],
    [['US-CA', 'US-NY'], 72_500],
    [['US-NY'], undefined],
    [[], undefined],
    [['US-CA'], 72_500],
  ] as const) {
    if (keys !== 'open') await decide(shop, keys);
    days.push({ at: await moment(), ratePpm });
  }
  await decide(shop, []);
  for (const { at, ratePpm } of days)
    expect((await taxRateOn(db, shop.ctx, { place: address, at }))?.ratePpm).toBe(ratePpm);
});
