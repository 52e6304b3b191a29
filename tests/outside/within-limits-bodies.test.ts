import { setTimeout as pause } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { attackLimits } from './support/limited-process.ts';
import { startOutsidePostgres, type OutsidePostgres } from './support/outside-postgres.ts';
import { startOutsideShop, type OutsideShop } from './support/outside-shop.ts';
import { cpuMs, memoryMb } from './support/process-readings.ts';

/**
 * Maximum processor time of one request. Twice the goal of 50 ms, because it is measured in steps
 * of 10 ms with other work.
 */
const maxCpuMs = 100;
/** Maximum wait of another visitor meanwhile, in milliseconds. */
const maxWaitMs = 100;
const tries = 5;

let database: OutsidePostgres;
let shop: OutsideShop;
let addresses = 0;
beforeAll(async () => {
  database = await startOutsidePostgres();
  const settings = { TRUST_PROXY: 'true' };
  shop = await startOutsideShop({ databaseUrl: database.url, settings, limits: attackLimits });
  for (const path of ['/auth', '/track', '/reviews', '/api/session']) await fetch(`${shop.url}${path}`);
});
afterAll(async () => {
  await shop.stop();
  await database.stop();
});

const kilobytes = 1_000;
const megabytes = 1_000_000;
const urlencoded = 'application/x-www-form-urlencoded';
const json = 'application/json';
const multipart = 'multipart/form-data; boundary=r';

const repeated = (text: string, bytes: number) => text.repeat(Math.floor(bytes / text.length));
/** Returns fields with distinct names, up to `bytes`. */
function ownNames(bytes: number): string {
  const names: string[] = [];
  for (let size = 0, index = 0; size < bytes; index += 1) {
    const name = index.toString(36);
    names.push(name);
    size += name.length + 1;
  }
  return names.join('&');
}
const part = '--r\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n';
const picturePart = '--r\r\ncontent-disposition: form-data; name="images"; filename="a.png"\r\n\r\nb\r\n';
const inside = (text: string, bytes: number) => `{"images":[${repeated(`${text},`, bytes)}0]}`;

const attacks: readonly (readonly [string, string, string, string])[] = [
  ['/auth', urlencoded, '25,000 fields in 99 KB', ownNames(99 * kilobytes)],
  ['/auth.data', urlencoded, '25,000 fields in 99 KB', ownNames(99 * kilobytes)],
  ['/track', urlencoded, '99 KB of a&', repeated('a&', 99 * kilobytes)],
  ['/track', urlencoded, '1 MB of a&', repeated('a&', megabytes)],
  ['/track', urlencoded, '9.9 MB of a&', repeated('a&', 9.9 * megabytes)],
  ['/contact', urlencoded, '99 KB in one field', `form=contact&message=${repeated('%E2%80%8B', 99 * kilobytes)}`],
  ['/auth', multipart, '99 KB of small parts', `${repeated(part, 99 * kilobytes)}--r--\r\n`],
  ['/reviews', urlencoded, '9.9 MB of a&', repeated('a&', 9.9 * megabytes)],
  ['/reviews', multipart, '9.9 MB of small parts', `${repeated(part, 9.9 * megabytes)}--r--\r\n`],
  ['/reviews', multipart, '9.9 MB of small files', `${repeated(picturePart, 9.9 * megabytes)}--r--\r\n`],
  ['/reviews', multipart, '9.9 MB of unfinished boundaries', repeated('\r\n--', 9.9 * megabytes)],
  ['/api/reviews', multipart, '9.9 MB of small files', `${repeated(picturePart, 9.9 * megabytes)}--r--\r\n`],
  ['/api/reviews', json, '9.9 MB of empty lists', inside('[]', 9.9 * megabytes)],
  ['/api/reviews', json, '99 KB of empty lists', inside('[]', 99 * kilobytes)],
  ['/api/track-order', json, '99 KB of numbers', `[${repeated('1,', 99 * kilobytes)}1]`],
  ['/api/cart/items', json, '99 KB of names', `{${repeated('"a":[],', 99 * kilobytes)}"b":1}`],
  ['/api/create-payment-intent', json, '99 KB of items', `{"items":[${repeated('{},', 99 * kilobytes)}{}]}`],
  ['/api/auth/sign-in/email', json, '99 KB of empty lists', inside('[]', 99 * kilobytes)],
];

/** Returns a new client address, so that no rate limit responds first. */
function newAddress(): Record<string, string> {
  addresses += 1;
  return { 'x-forwarded-for': `10.7.${addresses >> 8}.${addresses & 255}`, 'sec-fetch-site': 'same-origin' };
}

async function send([path, type, , body]: (typeof attacks)[number]): Promise<number> {
  try {
    const headers = { ...newAddress(), 'content-type': type, accept: 'text/html' };
    const signal = AbortSignal.timeout(60_000);
    const answer = await fetch(shop.url + path, { method: 'POST', headers, body, signal, redirect: 'manual' });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    // The shop responds before a large body has arrived, and closes the connection.
    return 0;
  }
}

/** Returns the longest wait of another visitor while `work` runs, in milliseconds. */
async function slowestPageDuring(work: Promise<unknown>): Promise<number> {
  let isDone = false;
  const end = work.finally(() => (isDone = true));
  let longest = 0;
  while (!isDone) {
    const begun = performance.now();
    await (await fetch(`${shop.url}/api/session`, { headers: newAddress() })).arrayBuffer();
    longest = Math.max(longest, performance.now() - begun);
    await pause(5);
  }
  await end;
  return longest;
}

test.each(attacks)('%s with %s of %s is refused at once without delaying others', async (...attack) => {
  const statuses = new Set<number>();
  const cpu: number[] = [];
  const waits: number[] = [];
  let peakMb = 0;
  for (let tried = 0; tried < tries; tried += 1) {
    const before = cpuMs(shop.pid());
    statuses.add(await send(attack));
    cpu.push(cpuMs(shop.pid()) - before);
    waits.push(await slowestPageDuring(send(attack)));
    peakMb = Math.max(peakMb, memoryMb(shop.pid()));
  }
  const figures = { cpuMs: Math.min(...cpu), waitMs: Math.round(Math.min(...waits)), peakMb: Math.round(peakMb) };
  console.log(`${attack[0]} ${attack[2]}:`, [...statuses].join(' '), figures);
  expect(shop.failures()).toEqual([]);
  expect([...statuses].filter((status) => status !== 0 && (status < 400 || status >= 500))).toEqual([]);
  expect(figures.cpuMs).toBeLessThanOrEqual(maxCpuMs);
  expect(figures.waitMs).toBeLessThanOrEqual(maxWaitMs);
});
