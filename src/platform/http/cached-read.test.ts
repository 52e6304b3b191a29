import { expect, vi } from 'vitest';

import { test } from '../../../tests/support/shop-test.ts';
import { cachedRead } from './cached-read.server.ts';
import { createPageCache } from './page-cache.server.ts';

/** Returns a cached read whose value is the number of reads so far. */
function counting() {
  let reads = 0;
  return cachedRead(async () => (reads += 1));
}

test('shared data is read once for all pages that are rendered per request, and again after a change', async ({
  shop,
}) => {
  const read = counting();
  const cacheLifetime = createPageCache();
  const request = { ctx: shop.ctx, cacheLifetime };
  expect([await read(request), await read(request)]).toEqual([1, 1]);
  cacheLifetime.clear();
  expect([await read(request), await read(request)]).toEqual([2, 2]);
});

test('data that changed during a read is read again', async ({ shop }) => {
  const cacheLifetime = createPageCache();
  const answers = ['old', 'new'];
  const read = cachedRead(async () => {
    const found = answers.shift();
    if (found === 'old') cacheLifetime.clear();
    return found;
  });
  expect([await read({ ctx: shop.ctx, cacheLifetime }), await read({ ctx: shop.ctx, cacheLifetime })]).toEqual([
    'old',
    'new',
  ]);
});

test('a page that will be cached itself reads fresh data and caches none', async ({ shop }) => {
  const read = counting();
  const cacheLifetime = createPageCache();
  const ctx = shop.ctx;
  expect([await read({ ctx }), await read({ ctx }), await read({ ctx, cacheLifetime })]).toEqual([1, 2, 3]);
});

test('cached data lives exactly as long as a cached page', async ({ shop }) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const read = counting();
  const request = { ctx: shop.ctx, cacheLifetime: createPageCache() };
  await read(request);
  vi.advanceTimersByTime(529_999);
  expect(await read(request)).toBe(1);
  vi.advanceTimersByTime(1);
  expect(await read(request)).toBe(2);
  vi.useRealTimers();
});

test('failed reads are not cached, and each shop has its own cache', async ({ shop }) => {
  const answers = [new Error('away'), 'first', 'second'];
  const read = cachedRead(async () => {
    const found = answers.shift();
    if (found instanceof Error) throw found;
    return found;
  });
  const one = { ctx: shop.ctx, cacheLifetime: createPageCache() };
  await expect(read(one)).rejects.toThrow('away');
  expect(await read(one)).toBe('first');
  expect(await read({ ctx: shop.ctx, cacheLifetime: createPageCache() })).toBe('second');
});
