import { expect } from 'vitest';

import { lacksLocalTax } from '#modules/tax/base-rates.ts';
import { refreshTaxRate } from '#modules/tax/stripe-tax.server.ts';
import { seedTaxRates, taxRateOf, taxSource } from '#modules/tax/tax-rates.server.ts';
import { createPageCache } from '#platform/http/page-cache.server.ts';

import { changesOf } from '../../../tests/support/audit-entries.ts';
import { pageCall, sendForm, signedIn } from '../../../tests/support/page-requests.ts';
import { testWithFreshShop, type TestShop } from '../../../tests/support/shop-test.ts';
import {
  fillCart,
  finalize,
  givenProduct,
  givenShipping,
  newVisitor,
  openCheckout,
} from '../../../tests/support/shop-visitor.ts';
import { action, loader } from './tax-rates.tsx';

const test = testWithFreshShop({
  prepare: async (shop) => {
    await seedTaxRates(shop.ctx.db);
    await givenShipping(shop);
  },
});

const path = '/admin/taxes';
const page = (shop: TestShop) => loader(pageCall(shop, path, signedIn()));

async function choose(shop: TestShop, source: string, version?: string) {
  const { chosen } = await page(shop);
  return sendForm(shop, { action, path }, { form: 'source', source, version: version ?? chosen.version });
}

/** Tax on a wand of $59.00 sent to San Francisco, as a checkout charges it. */
async function charged(shop: TestShop): Promise<unknown> {
  const visitor = newVisitor(shop);
  await fillCart(visitor, await givenProduct(shop));
  const { checkoutId } = await openCheckout(visitor);
  const { body } = await finalize(visitor, checkoutId);
  return (body.checkout as { taxAmount: number }).taxAmount;
}

const [byTable, byStripe] = [4.28, 5.09];

test('a switch to Stripe Tax is in force at once at every door, and is logged', async ({ shop }) => {
  const config = async () => (await newVisitor(shop).send('GET', '/get-stripe-config')).body.taxByPostalCode;
  expect([await charged(shop), await config(), (await page(shop)).service]).toEqual([byTable, false, null]);
  expect(await choose(shop, 'stripe')).toMatchObject({ answer: { ok: true } });
  expect([await charged(shop), await config()]).toEqual([byStripe, true]);
  expect((await page(shop)).chosen).toMatchObject({ source: 'stripe', isSetByServer: false });
  expect((await page(shop)).service).toMatchObject({ places: 1 });
  expect(await choose(shop, 'table')).toMatchObject({ answer: { ok: true } });
  expect([await charged(shop), await config()]).toEqual([byTable, false]);
  expect(await changesOf(shop.ctx.db, { subject: 'settings:taxSource' })).toMatchObject([
    { action: 'settings.edit', before: { source: 'stripe' }, after: { source: 'table' } },
    { action: 'settings.edit', before: { source: 'table' }, after: { source: 'stripe' } },
  ]);
});

test('another process drops the source that it has cached', async ({ shop }) => {
  const cache = createPageCache();
  const stop = await shop.database.listen('pages_changed', () => cache.clear());
  const other = { ...shop.ctx, cacheLifetime: cache };
  expect(await taxSource(other)).toBe('table');
  await choose(shop, 'stripe');
  await expect.poll(() => taxSource(other)).toBe('stripe');
  await stop();
});

test('TAX of the environment wins over the choice, and the form says that it is set there', async ({ shop }) => {
  await choose(shop, 'stripe');
  shop.ctx.settings.tax = 'table';
  const place = { country: 'US', state: 'CA', postalCode: '94103' };
  await refreshTaxRate(shop.ctx, place);
  expect(await taxRateOf(shop.ctx.db, shop.ctx, { place })).toMatchObject({ ratePpm: 72_500 });
  expect(await taxSource(shop.ctx)).toBe('table');
  expect((await page(shop)).chosen).toMatchObject({ source: 'table', isSetByServer: true });
  const refused = await choose(shop, 'stripe');
  expect([refused.status, refused.answer.message]).toEqual([422, expect.stringContaining('set by TAX on the server')]);
});

test('a second editor and an unknown source are refused', async ({ shop }) => {
  expect(await choose(shop, 'stripe', 'another')).toMatchObject({ status: 409, answer: { conflict: true } });
  expect((await choose(shop, 'avalara')).status).toBe(422);
  expect(await taxSource(shop.ctx)).toBe('table');
});

test('the base rate of a state lacks a local tax, until the owner enters another', async ({ shop }) => {
  const { list } = await page(shop);
  const lacking = list.rows.filter(lacksLocalTax).map(({ country, state }) => `${country}-${state}`);
  expect(lacking).toContain('US-AL');
  expect(lacking).toContain('CA-');
  expect(lacking).not.toContain('CA-ON');
  const source = 'Tax Foundation, State and Local Sales Tax Rates, Midyear 2025, as of Jul 1, 2025';
  expect(lacksLocalTax({ country: 'US', state: 'NY', source })).toBe(true);
  expect(lacksLocalTax({ country: 'US', state: 'NY', source: 'My accountant' })).toBe(false);
  expect(lacksLocalTax({ country: 'GB', state: '', source })).toBe(false);
});
