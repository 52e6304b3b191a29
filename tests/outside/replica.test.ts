import { setTimeout as pause } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { table } from '../../src/pages/page-table.ts';
import { administer } from '../support/postgres-cluster.ts';
import { adminCookie, readsOf } from './support/admin-session.ts';
import { httpClient, type HttpClient } from './support/raw-http-client.ts';
import { startOutsidePostgres, type OutsidePostgres } from './support/outside-postgres.ts';
import { startOutsideShop, type OutsideShop } from './support/outside-shop.ts';
import { startLoad, untilTrue } from './support/steady-load.ts';

const isLong = process.env.CHAOS_OUTAGES !== undefined;
const outages = (process.env.CHAOS_OUTAGES ?? '10').split(',').map(Number);
/**
 * Bounds. The short form shares its machine and has just started. Both render admin pages all the
 * time.
 */
const bounds = isLong ? { memory: 1.1, delayMs: 200 } : { memory: 1.4, delayMs: 400 };

type Replica = Awaited<ReturnType<OutsidePostgres['replica']>>;

let database: OutsidePostgres;
let replica: Replica;
let shop: OutsideShop;
let client: HttpClient;
beforeAll(async () => {
  database = await startOutsidePostgres();
  replica = await database.replica();
  const settings = { DATABASE_READ_URL: replica.url, RATE_LIMITS: 'off' };
  shop = await startOutsideShop({ databaseUrl: database.url, settings });
  client = httpClient(shop.port);
  await untilTrue('the replica serves', 30_000, isServing);
});
afterAll(async () => {
  client.close();
  await shop.stop();
  await replica.stop();
  await database.stop();
});

const reads = () => readsOf(shop.url);

