import { setTimeout as pause } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { countingOrders, openBusyShop, untilEventsDelivered } from '../../bench/support/busy-shop.ts';
import { newGuest } from '../../bench/support/guest-shopper.ts';
import { residentMb } from '../../bench/support/process-usage.ts';
import { startSandbox } from '../../bench/support/sandbox-process.ts';
import { callsTo, type Answer } from '../../bench/support/shop-calls.ts';
import { atPace } from './support/at-pace.ts';

/**
 * Duration. The long form runs 15 minutes at full pace; the short one only shows that the shop
 * works under the limit.
 */
const minutes = Number(process.env.CHAOS_HEAP_MINUTES ?? 0.4);
const pace = minutes > 1 ? { checkouts: 20, pages: 300 } : { checkouts: 3, pages: 60 };
/**
 * Concurrent buyers, and concurrent readers. At most the size of the database pool, so that a slow
 * machine refuses none.
 */
const atOnce = minutes > 1 ? 12 : 4;
/** Minimum share of the pace that a long run must achieve. */
const minShare = minutes > 1 ? 0.9 : 0;
const heapMb = 160;
const maxResidentMb = 400;
/**
 * Maximum memory of the second half of the warm time, relative to the first. A short run is still
 * warming up.
 */
const maxGrowth = minutes > 1 ? 1.1 : 1.5;
/** Share of the time after which caches and compiled code are complete. */
const warmShare = 0.4;

/** Returns a page: nine of ten are cached, and every tenth is rendered for its visitor. */
const pageOf = (number: number) =>
  number % 10 === 0 ? `/track?visit=${number}` : (['/', '/product', '/science'][number % 3] ?? '/');

function checkPage(path: string, { status }: Answer): void {
  if (status !== 200) throw new Error(`${path} answered ${status}`);
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

test(`${minutes} minutes of ${pace.checkouts} checkouts and ${pace.pages} pages a second fit into a heap of ${heapMb} MB, and every order is correct`, async () => {
  const busy = await openBusyShop();
  const sandbox = await startSandbox();
  const server = await busy.startProcess({
    ...sandbox.settings,
    NODE_OPTIONS: `--max-old-space-size=${heapMb} --max-semi-space-size=8`,
    MALLOC_ARENA_MAX: '2',
  });
  sandbox.connectShop(server);
  const pid = server.pid();
  const expectOrders = await countingOrders(busy);
  const buyers = callsTo(server.port, atOnce);
  const readers = callsTo(server.port, atOnce);
  const idleMb = residentMb(pid);
  const begun = performance.now();
  const isOver = () => performance.now() - begun >= minutes * 60_000;
  const samples: number[] = [];
  const watch = async () => {
    while (!isOver()) {
      samples.push(residentMb(pid));
      await pause(1_000);
    }
  };
  const [checkouts, pages] = await Promise.all([
    atPace({ perSecond: pace.checkouts, maxPending: atOnce, isOver }, () =>
      newGuest(buyers.call, busy.goods, sandbox.call).checkOut(),
    ),
    atPace({ perSecond: pace.pages, maxPending: atOnce, isOver }, async (number) => {
      const path = pageOf(number);
      checkPage(
        path,
        await readers.call('GET', path, { 'accept-encoding': 'br', 'x-forwarded-for': `10.1.0.${number % 250}` }),
      );
    }),
    watch(),
  ]).catch((error: unknown) => {
    throw new Error(`after ${Math.round((performance.now() - begun) / 1_000)} s: ${server.said().slice(-2_000)}`, {
      cause: error,
    });
  });
  await untilEventsDelivered(sandbox);
  await expectOrders(checkouts);
  const warm = samples.slice(Math.floor(samples.length * warmShare));
  const half = Math.floor(warm.length / 2);
  const [early, late] = [mean(warm.slice(0, half)), mean(warm.slice(half))];
  const seconds = minutes * 60;
  console.log({
    checkoutsPerSecond: checkouts / seconds,
    pagesPerSecond: pages / seconds,
    idleMb,
    earlyMb: early,
    lateMb: late,
    maxMb: Math.max(...samples),
  });
  buyers.end();
  readers.end();
  expect(server.pid(), 'the same process all the time').toBe(pid);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  await server.stop();
  await sandbox.stop();
  await busy.close();
  expect(checkouts / seconds / pace.checkouts).toBeGreaterThan(minShare);
  expect(pages / seconds / pace.pages).toBeGreaterThan(minShare);
  expect(Math.max(...samples)).toBeLessThan(maxResidentMb);
  expect(late / early).toBeLessThan(maxGrowth);
});
