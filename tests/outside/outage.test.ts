import { afterAll, beforeAll, expect, test } from 'vitest';

import { cachedPaths, outage, rendered, warmUp, written, type Fault, type Parts } from './support/outage.ts';
import { startOutsidePostgres } from './support/outside-postgres.ts';
import { startOutsideShop } from './support/outside-shop.ts';
import type { Sample } from './support/steady-load.ts';

const isLong = process.env.CHAOS_OUTAGES !== undefined;
const outages = (process.env.CHAOS_OUTAGES ?? '10').split(',').map(Number);
const frozenSeconds = isLong ? 40 : 10;
const refusedSeconds = isLong ? 30 : 5;

/**
 * Bounds. The short form may share its machine and warms up only briefly, so its bounds are wider.
 */
const bounds = isLong
  ? { warmMs: 60_000, writeMs: 4_000, wholeMs: 5_000, delayMs: 100, memory: 1.1 }
  : { warmMs: 10_000, writeMs: 7_000, wholeMs: 10_000, delayMs: 400, memory: 1.4 };
const maxLogLines = 10;

let parts: Parts;
beforeAll(async () => {
  const database = await startOutsidePostgres();
  const shop = await startOutsideShop({ databaseUrl: database.url, settings: { TRUST_PROXY: 'true' } });
  const [product] = await database.ask<{ id: string }>('select id from products where is_active limit 1');
  await database.ask('update products set on_hand = 1000000');
  parts = { shop, database, productId: product?.id ?? '', memoryFactor: bounds.memory };
  await warmUp(parts, bounds.warmMs);
});
afterAll(async () => {
  await parts.shop.stop();
  await parts.database.stop();
});

const to =
  (...paths: string[]) =>
  ({ path }: Sample) =>
    paths.includes(path);

function statusesOf(samples: readonly Sample[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { method, path, status } of samples) {
    const key = `${method} ${path} ${status}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

const slowest = (samples: readonly Sample[]) => Math.round(Math.max(0, ...samples.map(({ ms }) => ms)));

async function reportOf(fault: Fault) {
  const { before, after, wholeMs, loopDelayMs, lines, during, noticed, samples } = await outage(parts, fault);
  const refused = noticed.filter(to(written));
  const figures = { before, after, wholeMs, loopDelayMs: Math.round(loopDelayMs), lines: lines.length };
  const refusals = samples.filter(({ status }) => status === 503).filter(to(written));
  const slow = { page: slowest(during.filter(to(...cachedPaths))), write: slowest(refusals) };
  console.log(
    fault.seconds,
    's',
    figures,
    slow,
    statusesOf(noticed),
    lines.slice(0, 20).map((line) => line.slice(0, 160)),
  );
  const pages = noticed.filter(to(rendered));
  return {
    figures,
    /** Unexpected responses. */
    wrong: {
      unanswered: statusesOf(during.filter(to(...cachedPaths, '/healthz')).filter(({ status }) => status !== 200)),
      ready: statusesOf(noticed.filter(to('/readyz')).filter(({ status }) => status !== 503)),
      writes: refused.filter(({ status, retryAfter }) => status !== 503 || retryAfter === null).slice(0, 3),
      wordless: refused.filter(({ text }) => !text.includes('The shop can’t do this right now')).slice(0, 3),
      pages: pages.filter(({ status, text }) => status !== 503 || !text.includes('We will be right back')).slice(0, 3),
      slow: slow.write < bounds.writeMs && wholeMs < bounds.wholeMs ? [] : [slow.write, wholeMs],
      connections: Math.max(0, after.connections - before.connections),
      descriptors: Math.max(0, after.descriptors - before.descriptors),
      memory: after.memoryMb <= before.memoryMb * bounds.memory ? [] : [before.memoryMb, after.memoryMb],
      delay: loopDelayMs < bounds.delayMs ? [] : [loopDelayMs],
      log: lines.length <= maxLogLines * Math.ceil(1 + fault.seconds / 60) ? [] : lines.slice(0, 5),
      failures: parts.shop.failures(),
    },
  };
}

const nothing = {
  unanswered: {},
  ready: {},
  writes: [],
  wordless: [],
  pages: [],
  slow: [],
  connections: 0,
  descriptors: 0,
  memory: [],
  delay: [],
  log: [],
  failures: [],
};

test.each(outages)('a database outage of %i s stops sales, and nothing else, until it is back', async (seconds) => {
  const { goAway: begin, comeBack: end } = parts.database;
  expect((await reportOf({ seconds, noticedMs: 500, begin, end })).wrong).toEqual(nothing);
});

test('a database that accepts connections but never responds is left alone until it responds', async () => {
  const { freeze: begin, thaw: end } = parts.database;
  const { wrong } = await reportOf({ seconds: frozenSeconds, noticedMs: 3_500, begin, end });
  expect(wrong).toEqual(nothing);
});

test('a database without a free connection is retried slowly until it has one', async () => {
  const { refuseConnections: begin, acceptConnections: end } = parts.database;
  const { wrong } = await reportOf({ seconds: refusedSeconds, noticedMs: 500, begin, end });
  expect(wrong).toEqual(nothing);
});
