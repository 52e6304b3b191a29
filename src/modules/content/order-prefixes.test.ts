import { afterAll, beforeAll, expect, test } from 'vitest';

import { createPageCache } from '#platform/http/page-cache.server.ts';

import { openTestShop, type TestShop } from '../../../tests/support/shop.ts';
import { openCountedShop } from '../../../tests/support/statement-counter.ts';
import type { Site } from './site.schema.ts';
import { documentView, publishDraft, saveDraft } from './edit-content.server.ts';
import { orderPrefixes } from './order-prefixes.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const actor = { id: null, email: 'ada@shop.example', requestId: 'test' };
const key = 'site' as const;

async function publishPrefix(prefix: string) {
  const { revision, body } = await documentView(shop.ctx.db, key);
  await saveDraft(shop.ctx, actor, { key, revision, body: { ...(body as Site), orderPrefix: prefix } });
  return publishDraft(shop.ctx, { key, actor, revision: null, isCompared: () => Promise.resolve(false) });
}

test('new orders get the published prefix, and those of earlier orders stay known', async () => {
  expect(await orderPrefixes(shop.ctx)).toEqual(['HR']);
  await publishPrefix('CS');
  await publishPrefix('JADE');
  const [present, ...earlier] = await orderPrefixes(shop.ctx);
  expect([present, earlier.toSorted()]).toEqual(['JADE', ['CS', 'HR']]);
});

test.each(['C', 'C1', 'cs', 'CALMSTO', 'CS-'])('%j is no prefix of order numbers', async (prefix) => {
  expect(await publishPrefix(prefix)).toEqual({ ok: false, reason: 'invalid' });
  expect((await orderPrefixes(shop.ctx))[0]).toBe('JADE');
});

test('the prefixes of order numbers are read once until something changes', async () => {
  const counted = await openCountedShop();
  const keeping = createPageCache();
  const ctx = { ...counted.shop.ctx, keeping };
  const read = () => counted.statementsOf(() => orderPrefixes(ctx));
  expect(await read()).not.toEqual([]);
  expect(await read()).toEqual([]);
  keeping.clear();
  expect(await read()).not.toEqual([]);
  await counted.close();
});
