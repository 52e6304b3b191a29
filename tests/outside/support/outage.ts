import { setTimeout as pause } from 'node:timers/promises';

import type { OutsidePostgres } from './outside-postgres.ts';
import type { OutsideShop } from './outside-shop.ts';
import { send, startLoad, untilTrue, type Call, type Sample } from './steady-load.ts';

const perSecond = 20;
const warmMs = 5_000;

const address = () => Array.from({ length: 3 }, () => 1 + Math.floor(Math.random() * 250)).join('.');
/** Headers of a random visitor, so that rate limits can stay on. */
const from = () => ({ 'x-forwarded-for': `10.${address()}` });

export const cachedPaths = ['/', '/product'];
export const written = '/api/cart/items';
export const rendered = '/product?sort=newest';

function callsFor(productId: string): Call[] {
  const write: Call = { path: written, method: 'POST', body: { product_id: productId, quantity: 1 } };
  const calls: Call[] = [
    ...cachedPaths.map((path) => ({ path })),
    write,
    { path: '/healthz' },
    { path: rendered, headers: { accept: 'text/html' } },
    { path: '/', headers: { cookie: 'better-auth.session_token=made-up.made-up' } },
    write,
    { path: '/readyz' },
  ];
  return calls.map((call) => ({
    ...call,
    get headers() {
      return { ...call.headers, ...from() };
    },
  }));
}

export type Parts = {
  shop: OutsideShop;
  database: OutsidePostgres;
  productId: string;
  /** Maximum memory after the outage, as a multiple of the memory before. */
  memoryFactor: number;
};

async function stateOf({ shop, database }: Parts) {
  const { memoryMb, ownDescriptors: descriptors, loopDelayMs } = await shop.readings();
  return { connections: await database.connections(), descriptors, memoryMb: Math.round(memoryMb), loopDelayMs };
}

/** True if a write, a page and the readiness probe all succeed. */
async function isWhole(url: string, productId: string): Promise<boolean> {
  const [write, page] = callsFor(productId).filter(({ path }) => path === written || path === rendered);
  if (write === undefined || page === undefined) throw new Error('no calls');
  const samples = await Promise.all([write, page, { path: '/readyz' }].map((call) => send(url, call)));
  return samples.every(({ status }) => status === 200);
}

/** Lets a shop compile and cache what the load needs, as a baseline for later measurements. */
export async function warmUp({ shop, productId }: Pick<Parts, 'shop' | 'productId'>, ms: number): Promise<void> {
  const load = startLoad({ url: shop.url, perSecond, calls: callsFor(productId) });
  await pause(ms);
  await load.stop();
}

export type Fault = {
  seconds: number;
  /**
   * Milliseconds until the shop notices. Until then only the duration of its responses is checked.
   */
  noticedMs: number;
  begin(): Promise<unknown> | void;
  end(): Promise<unknown> | void;
};

/**
 * Sends requests during and after a database outage. Returns the responses and the readings of the
 * process.
 */
export async function outage(parts: Parts, fault: Fault) {
  const { shop, productId } = parts;
  const { url } = shop;
  await warmUp(parts, warmMs);
  const idle = await stateOf(parts);
  const logBefore = shop.log().length;
  const load = startLoad({ url, perSecond, calls: callsFor(productId) });
  await pause(1_000);
  // The size of an idle pool varies by one connection. Allow one more if this load uses it before
  // the outage.
  const more = Math.min(1, Math.max(0, (await parts.database.connections()) - idle.connections));
  const before = { ...idle, connections: idle.connections + more, descriptors: idle.descriptors + more };
  await fault.begin();
  const beganAt = performance.now();
  await pause(fault.seconds * 1_000);
  const endedAt = performance.now();
  await fault.end();
  const wholeMs = await untilTrue('the shop is whole again', 30_000, () => isWhole(url, productId));
  const during = await stateOf(parts);
  await pause(2_000);
  const samples = await load.stop();
  const isCalm = async () => {
    const { connections, descriptors, memoryMb } = await stateOf(parts);
    const isTight = connections <= before.connections && descriptors <= before.descriptors;
    return isTight && memoryMb <= before.memoryMb * parts.memoryFactor;
  };
  // The pool closes connections that are idle for 10 s, including those opened on recovery.
  await untilTrue('connections, descriptors and memory are as before', 60_000, isCalm).catch(() => undefined);
  const after = await stateOf(parts);
  const lines = shop.log().slice(logBefore).split('\n').filter(Boolean);
  const isDuring = ({ sentAt, ms }: Sample) => sentAt > beganAt && sentAt + ms < endedAt;
  const isNoticed = (sample: Sample) => isDuring(sample) && sample.sentAt > beganAt + fault.noticedMs;
  return {
    before,
    after,
    wholeMs: Math.round(wholeMs),
    loopDelayMs: Math.max(during.loopDelayMs, after.loopDelayMs),
    lines,
    during: samples.filter(isDuring),
    noticed: samples.filter(isNoticed),
    samples,
  };
}
