import { and, eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { baseRates, earlierSource, newerRate } from '#modules/tax/base-rates.ts';
import { refreshTaxRate } from '#modules/tax/stripe-tax.server.ts';
import { taxCollection, taxRates } from '#modules/tax/tables.server.ts';
import { collectionRegion, collectionRegions } from '#modules/tax/tax-collection.ts';
import { seedTaxRates, taxRateOf } from '#modules/tax/tax-rates.server.ts';

import { changesOf } from '../../../tests/support/audit-entries.ts';
import { formOf, pageCall, sendForm, signedIn } from '../../../tests/support/page-requests.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { action, loader as rateLoader } from './tax-rate.tsx';
import { action as collectAction, loader } from './tax-rates.tsx';

const test = testWithShop({ prepare: (shop) => seedTaxRates(shop.ctx.db) });

const page = (shop: TestShop, query: string) => loader(pageCall(shop, `/admin/taxes?${query}`, signedIn()));
const listed = async (shop: TestShop, query: string) => (await page(shop, query)).list;
const california = { country: 'US', state: 'CA' };

async function rateOf(shop: TestShop, q: string) {
  const [rate] = (await listed(shop, `q=${q}`)).rows;
  return rate ?? { id: '' };
}

async function send(shop: TestShop, id: string, fields: Record<string, string>) {
  const call = { ...pageCall(shop, `/admin/taxes/${id}`, signedIn(), formOf(fields)), params: { id } };
  return action(call);
}

async function versionOf(shop: TestShop, id: string) {
  return (await rateLoader({ ...pageCall(shop, '/', signedIn()), params: { id } })).view?.version ?? '';
}

test('rates are found by state name, state code and country', async ({ shop }) => {
  expect((await listed(shop, 'q=california')).rows.map(({ state }) => state)).toEqual(['CA']);
  expect((await listed(shop, 'country=GB')).rows).toMatchObject([
    { country: 'GB', inclusive: true, source: 'HM Revenue & Customs, standard rate, as of Jul 1, 2025' },
  ]);
  expect((await listed(shop, 'q=nowhere')).rows).toEqual([]);
  for (const q of ['carolina%20north', 'NORTH%20%20carolina', 'us%20north%20carolina'])
    expect([q, (await listed(shop, `q=${q}`)).rows.map(({ state }) => state)]).toEqual([q, ['NC']]);
  expect((await listed(shop, 'q=Qu%C3%A9bec')).rows.map(({ state }) => state)).toEqual(['QC']);
  const { rows, pages } = await listed(shop, 'country=US');
  expect([rows.length, pages.next]).toEqual([25, expect.stringMatching(/^\/admin\/taxes\?country=US&after=/)]);
});

test('a rate of 1.5 % with its source applies at once and is logged, and one without a source is refused', async ({
  shop,
}) => {
  const before = await taxRateOf(shop.ctx.db, shop.ctx, { place: california });
  expect(before?.ratePpm).toBeGreaterThan(50_000);
  const { id } = await rateOf(shop, 'california');
  const version = await versionOf(shop, id);
  const typed = { form: 'rate', name: 'Sales tax', ratePpm: '1.5', source: 'State notice, from 2027-01-01', version };
  expect(await send(shop, id, { ...typed, source: '' })).toMatchObject({
    data: { issues: { source: expect.anything() } },
  });
  expect(await send(shop, id, typed)).toMatchObject({ data: { ok: true } });
  expect(await taxRateOf(shop.ctx.db, shop.ctx, { place: california })).toMatchObject({
    ratePpm: 15_000,
    inclusive: false,
  });
  const [entry] = await changesOf(shop.ctx.db, { subject: 'tax:US-CA' });
  expect(entry).toMatchObject({ before: { ratePpm: before?.ratePpm }, after: { ratePpm: 15_000 } });
  expect(await send(shop, id, { ...typed, ratePpm: '2' })).toMatchObject({
    init: { status: 409 },
    data: { conflict: true },
  });
});

test('a territory without a rate gets one by its name, and only one', async ({ shop }) => {
  const guam = { country: 'US', state: 'GU' };
  expect(await taxRateOf(shop.ctx.db, shop.ctx, { place: guam })).toBeNull();
  const typed = { form: 'add', country: 'US', name: 'Sales tax', ratePpm: '1.5', source: 'State notice' };
  expect(await send(shop, 'new', { ...typed, state: 'Oregano' })).toMatchObject({
    data: { issues: { state: expect.anything() } },
  });
  expect(await send(shop, 'new', { ...typed, state: 'guam' })).toBeInstanceOf(Response);
  expect(await taxRateOf(shop.ctx.db, shop.ctx, { place: guam })).toMatchObject({ ratePpm: 15_000 });
  expect(await send(shop, 'new', { ...typed, state: 'GU' })).toMatchObject({
    init: { status: 422 },
    data: { issues: { state: 'This location already has a rate. Edit that rate instead.' } },
  });
});

test('a rate of the earlier source shows the newer base rate, which one click takes', async ({ shop }) => {
  const { db } = shop.ctx;
  const ofLouisiana = and(eq(taxRates.country, 'US'), eq(taxRates.state, 'LA'));
  await db.update(taxRates).set({ ratePpm: 40_000, source: earlierSource }).where(ofLouisiana);
  const place = { country: 'US', state: 'LA' };
  expect(await taxRateOf(db, shop.ctx, { place })).toMatchObject({ ratePpm: 40_000 });
  const { id } = await rateOf(shop, 'louisiana');
  const [stored] = await db.select().from(taxRates).where(ofLouisiana);
  expect(stored && newerRate(stored)).toMatchObject({ ratePpm: 50_000 });
  const version = await versionOf(shop, id);
  expect(await send(shop, id, { form: 'take', version: 'another' })).toMatchObject({ data: { ok: false } });
  expect(await send(shop, id, { form: 'take', version })).toMatchObject({ data: { ok: true } });
  expect(await taxRateOf(db, shop.ctx, { place })).toMatchObject({ ratePpm: 50_000 });
  const [taken] = await db.select().from(taxRates).where(ofLouisiana);
  expect(taken?.source).toContain('as of Jul 1, 2025');
  const again = await send(shop, id, { form: 'take', version: await versionOf(shop, id) });
  expect(again).toMatchObject({ data: { ok: false } });
});

test("a rate with the owner's source is never replaced by a base rate", async ({ shop }) => {
  const { db } = shop.ctx;
  const ofIowa = and(eq(taxRates.country, 'US'), eq(taxRates.state, 'IA'));
  await db.update(taxRates).set({ ratePpm: 10_000, source: 'State notice' }).where(ofIowa);
  await seedTaxRates(db);
  const { id } = await rateOf(shop, 'iowa');
  const answer = await send(shop, id, { form: 'take', version: await versionOf(shop, id) });
  expect(answer).toMatchObject({ data: { ok: false } });
  const [unchanged] = await db.select().from(taxRates).where(ofIowa);
  expect(unchanged).toMatchObject({ ratePpm: 10_000, source: 'State notice' });
});

test("the page names the rates in force: the table's, or those that the tax service has returned", async ({ shop }) => {
  expect((await page(shop, '')).service).toBeNull();
  shop.ctx.settings.tax = 'stripe';
  expect((await page(shop, '')).service).toEqual({ places: 0, respondedAt: null });
  await refreshTaxRate(shop.ctx, { ...california, postalCode: '94103' });
  expect((await page(shop, '')).service).toMatchObject({ places: 1, respondedAt: expect.any(Date) });
  shop.ctx.settings.tax = 'table';
});

test('the answer to "Where do you collect sales tax?" is stored by region, audited and guarded against a second editor', async ({
  shop,
}) => {
  const { db } = shop.ctx;
  await db.delete(taxCollection);
  const form = async (fields: Record<string, string>) => {
    const { version } = await page(shop, '');
    const typed = { form: 'collect', us: '', ca: '', whole: '', version, ...fields };
    return sendForm(shop, { action: collectAction, path: '/admin/taxes' }, typed);
  };
  expect((await page(shop, '')).collection).toBeNull();
  expect(await form({ us: 'US-CA\nUS-PR', ca: 'CA-ON', whole: 'AU' })).toMatchObject({ answer: { ok: true } });
  expect((await page(shop, '')).collection?.toSorted()).toEqual(['AU', 'CA-ON', 'US-CA', 'US-PR']);
  expect(await taxRateOf(db, shop.ctx, { place: { country: 'CA', state: 'ON' } })).toMatchObject({ ratePpm: 130_000 });
  expect(await taxRateOf(db, shop.ctx, { place: { country: 'CA', state: 'QC' } })).toBeNull();
  expect(await form({ us: 'US-NY', version: 'another' })).toMatchObject({ status: 409, answer: { conflict: true } });
  expect(await form({ us: 'US-XX\nDE\nCA-ON' }), 'unknown regions are left out').toMatchObject({
    answer: { ok: true },
  });
  expect((await page(shop, '')).collection).toEqual(['CA-ON']);
  expect(await form({})).toMatchObject({ answer: { ok: true } });
  expect((await page(shop, '')).collection, 'nowhere is an answer').toEqual([]);
  expect(await changesOf(db, { subject: 'tax:collection' })).toMatchObject([
    { action: 'tax.collect', before: { collectsIn: ['CA-ON'] }, after: { collectsIn: [] } },
    { before: { collectsIn: ['AU', 'CA-ON', 'US-CA', 'US-PR'] }, after: { collectsIn: ['CA-ON'] } },
    { before: { collectsIn: null }, after: { collectsIn: ['AU', 'CA-ON', 'US-CA', 'US-PR'] } },
  ]);
});

test('the regions to choose from are all states, provinces and countries of which a rate is charged', () => {
  const without = baseRates.filter((rate) => collectionRegion(rate) === null);
  expect(without.map(({ country, state }) => [country, state])).toEqual([['CA', '']]);
  expect(collectionRegions.map(({ key }) => key)).toEqual(expect.arrayContaining(['US-DC', 'US-PR', 'US-GU', 'CA-NU']));
  expect(collectionRegion({ country: 'AU', state: 'NSW' })?.key).toBe('AU');
});
