import { setTimeout as pause } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { startOutsidePostgres } from './support/outside-postgres.ts';
import { startOutsideShop } from './support/outside-shop.ts';
import { send, startLoad, untilTrue, type Sample } from './support/steady-load.ts';

const seconds = 5;
const calls = ['/', '/product', '/api/products', '/healthz'].map((path) => ({ path }));

async function samplesOf(settings: { databaseUrl?: string }) {
  const shop = await startOutsideShop(settings);
  try {
    await untilTrue(
      'the shop is ready',
      30_000,
      async () => (await send(shop.url, { path: '/readyz' })).status === 200,
    );
    const load = startLoad({ url: shop.url, perSecond: 20, calls });
    await pause(seconds * 1_000);
    const samples = await load.stop();
    console.log(samples.length, await shop.readings());
    return { samples, failures: shop.failures() };
  } finally {
    await shop.stop();
  }
}

const isAnswered = ({ status }: Sample) => status === 200 || status === 404;

test('the built shop on the embedded database serves 20 requests a second within its limits', async () => {
  const { samples, failures } = await samplesOf({});
  expect([samples.length > seconds * 10, samples.every(isAnswered), failures]).toEqual([true, true, []]);
});

test('the built shop on PostgreSQL serves 20 requests a second within its limits', async () => {
  const database = await startOutsidePostgres();
  const { samples, failures } = await samplesOf({ databaseUrl: database.url });
  await database.stop();
  expect([samples.length > seconds * 10, samples.every(isAnswered), failures]).toEqual([true, true, []]);
});
