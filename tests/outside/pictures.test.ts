import { setTimeout as pause } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { reviewForm } from '../support/shop-visitor.ts';
import { largePhoto } from '../support/large-photo.ts';
import { startOutsidePostgres } from './support/outside-postgres.ts';
import { startOutsideShop, type OutsideShop } from './support/outside-shop.ts';
import { memoryMb } from './support/process-readings.ts';

const times = (count: number) => Array.from({ length: count }, (_, number) => number);

/** Headers of a shopper behind a proxy, with a separate address. */
const from = (ip: string) => ({ 'x-forwarded-for': ip, 'sec-fetch-site': 'same-origin' });

async function sendReview(shop: OutsideShop, ip: string, body: FormData): Promise<number> {
  const signal = AbortSignal.timeout(120_000);
  return (await fetch(`${shop.url}/api/reviews`, { method: 'POST', headers: from(ip), body, signal })).status;
}

/**
 * Returns other visitors' response times in milliseconds and the shop's peak memory while `work`
 * runs.
 */
async function watched(shop: OutsideShop, work: Promise<unknown>): Promise<{ waits: number[]; peakMb: number }> {
  let isDone = false;
  let peakMb = 0;
  const end = work.finally(() => (isDone = true));
  const waits: number[] = [];
  const ask = async () => {
    while (!isDone) {
      const begun = performance.now();
      expect(
        (await fetch(`${shop.url}/api/session`, { headers: from(`198.51.100.${waits.length % 250}`) })).status,
      ).toBe(200);
      waits.push(performance.now() - begun);
      await pause(50);
    }
  };
  const look = async () => {
    for (; !isDone; await pause(10)) peakMb = Math.max(peakMb, memoryMb(shop.pid()));
  };
  await Promise.all([end, ask(), look()]);
  return { waits: waits.toSorted((a, b) => b - a), peakMb };
}

test('twelve reviews with large photos at once take less than 100 MB, and other requests are served meanwhile', async () => {
  const database = await startOutsidePostgres();
  const shop = await startOutsideShop({ databaseUrl: database.url, settings: { TRUST_PROXY: 'true' } });
  try {
    const [product] = await database.ask<{ id: string }>('select id from products where is_active limit 1');
    const draft = {
      product_id: product?.id,
      rating: 5,
      title: 'Lovely',
      content: 'A calm minute.',
      reviewer_name: 'Mia',
    };
    const photo = await largePhoto({ quality: 80 });
    expect(photo.length).toBeGreaterThan(3_000_000);
    const body = reviewForm(draft, [photo]);
    expect(await sendReview(shop, '203.0.113.200', body)).toBe(200);
    const before = memoryMb(shop.pid());
    const sending = Promise.all(times(12).map((number) => sendReview(shop, `203.0.113.${number}`, body)));
    const { waits, peakMb } = await watched(shop, sending);
    const statuses = await sending;
    const taken = statuses.filter((status) => status === 200).length;
    const slow = waits[Math.floor(waits.length / 20)] ?? Infinity;
    console.log({ taken, beforeMb: before, peakMb, slow });
    expect([taken > 4, statuses.filter((status) => status === 503).length]).toEqual([true, 12 - taken]);
    expect(peakMb - before).toBeLessThan(100);
    expect(slow).toBeLessThan(3_000);
    expect(shop.failures()).toEqual([]);
  } finally {
    await shop.stop();
    await database.stop();
  }
}, 180_000);
