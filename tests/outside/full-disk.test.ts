import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { startOutsideShop } from './support/outside-shop.ts';
import { send, untilTrue } from './support/steady-load.ts';

const message = { name: 'Mia', email: 'mia@example.com', subject: 'Hi', message: 'How long? '.repeat(190) };

test('on a full disk the shop is not ready, refuses writes and serves pages; with free space it recovers', async () => {
  const shop = await startOutsideShop({ settings: { RATE_LIMITS: 'off' }, diskMb: 150 });
  const statusOf = async (path: string) => (await send(shop.url, { path })).status;
  const write = () => send(shop.url, { path: '/api/send-contact-email', method: 'POST', body: message });
  expect([await statusOf('/readyz'), (await write()).status]).toEqual([200, 200]);

  const others = join(shop.data(), 'others');
  spawnSync('sh', ['-c', 'cat /dev/zero > "$0"', others]);
  // Space that files have already allocated is filled first.
  await untilTrue('a write fails', 30_000, async () => (await write()).status !== 200);
  await untilTrue('it says that it is not ready', 10_000, async () => (await statusOf('/readyz')) === 503);
  const ready = await fetch(`${shop.url}/readyz`);
  expect(await ready.json()).toEqual({ status: 'not_ready', reason: 'The database’s disk is full.' });
  expect(await write()).toMatchObject({ status: 503, retryAfter: '5' });
  expect([await statusOf('/healthz'), await statusOf('/'), await statusOf('/product')]).toEqual([200, 200, 200]);

  rmSync(others);
  await untilTrue('it is ready again', 10_000, async () => (await statusOf('/readyz')) === 200);
  expect((await write()).status).toBe(200);
  expect(shop.failures()).toEqual([]);
  await shop.stop();
});
