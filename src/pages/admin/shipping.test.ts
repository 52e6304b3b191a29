import { expect } from 'vitest';

import { allShippingOptions } from '#modules/shipping/shipping-options.server.ts';
import { activeShippingOptions } from '#modules/shipping/shipping-options.queries.server.ts';

import { changesOf } from '../../../tests/support/audit-entries.ts';
import { pageCall, sendForm, signedIn } from '../../../tests/support/page-requests.ts';
import { testWithFreshShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { action, loader } from './shipping.tsx';

const test = testWithFreshShop();

const path = '/admin/shipping';
const say = (shop: TestShop, fields: Record<string, string>) => sendForm(shop, { action, path }, fields);
const typed = { name: 'Standard', description: '', priceCents: '0', daysMin: '3', daysMax: '5', isActive: 'on' };
const offered = async (shop: TestShop) => (await activeShippingOptions(shop.ctx.db)).map(({ name }) => name);

async function optionNamed(shop: TestShop, name: string) {
  const option = (await allShippingOptions(shop.ctx.db)).find((one) => one.name === name);
  if (option === undefined) throw new Error(`no ${name}`);
  return { id: option.id, version: option.version, form: 'option' };
}

test('shipping options are added, moved and disabled, except the last one, and every change is logged', async ({
  shop,
}) => {
  await say(shop, { ...typed, form: 'new' });
  await say(shop, { ...typed, form: 'new', name: 'Express', priceCents: '12.99', daysMin: '1', daysMax: '2' });
  expect(await offered(shop)).toEqual(['Standard', 'Express']);
  await say(shop, { ...(await optionNamed(shop, 'Express')), form: 'up' });
  expect(await offered(shop)).toEqual(['Express', 'Standard']);
  expect((await say(shop, { ...typed, ...(await optionNamed(shop, 'Standard')), isActive: '' })).status).toBe(200);
  const express = { ...typed, ...(await optionNamed(shop, 'Express')), name: 'Express', isActive: '' };
  const refused = await say(shop, express);
  expect([refused.status, refused.answer.message]).toEqual([422, expect.stringMatching(/only active option/)]);
  expect(await offered(shop)).toEqual(['Express']);
  const actions = (await changesOf(shop.ctx.db)).map((entry) => entry.action);
  expect(actions).toEqual(['shipping.edit', 'shipping.order', 'shipping.create', 'shipping.create']);
});

test('the second of two concurrent edits of an option gets a conflict', async ({ shop }) => {
  await say(shop, { ...typed, form: 'new', name: 'Slow' });
  const slow = await optionNamed(shop, 'Slow');
  expect((await say(shop, { ...typed, ...slow, name: 'Slower' })).status).toBe(200);
  expect(await say(shop, { ...typed, ...slow, name: 'Slowest' })).toMatchObject({
    status: 409,
    answer: { values: { name: 'Slowest' } },
  });
});

test('an invisible name is refused as missing', async ({ shop }) => {
  const { status, answer } = await say(shop, { ...typed, form: 'new', name: '\u200b\u200d' });
  expect([status, Object.keys(answer.issues)]).toEqual([422, ['name']]);
});

test('an unknown option is refused', async ({ shop }) => {
  for (const id of ['', 'x', '5f0c1e9a-7a35-4c58-9d0e-1f6d3a2b4c99']) {
    expect((await say(shop, { ...typed, form: 'option', id })).status).toBe(422);
  }
});

const selling = async (shop: TestShop) => (await loader(pageCall(shop, path, signedIn()))).selling;

/** Sends the form of the countries that the shop sells to. */
async function sellTo(shop: TestShop, ...sold: string[]) {
  const { version } = await selling(shop);
  const { status, answer } = await say(shop, { form: 'countries', sold: sold.join('\n'), version });
  return [status, answer.issues.sold ?? answer.message];
}

test('countries are switched off and on, except the last one, and every change is logged and told to pages', async ({
  shop,
}) => {
  await say(shop, { ...typed, form: 'new' });
  expect((await selling(shop)).sold).toEqual(['US', 'CA', 'GB', 'AU']);
  const notified = Promise.withResolvers<string>();
  const stop = await shop.database.listen('pages_changed', () => notified.resolve('pages changed'));
  expect(await sellTo(shop, 'GB', 'CA', 'FR')).toEqual([200, expect.stringMatching(/^Saved/)]);
  expect(await notified.promise).toBe('pages changed');
  await stop();
  expect((await selling(shop)).sold).toEqual(['CA', 'GB']);
  expect(await sellTo(shop)).toEqual([422, 'Sell to at least one country.']);
  expect(await say(shop, { form: 'countries', sold: 'US', version: 'another' })).toMatchObject({ status: 409 });
  expect((await selling(shop)).sold).toEqual(['CA', 'GB']);
  expect(await changesOf(shop.ctx.db, { subject: 'shipping:countries' })).toMatchObject([
    {
      action: 'shipping.countries',
      before: { sellsTo: ['US', 'CA', 'GB', 'AU'] },
      after: { sellsTo: ['CA', 'GB'] },
    },
  ]);
});

test('a country that is sold to keeps an active option', async ({ shop }) => {
  await say(shop, { ...typed, form: 'new', countries: 'US\nCA' });
  await say(shop, { ...typed, form: 'new', name: 'Abroad', countries: 'GB' });
  const change = async (name: string, fields: Record<string, string>) => {
    const { status, answer } = await say(shop, { ...typed, name, ...(await optionNamed(shop, name)), ...fields });
    return [status, answer.message];
  };
  const refused = 'United Kingdom has no other active shipping option. Add one first, or stop selling to it.';
  expect(await change('Abroad', { countries: 'GB', isActive: '' })).toEqual([422, refused]);
  expect(await change('Abroad', { countries: 'AU' })).toEqual([422, refused]);
  expect((await change('Standard', { countries: 'US\nGB\nCA' }))[0]).toBe(200);
  expect((await change('Abroad', { countries: 'GB', isActive: '' }))[0]).toBe(200);
  expect(await sellTo(shop, 'US', 'CA')).toEqual([200, expect.stringMatching(/^Saved/)]);
  expect(await sellTo(shop, 'US', 'CA', 'AU')).toEqual([422, expect.stringMatching(/^Australia has no other active/)]);
  expect((await change('Standard', { countries: 'US' }))[1]).toMatch(/^Canada has no other active/);
});

test('an option that goes to every country goes everywhere, and one may be free from a value', async ({ shop }) => {
  await say(shop, { ...typed, form: 'new', countries: 'US\nCA\nGB\nAU', priceCents: '7', freeFromCents: '75.50' });
  const [option] = await allShippingOptions(shop.ctx.db);
  expect(option).toMatchObject({ countries: [], priceCents: 700, freeFromCents: 7_550 });
  for (const freeFromCents of ['0', 'lots', '1000.01', '-5']) {
    const { status, answer } = await say(shop, { ...typed, form: 'new', freeFromCents });
    expect([freeFromCents, status, Object.keys(answer.issues)]).toEqual([freeFromCents, 422, ['freeFromCents']]);
  }
});
