import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { openTestShop, type TestShop } from '../../../tests/support/shop.ts';
import { cachedRead } from './cached-read.server.ts';
import { createPageCache } from './page-cache.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

/** Returns a cached read whose value is the number of reads so far. */
function counting() {
  let reads = 0;
  return cachedRead(async () => (reads += 1));
}

test('shared data is read once for all pages that are rendered per request, and again after a change', async () => {
  const read = counting();
  const keeping = createPageCache();
  const request = { ctx: shop.ctx, keeping };
  expect([await read(request), await read(request)]).toEqual([1, 1]);
  keeping.clear();
  expect([await read(request), await read(request)]).toEqual([2, 2]);
});

test('data that changed during a read is read again', async () => {
  const keeping = createPageCache();
  const answers = ['old', 'new'];
  const read = cachedRead(async () => {
    const found = answers.shift();
    if (found === 'old') keeping.clear();
    return found;
  });
  expect([await read({ ctx: shop.ctx, keeping }), await read({ ctx: shop.ctx, keeping })]).toEqual(['old', 'new']);
});

test('a page that will be cached itself reads fresh data and caches none', async () => {
  const read = counting();
  const keeping = createPageCache();
  const ctx = shop.ctx;
  expect([await read({ ctx }), await read({ ctx }), await read({ ctx, keeping })]).toEqual([1, 2, 3]);
});

test('cached data lives exactly as long as a cached page', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const read = counting();
  const request = { ctx: shop.ctx, keeping: createPageCache() };
  await read(request);
  vi.advanceTimersByTime(529_999);
  expect(await read(request)).toBe(1);
  vi.advanceTimersByTime(1);
  expect(await read(request)).toBe(2);
  vi.useRealTimers();
});

test('failed reads are not cached, and each shop has its own cache', async () => {
  const answers = [new Error('away'), 'first', 'second'];
  const read = cachedRead(async () => {
    const found = answers.shift();
    if (found instanceof Error) throw found;
    return found;
  });
  const one = { ctx: shop.ctx, keeping: createPageCache() };
  await expect(read(one)).rejects.toThrow('away');
  expect(await read(one)).toBe('first');
  expect(await read({ ctx: shop.ctx, keeping: createPageCache() })).toBe('second');
});
