import { expect } from 'vitest';

import { allShippingOptions } from '#modules/shipping/shipping-options.server.ts';
import { activeShippingOptions } from '#modules/shipping/shipping-options.queries.server.ts';

import { changesOf } from '../../../tests/support/audit-entries.ts';
import { sendForm } from '../../../tests/support/page-requests.ts';
import { test, type TestShop } from '../../../tests/support/shop-test.ts';
import { action } from './shipping.tsx';

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
