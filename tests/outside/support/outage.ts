import { setTimeout as pause } from 'node:timers/promises';

import type { OutsidePostgres } from './outside-postgres.ts';
import type { OutsideShop } from './outside-shop.ts';
import { send, startLoad, untilTrue, type Call, type Sample } from './steady-load.ts';

const perSecond = 20;
const warmMs = 5_000;
const idleDescriptors = 50;

const address = () => Array.from({ length: 3 }, () => 1 + Math.floor(Math.random() * 250)).join('.');
/** Visitors from everywhere, so that the limits of calls stay on. */
const from = () => ({ 'x-forwarded-for': `10.${address()}` });

export const kept = ['/', '/product'];
export const written = '/api/cart/items';
export const rendered = '/product?anew';

function callsFor(productId: string): Call[] {
  const write: Call = { path: written, method: 'POST', body: { product_id: productId, quantity: 1 } };
  const calls: Call[] = [
    ...kept.map((path) => ({ path })),
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
  /** How much memory it may hold afterwards, as a multiple of what it held before. */
  memoryFactor: number;
};

async function stateOf({ shop, database }: Parts) {
  const { memoryMb, descriptors, loopDelayMs } = await shop.readings();
  return { connections: await database.connections(), descriptors, memoryMb: Math.round(memoryMb), loopDelayMs };
}

/** Whether a write, a page and the probe for load balancers all succeed. */
async function isWhole(url: string, productId: string): Promise<boolean> {
  const [write, page] = callsFor(productId).filter(({ path }) => path === written || path === rendered);
  if (write === undefined || page === undefined) throw new Error('no calls');
  const samples = await Promise.all([write, page, { path: '/readyz' }].map((call) => send(url, call)));
  return samples.every(({ status }) => status === 200);
}

/** Lets a shop compile and cache what the load needs, and close the sockets of those who came: a measure for later. */
export async function warmUp({ shop, productId }: Pick<Parts, 'shop' | 'productId'>, ms: number): Promise<void> {
  const load = startLoad({ url: shop.url, perSecond, calls: callsFor(productId) });
  await pause(ms);
  await load.stop();
  const isIdle = async () => (await shop.readings()).descriptors < idleDescriptors;
  await untilTrue('idle sockets are closed', 15_000, isIdle).catch(() => undefined);
}

export type Fault = {
  seconds: number;
  /** Milliseconds until the shop knows; what it answers meanwhile is not judged beyond its time. */
  noticedMs: number;
  begin(): Promise<unknown> | void;
  end(): Promise<unknown> | void;
};

/** Lets requests come while the database fails and after it is back; says what they got and how the process fared. */
export async function outage(parts: Parts, fault: Fault) {
  const { shop, productId } = parts;
  const { url } = shop;
  await warmUp(parts, warmMs);
  const calm = await stateOf(parts);
  const logBefore = shop.log().length;
  const load = startLoad({ url, perSecond, calls: callsFor(productId) });
  await pause(1_000);
  // A calm pool holds a connection more at some times than at others: one is allowed, if this load holds it before the outage, too.
  const more = Math.min(1, Math.max(0, (await parts.database.connections()) - calm.connections));
  const before = { ...calm, connections: calm.connections + more, descriptors: calm.descriptors + more };
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
  // The pool closes a connection that was idle for 10 s: what was opened when the database came back goes again.
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
