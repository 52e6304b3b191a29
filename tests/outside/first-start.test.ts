import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { processEnvironment } from '../support/process-environment.ts';
import { wireTo, type Wire } from './support/database-wire.ts';
import { failingStart } from './support/failing-start.ts';
import { startOutsidePostgres, type OutsidePostgres } from './support/outside-postgres.ts';

let postgres: OutsidePostgres;
/** Tables that a first start fills, and the condition of the rows to count. */
const filled = [
  'products',
  'shipping_options',
  'tax_rates',
  'discount_codes',
  'reviews',
  'review_images',
  'orders',
  'order_items',
  'users',
  'credentials',
  "user_roles where role = 'admin'",
  'routine_logs',
];

async function newDatabase(name: string): Promise<string> {
  // A second try of a test begins anew.
  await postgres.ask(`drop database if exists ${name} with (force)`);
  await postgres.ask(`create database ${name} owner seller`);
  const url = new URL(postgres.url);
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * Starts the shop on an empty database, and calls back at each message of it. Returns the number of
 * messages and what it printed.
 */
async function firstStart(
  url: string,
  onMessage: (count: number, child: ChildProcess, wire: Wire, message: Buffer) => void,
) {
  let child: ChildProcess | undefined;
  const wire = await wireTo(url, (count, message) => {
    if (child !== undefined) onMessage(count, child, wire, message);
  });
  const env = {
    PATH: process.env.PATH ?? '',
    ...processEnvironment,
    NODE_ENV: 'production',
    PORT: '0',
    LOG_LEVEL: 'warn',
    DATABASE_URL: wire.url,
  };
  child = spawn(process.execPath, [resolve('build/server/index.js')], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part: Buffer) => {
      said += part.toString();
      if (said.includes('is open at')) child?.kill('SIGKILL');
    });
  await once(child, 'close');
  wire.close();
  return { messages: wire.count(), said };
}

async function countsIn(url: string): Promise<Record<string, number>> {
  const sums = filled.map((table) => `(select count(*)::int from ${table}) as "${table}"`).join(', ');
  return (await postgres.askIn<Record<string, number>>(url, `select ${sums}`))[0] ?? {};
}

/** Counts of a first start without any fault, and the number of its messages to the database. */
async function wholeStart() {
  const url = await newDatabase('whole');
  const { messages } = await firstStart(url, () => undefined);
  return { messages, counts: await countsIn(url) };
}

let whole: Awaited<ReturnType<typeof wholeStart>>;
beforeAll(async () => {
  postgres = await startOutsidePostgres();
  whole = await wholeStart();
});
afterAll(() => postgres.stop());

test('a first start that is killed at any step is completed by the next start', async () => {
  expect(whole.counts).toMatchObject({ products: 1, users: 2, "user_roles where role = 'admin'": 1 });
  // The accounts come last, so the last fifth is tried in smaller steps.
  const parts = [0.1, 0.3, 0.5, 0.7, 0.8, 0.84, 0.88, 0.92, 0.96];
  const found: Record<string, unknown> = {};
  for (const part of parts) {
    const url = await newDatabase(`killed_${Math.round(part * 100)}`);
    const killAt = Math.floor(whole.messages * part);
    const { said: first } = await firstStart(url, (count, child) => count === killAt && child.kill('SIGKILL'));
    const { said } = await failingStart({ settings: { DATABASE_URL: url } });
    found[part] = [first.includes('is open at'), said.includes('is open at'), await countsIn(url)];
  }
  expect(found).toEqual(Object.fromEntries(parts.map((part) => [part, [false, true, whole.counts]])));
});

test('a first start whose database stops for 5 s at any step opens with everything', async () => {
  // The last steps have few messages of their own, so they are found by their words.
  const steps = [0.02, 0.3, 0.6, 0.8, 'clock_timestamp()', 'as heartbeat', 'listen "pages_changed"'];
  const found: Record<string, unknown> = {};
  for (const [index, step] of steps.entries()) {
    const url = await newDatabase(`stalled_${index}`);
    const stallAt = typeof step === 'number' ? Math.floor(whole.messages * step) : undefined;
    let isStalled = false;
    const { said } = await firstStart(url, (count, _child, wire, message) => {
      if (isStalled || !(count === stallAt || (typeof step === 'string' && message.includes(step)))) return;
      isStalled = true;
      wire.stall(5_000);
    });
    found[step] = [isStalled, said.includes('is open at') ? await countsIn(url) : said];
  }
  expect(found).toEqual(Object.fromEntries(steps.map((step) => [step, [true, whole.counts]])));
});
