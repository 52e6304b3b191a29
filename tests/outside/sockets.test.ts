import { connect, type Socket } from 'node:net';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { startOutsidePostgres, type OutsidePostgres } from './support/outside-postgres.ts';
import { startOutsideShop, type OutsideShop } from './support/outside-shop.ts';
import { send, untilTrue } from './support/steady-load.ts';

let database: OutsidePostgres;
let shop: OutsideShop;
beforeAll(async () => {
  database = await startOutsidePostgres();
  const settings = { LOG_LEVEL: 'info', RATE_LIMITS: 'off' };
  shop = await startOutsideShop({ databaseUrl: database.url, settings, limits: { descriptors: 4_096 } });
});
afterAll(async () => {
  await shop.stop();
  await database.stop();
});

type Stuck = { socket: Socket; answer(): string; closed: Promise<void> };

/** Opens a connection, sends part of a request and then nothing. */
function openStuck(text: string): Promise<Stuck> {
  return new Promise((done, failed) => {
    const socket = connect(shop.port, '127.0.0.1');
    let answer = '';
    const closed = new Promise<void>((over) => socket.once('close', () => over()));
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.once('error', failed);
    socket.once('connect', () => {
      socket.off('error', failed);
      // The shop may close the connection at any moment.
      socket.on('error', () => undefined);
      socket.write(text);
      done({ socket, answer: () => answer, closed });
    });
  });
}

async function openMany(count: number, text: string): Promise<Stuck[]> {
  const all: Stuck[] = [];
  while (all.length < count) {
    all.push(...(await Promise.all(Array.from({ length: Math.min(100, count - all.length) }, () => openStuck(text)))));
  }
  return all;
}

/**
 * Requests pages as a shopper while other connections are held. Returns the statuses and the
 * longest wait.
 */
async function shopAround(): Promise<{ statuses: number[]; maxMs: number }> {
  const samples = [];
  for (const path of ['/', '/product', '/track', '/api/session', '/']) samples.push(await send(shop.url, { path }));
  return { statuses: samples.map(({ status }) => status), maxMs: Math.max(...samples.map(({ ms }) => ms)) };
}

test('2,000 unfinished requests block no visitor, and are closed in time', async () => {
  await shopAround();
  const before = await shop.readings();
  const stuck = await openMany(2_000, 'GET / HTTP/1.1\r\nHost: shop.example\r\n');
  const begun = performance.now();
  const { statuses, maxMs: longestMs } = await shopAround();
  const during = await shop.readings();
  await Promise.all(stuck.map(({ closed }) => closed));
  const closedAfterMs = performance.now() - begun;
  console.log({ longestMs, closedAfterMs, before, during });
  expect(statuses).toEqual([200, 200, 200, 200, 200]);
  expect(longestMs).toBeLessThan(5_000);
  expect(during.memoryMb - before.memoryMb).toBeLessThan(100);
  // Ten seconds for the headers, plus the interval of the check for expired connections.
  expect(closedAfterMs).toBeLessThan(20_000);
  await untilTrue('the connections are given back', 15_000, async () => {
    return (await shop.readings()).descriptors <= before.descriptors + 20;
  });
});

test('2,000 silent connections block no visitor', async () => {
  const stuck = await openMany(2_000, '');
  expect((await shopAround()).statuses).toEqual([200, 200, 200, 200, 200]);
  for (const { socket } of stuck) socket.destroy();
});

test('300 half-sent bodies get a 408 and cause no errors in the log', async () => {
  const lines = ['POST /api/send-contact-email HTTP/1.1', 'Host: shop.example', 'Sec-Fetch-Site: same-origin'];
  const headers = [...lines, 'Content-Type: application/json', 'Content-Length: 500', '', '{"name":'];
  const stuck = await openMany(300, headers.join('\r\n'));
  expect((await shopAround()).statuses).toEqual([200, 200, 200, 200, 200]);
  await Promise.all(stuck.map(({ closed }) => closed));
  const answers = new Set(stuck.map(({ answer }) => answer().split('\r\n')[0]));
  expect([...answers]).toEqual(['HTTP/1.1 408 Request Timeout']);
  await untilTrue('all are in the log', 15_000, async () => shop.log().split('"request cut off"').length > 300);
  expect(shop.log()).not.toContain('"level":50');
});
