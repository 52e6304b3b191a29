import { setTimeout as pause } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { openSqlRecorder } from '../../bench/support/sql-recorder.ts';
import { startOutsidePostgres } from './support/outside-postgres.ts';
import { startOutsideShop } from './support/outside-shop.ts';

/** Measuring time in seconds. Every periodic task runs at least once in it. */
const seconds = 60;
/** Expired checkouts are looked for every 5 s, so that no reservation outlives its time by 30 s. */
const maxASecond = 2.5;
/** Time in milliseconds for startup work to end, with nothing enqueued. */
const settleMs = 20_000;

test(`an idle shop sends its database at most ${maxASecond} statements a second`, async () => {
  const postgres = await startOutsidePostgres();
  const wire = await openSqlRecorder(postgres.url, { hasHeartbeat: true });
  const shop = await startOutsideShop({ databaseUrl: wire.url });
  await pause(settleMs);
  const sent = await wire.during(() => pause(seconds * 1_000));
  const counts = Object.entries(Object.groupBy(sent, ({ text }) => text.replaceAll(/\s+/g, ' ').slice(0, 90)))
    .map(([text, all = []]) => ({ count: all.length, text }))
    .toSorted((a, b) => b.count - a.count);
  await shop.stop();
  wire.close();
  await postgres.stop();
  // Proves that the proxy sees this shop's queries: a deaf proxy would report silence for any shop.
  expect(counts.map(({ text }) => text)).toContain('select 1 as heartbeat');
  expect(sent.length, JSON.stringify(counts, null, 1)).toBeLessThanOrEqual(maxASecond * seconds);
});
