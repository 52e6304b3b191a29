import { setTimeout as pause } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { openWire } from '../../bench/support/wire.ts';
import { startOutsidePostgres } from './support/outside-postgres.ts';
import { startOutsideShop } from './support/outside-shop.ts';

/** Work of each kind that goes by the clock comes once within it, or more often. */
const seconds = 60;
const maxASecond = 2;
/** What a shop does as it starts is over, and nothing was enqueued for a while. */
const calmMs = 20_000;

test(`a shop that nobody visits asks its database at most ${maxASecond} things a second`, async () => {
  const postgres = await startOutsidePostgres();
  const wire = await openWire(postgres.url, { hasHeartbeat: true });
  const shop = await startOutsideShop({ databaseUrl: wire.url });
  await pause(calmMs);
  const sent = await wire.during(() => pause(seconds * 1_000));
  const counts = Object.entries(Object.groupBy(sent, ({ text }) => text.replaceAll(/\s+/g, ' ').slice(0, 90)))
    .map(([text, all = []]) => ({ count: all.length, text }))
    .toSorted((a, b) => b.count - a.count);
  await shop.stop();
  wire.close();
  await postgres.stop();
  // It is the shop's own: a wire that hears nothing would say so of any shop.
  expect(counts.map(({ text }) => text)).toContain('select true as yes');
  expect(sent.length, JSON.stringify(counts, null, 1)).toBeLessThanOrEqual(maxASecond * seconds);
});
