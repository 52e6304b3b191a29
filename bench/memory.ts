import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { embedded, startShopServer } from '../tests/e2e/support/shop-server.ts';
import { openBusyShop, untilEventsDelivered, type BusyShop } from './support/busy-shop.ts';
import { percentile, report } from './support/bench-report.ts';
import { newGuest } from './support/guest-shopper.ts';
import { residentMb } from './support/process-usage.ts';
import { callsTo, type Call } from './support/shop-calls.ts';

const shoppers = 1_000;
/** Average time that a shopper looks at a page before the next step, in ms. */
const lookMs = 8_000;
const everyMs = 1_000;
/**
 * Share of the soak that counts as warm-up. Growth until caches and compiled code are filled is no
 * leak.
 */
const warmShare = 0.4;

type Sample = { minute: number; mb: number };

/**
 * Simulates a shopper: visit after visit, browses, fills a cart, and buys in one of four visits.
 */
async function shop(call: Call, { goods }: BusyShop, over: AbortSignal): Promise<void> {
  const look = () => pause(Math.random() * 2 * lookMs, undefined, { signal: over });
  await look();
  for (;;) {
    const guest = newGuest(call, goods);
    await guest.open('/');
    await look();
    await guest.open('/product');
    await look();
    await guest.addToCart();
    await look();
    if (Math.random() < 0.25) await guest.buy();
    else await guest.readCart();
    await look();
  }
}

const untilOver = (shopping: Promise<void>, over: AbortSignal) =>
  shopping.catch((error: unknown) => {
    if (!over.aborted) throw error;
  });

/**
 * Growth in MB per minute: least-squares line through the minimum of every ten samples, which are
 * the points between garbage collections.
 */
function slope(samples: readonly Sample[]): number {
  const lows: Sample[] = [];
  for (let from = 0; from + 10 <= samples.length; from += 10) {
    const ten = samples.slice(from, from + 10);
    lows.push({ minute: ten[5]?.minute ?? 0, mb: Math.min(...ten.map(({ mb }) => mb)) });
  }
  const mean = (of: (sample: Sample) => number) => lows.reduce((sum, low) => sum + of(low), 0) / lows.length;
  const [middle, level] = [mean(({ minute }) => minute), mean(({ mb }) => mb)];
  const above = mean(({ minute, mb }) => (minute - middle) * (mb - level));
  return above / mean(({ minute }) => (minute - middle) ** 2);
}

async function idle(server: { url: string; pid(): number }, idleMs: number): Promise<number> {
  await (await fetch(`${server.url}/`)).arrayBuffer();
  await pause(idleMs);
  return residentMb(server.pid());
}

async function soak(
  busy: BusyShop,
  { port, pid }: { port: number; pid(): number },
  minutes: number,
): Promise<Sample[]> {
  const { call, end } = callsTo(port, shoppers);
  const begun = performance.now();
  const over = AbortSignal.timeout(minutes * 60_000);
  const everyone = Promise.all(Array.from({ length: shoppers }, () => untilOver(shop(call, busy, over), over)));
  const samples: Sample[] = [];
  const watch = async () => {
    while (!over.aborted) {
      await pause(everyMs);
      samples.push({ minute: (performance.now() - begun) / 60_000, mb: residentMb(pid()) });
    }
  };
  await Promise.all([everyone, watch()]);
  end();
  return samples;
}

/**
 * Memory of one process that does everything: idle, and with 1,000 concurrent shoppers for
 * `--minutes` (2). Also its growth per minute after warm-up, which takes at least 2 minutes to
 * measure. `--idle` (15): seconds of idle time before a measurement.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { minutes: { type: 'string' }, idle: { type: 'string' } } as const });
  const [minutes, idleMs] = [Number(values.minutes ?? 2), Number(values.idle ?? 15) * 1000];
  const small = await startShopServer(embedded);
  report({ name: 'memory:idle-embedded', value: await idle(small, idleMs), unit: 'MB' });
  await small.stop();
  const busy = await openBusyShop();
  const server = await busy.startProcess();
  report({ name: 'memory:idle', value: await idle(server, idleMs), unit: 'MB' });
  const samples = await soak(busy, server, minutes).catch((error: unknown) => {
    console.error(server.said().slice(-2_000));
    throw error;
  });
  const mb = samples.map((sample) => sample.mb);
  report({ name: 'memory:1000-shoppers', value: percentile(mb, 0.95), unit: 'MB' });
  const warm = samples.slice(Math.floor(samples.length * warmShare));
  if (minutes >= 2) report({ name: 'memory:growth', value: slope(warm), unit: 'MB/min' });
  await untilEventsDelivered(busy);
  await pause(idleMs);
  report({ name: 'memory:afterwards', value: residentMb(server.pid()), unit: 'MB' });
  await server.stop();
  await busy.close();
}