/** Opens an admin in a separate browser that keeps cookies. */
async function admin() {
  const cookies = new Map<string, string>();
  const keep = (pair = '') => {
    const [name = '', ...value] = pair.split('=');
    cookies.set(name, value.join('='));
  };
  for (const pair of (await adminCookie(shop.url)).split('; ')) keep(pair);
  const cookie = () => [...cookies].map((pair) => pair.join('=')).join('; ');
  const send = async (method: string, path: string, body: string | null = null) => {
    const own = { origin: shop.url, host: new URL(shop.url).host, 'sec-fetch-site': 'same-origin', cookie: cookie() };
    const headers = { ...own, accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await client.send({ method, path, headers, body });
    for (const set of answer.cookies) keep(set.split(';')[0]);
    return answer;
  };
  return {
    cookie,
    open: (path: string) => send('GET', path),
    makeKey: (name: string) => send('POST', '/admin/api-keys', `form=create&name=${name}&scopes=orders:read`),
  };
}

type Admin = Awaited<ReturnType<typeof admin>>;

async function isServing(): Promise<boolean> {
  const before = await reads();
  await (await admin()).open('/admin/orders');
  return (await reads()).replica > before.replica;
}

const pages = table.filter(({ audience, path }) => audience === 'admin' && !path.includes(':')).map(({ path }) => path);

/** Returns the first detail link of an admin list. */
const linkOf = (path: string, text: string) => new RegExp(`href="(${path}/[^"?#/]+)"`).exec(text)?.[1];

test('every admin page that only displays data reads from the replica alone', async () => {
  const { open } = await admin();
  expect(pages.length).toBeGreaterThan(20);
  const before = await reads();
  const opened: string[] = [];
  for (const list of pages) {
    const { status, text } = await open(list);
    expect([list, status]).toEqual([list, 200]);
    const path = list === '/admin' ? undefined : linkOf(list, text);
    if (path !== undefined) opened.push(path);
  }
  expect(opened.length).toBeGreaterThan(2);
  for (const path of opened) expect([path, (await open(path)).status]).toEqual([path, 200]);
  const after = await reads();
  expect(after.leader).toBe(before.leader);
  expect(after.replica).toBeGreaterThan(before.replica + pages.length);
});

/**
 * Maximum time that a lagging replica serves reads. The next check, 3 s later, detects the lag, so
 * reads here are earlier.
 */
const laggingServesMs = 2_500;

type Lagging = { writer: Admin; other: Admin; key: string };

/**
 * Reads while replay is paused. Returns null if the machine was too slow, as the replica may no
 * longer serve.
 */
async function whileLagging({ writer, other, key }: Lagging, name: string) {
  await administer(replica.adminUrl, 'select pg_wal_replay_pause()');
  const begun = performance.now();
  try {
    await writer.makeKey(name);
    const own = (await writer.open('/admin/api-keys')).text.includes(name);
    const others = (await other.open('/admin/api-keys')).text.includes(name);
    const before = await reads();
    const { status } = await fetch(`${shop.url}/api/v1/orders`, { headers: { authorization: `Bearer ${key}` } });
    const after = await reads();
    const seen = { own, others, status, leader: after.leader - before.leader, replica: after.replica - before.replica };
    return performance.now() - begun < laggingServesMs ? seen : null;
  } finally {
    await addToCart();
    await administer(replica.adminUrl, 'select pg_wal_replay_resume()');
    await untilTrue('the replica serves again', 15_000, isServing);
  }
}

async function addToCart(): Promise<void> {
  const [product] = await database.ask<{ id: string }>('select id from products where is_active limit 1');
  const body = JSON.stringify({ product_id: product?.id, quantity: 1 });
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
  expect((await fetch(`${shop.url}/api/cart/items`, { method: 'POST', headers, body })).status).toBe(200);
}

test('an admin sees their own change at once although the replica lags; sales and other readers go on', async () => {
  const [writer, other] = [await admin(), await admin()];
  const key = /shop_[0-9a-f]{8}_[\w-]{43}/.exec((await writer.makeKey('reader')).text)?.[0] ?? '';
  await untilTrue('the replica has it', 10_000, async () =>
    (await other.open('/admin/api-keys')).text.includes('reader'),
  );
  let seen: Awaited<ReturnType<typeof whileLagging>> = null;
  for (let round = 1; round <= 5 && seen === null; round += 1) {
    seen = await whileLagging({ writer, other, key }, `lagging-${round}`);
  }
  expect(seen).toEqual({ own: true, others: false, status: 200, leader: 0, replica: 1 });
});

test.each(outages)(
  'a replica outage of %i s is retried slowly: every page is served, and nothing leaks',
  async (seconds) => {
    const { open, cookie } = await admin();
    const load = () =>
      startLoad({
        url: shop.url,
        perSecond: 10,
        calls: ['/admin', '/admin/orders', '/admin/customers'].map((path) => ({ path, headers: { cookie: cookie() } })),
      });
    const warm = load();
    await pause(isLong ? 30_000 : 5_000);
    await warm.stop();
    const before = await shop.readings();
    const logged = shop.log().length;
    const during = load();
    await replica.crash();
    await pause(seconds * 1_000);
    const { loopDelayMs } = await shop.readings();
    await replica.restart();
    const servesMs = await untilTrue('the replica serves again', 15_000, isServing);
    const samples = await during.stop();
    expect(samples.filter(({ status }) => status !== 200)).toEqual([]);
    const isFlat = async () => (await shop.readings()).descriptors <= before.descriptors + 2;
    await untilTrue('descriptors are as before', 60_000, isFlat);
    const after = await shop.readings();
    const lines = shop.log().slice(logged).split('\n').filter(Boolean);
    console.log(seconds, 's', { before, after, loopDelayMs, servesMs, lines: lines.length, pages: samples.length });
    expect(lines.length).toBeLessThanOrEqual(3 + 2 * Math.floor(seconds / 60));
    expect(after.memoryMb / before.memoryMb).toBeLessThan(bounds.memory);
    expect(loopDelayMs).toBeLessThan(bounds.delayMs);
    expect((await open('/admin')).status).toBe(200);
    expect(shop.failures()).toEqual([]);
  },
);

test('a shop opens without its replica, and reads from it once it is available', async () => {
  await replica.crash();
  await shop.terminate();
  await shop.start();
  const { open } = await admin();
  expect((await open('/admin/orders')).status).toBe(200);
  await replica.restart();
  await untilTrue('the replica serves again', 15_000, isServing);
});
