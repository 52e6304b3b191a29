import { afterAll, beforeAll, expect, test } from 'vitest';

import { refreshTaxRate } from '#modules/tax/stripe-tax.server.ts';
import { seedTaxRates, taxRateOf } from '#modules/tax/tax-rates.server.ts';

import { changesOf } from '../../../tests/support/audit-entries.ts';
import { formOf, pageCall, signedIn } from '../../../tests/support/page-requests.ts';
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts';
import { action, loader as rateLoader } from './tax.tsx';
import { loader } from './taxes.tsx';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await seedTaxRates(shop.ctx.db);
});
afterAll(() => shop.close());

const page = (query: string) => loader(pageCall(shop, `/admin/taxes?${query}`, signedIn()));
const listed = async (query: string) => (await page(query)).list;
const california = { country: 'US', state: 'CA' };

async function rateOf(q: string) {
  const [rate] = (await listed(`q=${q}`)).rows;
  return rate ?? { id: '' };
}

async function send(id: string, fields: Record<string, string>) {
  const call = { ...pageCall(shop, `/admin/taxes/${id}`, signedIn(), formOf(fields)), params: { id } };
  return action(call);
}

async function versionOf(id: string) {
  return (await rateLoader({ ...pageCall(shop, '/', signedIn()), params: { id } })).view?.version ?? '';
}

test('rates are found by state name, state code and country', async () => {
  expect((await listed('q=california')).rows.map(({ state }) => state)).toEqual(['CA']);
  expect((await listed('country=GB')).rows).toMatchObject([
    { country: 'GB', inclusive: true, source: 'sales-tax package' },
  ]);
  expect((await listed('q=nowhere')).rows).toEqual([]);
  for (const q of ['carolina%20north', 'NORTH%20%20carolina', 'us%20north%20carolina'])
    expect([q, (await listed(`q=${q}`)).rows.map(({ state }) => state)]).toEqual([q, ['NC']]);
  expect((await listed('q=Qu%C3%A9bec')).rows.map(({ state }) => state)).toEqual(['QC']);
  const { rows, pages } = await listed('country=US');
  expect([rows.length, pages.next]).toEqual([25, '/admin/taxes?country=US&page=2']);
});

test('a rate of 1.5 % with its source applies at once and is logged, and one without a source is refused', async () => {
  const before = await taxRateOf(shop.ctx.db, shop.ctx, { place: california });
  expect(before?.ratePpm).toBeGreaterThan(50_000);
  const { id } = await rateOf('california');
  const version = await versionOf(id);
  const typed = { form: 'rate', name: 'Sales tax', ratePpm: '1.5', source: 'State notice, from 2027-01-01', version };
  expect(await send(id, { ...typed, source: '' })).toMatchObject({ data: { issues: { source: expect.anything() } } });
  expect(await send(id, typed)).toMatchObject({ data: { ok: true } });
  expect(await taxRateOf(shop.ctx.db, shop.ctx, { place: california })).toMatchObject({
    ratePpm: 15_000,
    inclusive: false,
  });
  const [entry] = await changesOf(shop.ctx.db, { subject: 'tax:US-CA' });
  expect(entry).toMatchObject({ before: { ratePpm: before?.ratePpm }, after: { ratePpm: 15_000 } });
  expect(await send(id, { ...typed, ratePpm: '2' })).toMatchObject({
    init: { status: 409 },
    data: { conflict: true },
  });
});

test('a state without a rate gets one by its name, and only one', async () => {
  const oregon = { country: 'US', state: 'OR' };
  expect(await taxRateOf(shop.ctx.db, shop.ctx, { place: oregon })).toBeNull();
  const typed = { form: 'add', country: 'US', name: 'Sales tax', ratePpm: '1.5', source: 'State notice' };
  expect(await send('new', { ...typed, state: 'Oregano' })).toMatchObject({
    data: { issues: { state: expect.anything() } },
  });
  expect(await send('new', { ...typed, state: 'oregon' })).toBeInstanceOf(Response);
  expect(await taxRateOf(shop.ctx.db, shop.ctx, { place: oregon })).toMatchObject({ ratePpm: 15_000 });
  expect(await send('new', { ...typed, state: 'OR' })).toMatchObject({
    init: { status: 422 },
    data: { issues: { state: 'This place has a rate already: change that one.' } },
  });
});

test("the page names the rates in force: the table's, or those that the tax service has returned", async () => {
  expect((await page('')).service).toBeNull();
  shop.ctx.settings.tax = 'stripe';
  expect((await page('')).service).toEqual({ places: 0, answeredAt: null });
  await refreshTaxRate(shop.ctx, { ...california, postalCode: '94103' });
  expect((await page('')).service).toMatchObject({ places: 1, answeredAt: expect.any(Date) });
  shop.ctx.settings.tax = 'table';
});
