import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { demoAccounts } from '#content/demo-shop.ts';

import { hasPostgres, hasVarnish } from '../../scripts/installed-programs.ts';
import { initialAddresses } from '../support/page-addresses.ts';
import { freePort } from '../support/postgres-cluster.ts';
import { startOutsidePostgres, type OutsidePostgres } from './support/outside-postgres.ts';
import { startOutsideShop, type OutsideShop } from './support/outside-shop.ts';
import { untilTrue } from './support/steady-load.ts';
import { edgeToken, startVarnish, type Varnish } from './support/varnish.ts';

const canRun = hasPostgres() && hasVarnish();
if (!canRun) console.warn('The edge is not tested: this machine has no varnishd, varnishstat or PostgreSQL.');

/**
 * Maximum delay of a change at the edge: half a second in the queue, one rendering, and other work
 * of the machine.
 */
const changedWithinMs = 10_000;

/** Forwards purges to Varnish, or refuses the next `times` of them. */
async function startGate(varnish: () => Varnish) {
  let refusals = 0;
  let refused = 0;
  const server: Server = createServer((request, response) => {
    if (refusals > 0) {
      refusals -= 1;
      refused += 1;
      response.writeHead(503).end();
      return;
    }
    const authorization = request.headers.authorization ?? '';
    fetch(varnish().url + request.url, { method: 'PURGE', headers: { authorization } }).then(
      ({ status }) => response.writeHead(status).end(),
      () => response.writeHead(502).end(),
    );
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refuse(times: number) {
      [refusals, refused] = [times, 0];
    },
    refused: () => refused,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

describe.runIf(canRun)('behind Varnish', () => {
  let postgres: OutsidePostgres;
  let shop: OutsideShop;
  let other: OutsideShop;
  let varnish: Varnish;
  let gate: Awaited<ReturnType<typeof startGate>>;
  let cents = 20_000;

  beforeAll(async () => {
    postgres = await startOutsidePostgres();
    gate = await startGate(() => varnish);
    const port = await freePort();
    varnish = await startVarnish(port);
    const settings = {
      PUBLIC_URL: varnish.url,
      TRUST_PROXY: 'true',
      RATE_LIMITS: 'off',
      EDGE: 'varnish',
      EDGE_PURGE_URL: gate.url,
      EDGE_PURGE_TOKEN: edgeToken,
    };
    shop = await startOutsideShop({ databaseUrl: postgres.url, settings: { ...settings, PORT: String(port) } });
    other = await startOutsideShop({ databaseUrl: postgres.url, settings });
  });
  afterAll(async () => {
    await Promise.all([shop.stop(), other.stop()]);
    gate.stop();
    await varnish.stop();
    await postgres.stop();
  });

  const open = (path: string, cookie = '') => fetch(varnish.url + path, { redirect: 'manual', headers: { cookie } });

  /** Changes the price, as the owner's form does. Returns the displayed price. */
  async function changePrice(): Promise<string> {
    cents += 101;
    await postgres.ask(`update products set price_cents = ${cents}, sale_price_cents = null where is_active`);
    return (cents / 100).toFixed(2);
  }

  const shows = async (text: string) => (await (await open('/product')).text()).includes(text);
  const untilShown = (text: string, limitMs = changedWithinMs) =>
    untilTrue(`the edge shows ${text}`, limitMs, () => shows(text));

  const untilQuiet = () =>
    untilTrue('no purge is owed', 20_000, async () => {
      const pending = await postgres.ask(`select 1 from pgboss.job where name = 'purge-edge' and state < 'completed'`);
      return pending.length === 0;
    });

  async function signIn(): Promise<string> {
    const [account] = demoAccounts;
    const answer = await fetch(`${varnish.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: varnish.url },
      body: JSON.stringify({ email: account?.email, password: account?.password }),
    });
    return answer.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
  }

  test('every cached page is served by the edge, identical for all, and no private page is', async () => {
    await untilQuiet();
    const cookie = await signIn();
    expect(cookie).toContain('session');
    const pages = new Map<string, string>();
    for (const path of initialAddresses('cached')) pages.set(path, await (await open(path)).text());
    const before = varnish.counts();
    for (const [path, html] of pages) {
      const answer = await open(path, cookie);
      expect([path, answer.headers.getSetCookie(), (await answer.text()) === html]).toEqual([path, [], true]);
      expect(await (await open(`${path}?utm_source=letter&gclid=1`)).text()).toBe(html);
      expect(answer.headers.get('cache-control')).toBe('no-cache, no-transform');
    }
    expect(varnish.counts().ofShop - before.ofShop).toBe(0);
    expect((await open('/account', cookie)).status).toBe(200);
    expect((await open('/account')).status).toBe(302);
    expect((await open('/readyz')).status).toBe(404);
    expect((await fetch(`${varnish.url}/product`, { method: 'PURGE' })).status).toBe(403);
  });

  test('a file first requested uncompressed is served compressed to clients that accept it', async () => {
    const [asset] = /\/assets\/[\w.-]+\.css/.exec(await (await open('/')).text()) ?? [];
    const encodingOf = async (accepted: string) => {
      const { headers } = await fetch(`${varnish.url}${asset}`, { headers: { 'accept-encoding': accepted } });
      return headers.get('content-encoding');
    };
    expect([await encodingOf('identity'), await encodingOf('br'), await encodingOf('gzip')]).toEqual([
      null,
      'br',
      'gzip',
    ]);
  });

  test('a new price reaches the edge at once', async () => {
    const took: number[] = [];
    for (let times = 0; times < 3; times += 1) took.push(await untilShown(await changePrice()));
    expect(Math.max(...took)).toBeLessThan(changedWithinMs);
    console.log(`a changed page is at the edge after ${took.map((ms) => Math.round(ms)).join(', ')} ms`);
  });

  test('a lost purge is sent again', async () => {
    await untilQuiet();
    // The page must be in the edge's cache, else a lost purge would go unnoticed.
    await (await open('/product')).text();
    gate.refuse(initialAddresses('cached').length);
    const price = await changePrice();
    await untilShown(price, 30_000);
    expect(gate.refused()).toBe(initialAddresses('cached').length);
  });

  test('a process that learns of a change late leaves no outdated page at the edge', async () => {
    await untilQuiet();
    shop.signal('SIGSTOP');
    const price = await changePrice();
    // Both purges of the other process end before this one has dropped its pages.
    await untilQuiet();
    const waiting = open('/product');
    shop.signal('SIGCONT');
    await waiting;
    await untilShown(price);
    await untilQuiet();
    expect(await shows(price)).toBe(true);
  });

  test('while the shop is down the edge serves cached pages, and after its return the changed ones', async () => {
    await untilQuiet();
    await open('/product');
    await Promise.all([shop.kill(), other.kill()]);
    const price = await changePrice();
    expect((await open('/product')).status).toBe(200);
    await fetch(`${varnish.url}/product`, { method: 'PURGE', headers: { authorization: `Bearer ${edgeToken}` } });
    for (let times = 0; times < 3; times += 1) expect((await open('/product')).status).toBe(200);
    expect((await open('/account')).status).toBe(503);
    await shop.start();
    await untilShown(price);
  });

  test('while the database is down the edge keeps its pages and caches no outage page', async () => {
    await untilQuiet();
    for (const path of ['/', '/about']) await (await open(path)).text();
    await postgres.goAway();
    await untilTrue('the shop knows', 20_000, async () => {
      const { headers } = await fetch(`${shop.url}/`);
      return headers.get('cache-control') === 'no-cache, no-transform';
    });
    await fetch(`${varnish.url}/`, { method: 'PURGE', headers: { authorization: `Bearer ${edgeToken}` } });
    for (const path of ['/', '/about']) expect((await open(path)).status).toBe(200);
    await postgres.comeBack();
    await untilShown(await changePrice(), 30_000);
  });
});
