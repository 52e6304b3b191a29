import { expect } from 'vitest';

import { createPageCache } from '#platform/http/page-cache.server.ts';

import { test, type TestShop } from '../../../tests/support/shop-test.ts';
import { openCountedShop } from '../../../tests/support/statement-counter.ts';
import type { Site } from './site.schema.ts';
import { documentView, publishDraft, saveDraft } from './edit-content.server.ts';
import { orderPrefixes } from './order-number-prefixes.server.ts';

const actor = { id: null, email: 'ada@shop.example', requestId: 'test' };
const key = 'site' as const;

async function publishPrefix(shop: TestShop, prefix: string) {
  const { revision, body } = await documentView(shop.ctx.db, key);
  await saveDraft(shop.ctx, actor, { key, revision, body: { ...(body as Site), orderPrefix: prefix } });
  return publishDraft(shop.ctx, { key, actor, revision: null, isCompared: () => Promise.resolve(false) });
}

test('new orders get the published prefix, and those of earlier orders stay known', async ({ shop }) => {
  expect(await orderPrefixes(shop.ctx)).toEqual(['HR']);
  await publishPrefix(shop, 'CS');
  await publishPrefix(shop, 'JADE');
  const [present, ...earlier] = await orderPrefixes(shop.ctx);
  expect([present, earlier.toSorted()]).toEqual(['JADE', ['CS', 'HR']]);
});

test.for(['C', 'C1', 'cs', 'CALMSTO', 'CS-'])('%j is no prefix of order numbers', async (prefix, { shop }) => {
  expect(await publishPrefix(shop, prefix)).toEqual({ ok: false, reason: 'invalid' });
  expect((await orderPrefixes(shop.ctx))[0]).toBe('JADE');
});

test('the prefixes of order numbers are read once until something changes', async () => {
  const counted = await openCountedShop();
  const cacheLifetime = createPageCache();
  const ctx = { ...counted.shop.ctx, cacheLifetime };
  const read = () => counted.statementsOf(() => orderPrefixes(ctx));
  expect(await read()).not.toEqual([]);
  expect(await read()).toEqual([]);
  cacheLifetime.clear();
  expect(await read()).not.toEqual([]);
  await counted.close();
});
