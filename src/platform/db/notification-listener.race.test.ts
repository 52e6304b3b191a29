import { connect, createServer, type Server, type Socket, type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { queryObjects } from 'node:v8';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { newPostgresDatabase } from '../../../tests/support/postgres-database.ts';
import { openDatabase, type Database } from './database.server.ts';
import { openNotificationListener } from './notification-listener.server.ts';
import { isDatabaseUnavailable } from './database-errors.server.ts';

/**
 * Network between the shop and its database: passes everything, accepts connections only, or closes
 * them.
 */
type Line = 'open' | 'silent' | 'cut';

let line: Line;
let attempts: number;
let maxAtOnce: number;
const sockets = new Set<Socket>();
let server: Server;
let database: Database;
let drop: () => Promise<void>;
let errors: Error[];

function setLine(next: Line): void {
  line = next;
  if (next === 'cut') for (const socket of sockets) socket.destroy();
}

beforeEach(async () => {
  const target = await newPostgresDatabase();
  drop = target.drop;
  const { port, hostname } = new URL(target.url);
  [line, attempts, maxAtOnce, errors] = ['open', 0, 0, []];
  server = createServer((socket) => {
    attempts += 1;
    sockets.add(socket);
    if (line !== 'open') maxAtOnce = Math.max(maxAtOnce, sockets.size);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    if (line === 'cut') return void socket.destroy();
    const onward = connect(Number(port), hostname).on('error', () => undefined);
    socket.on('close', () => onward.destroy()).on('data', (data) => line === 'open' && onward.write(data));
    onward.on('close', () => socket.destroy()).on('data', (data) => line === 'open' && socket.write(data));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = new URL(target.url);
  url.port = String((server.address() as AddressInfo).port);
  database = await openDatabase({
    databaseUrl: url.href,
    poolSize: 3,
    onError: (error) => errors.push(error),
  });
});

afterEach(async () => {
  setLine('cut');
  await database.close();
  server.close();
  await drop();
});

const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (isDatabaseUnavailable(error) ? 'unavailable' : error),
  );
const isAway = (is: boolean) => vi.waitFor(() => expect(database.isAway()).toBe(is), { timeout: 15_000, interval: 20 });

test.each<[Line, string]>([
  ['cut', 'hangs up'],
  ['silent', 'says nothing'],
])(
  'a database behind a network that is %s (it %s) is retried one attempt at a time, with pauses, and works again at once',
  async (fault) => {
    let notifications = 0;
    await database.listen('pages_changed', () => (notifications += 1));
    expect(await outcome(database.pool.query('select 1'))).toBe('done');
    const begun = performance.now();
    const waiting = outcome(database.pool.query('select pg_sleep(60)'));
    setLine(fault);
    await isAway(true);
    expect(await waiting).toBe('unavailable');
    expect(performance.now() - begun).toBeLessThan(4_000);
    for (const socket of sockets) socket.destroy();
    [attempts, maxAtOnce] = [0, 0];
    for (let count = 0; count < 60; count += 1) {
      expect(await outcome(database.pool.query('select 1'))).toBe('unavailable');
      await pause(100);
    }
    expect(maxAtOnce).toBeLessThanOrEqual(1);
    expect(attempts).toBeGreaterThan(0);
    expect(attempts).toBeLessThan(12);
    setLine('open');
    for (const socket of sockets) socket.destroy();
    const back = performance.now();
    await isAway(false);
    expect(await outcome(database.pool.query('select 1'))).toBe('done');
    expect(performance.now() - back).toBeLessThan(5_000);
    expect(notifications).toBe(1);
    await database.pool.query(`notify pages_changed`);
    await vi.waitFor(() => expect(notifications).toBe(2), { timeout: 5_000 });
    expect(errors.every(isDatabaseUnavailable)).toBe(true);
  },
);

test('a listener that loses only its own connection reconnects before any query is refused', async () => {
  let notifications = 0;
  await database.listen('pages_changed', () => (notifications += 1));
  await database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'shop listener' and datname = current_database()`);
  await vi.waitFor(() => expect(notifications).toBe(1), { timeout: 10_000 });
  expect([database.isAway(), await outcome(database.pool.query('select 1'))]).toEqual([false, 'done']);
});

test('a connection that is checked for long uses no more memory than after three checks', async () => {
  const watched = openNotificationListener({
    connectionString: database.pool.options.connectionString,
    onError: (error) => errors.push(error),
    onDisconnect: () => undefined,
    onReconnect: () => undefined,
  });
  await watched.listen('memory', () => undefined);
  const checks = new Set<string>();
  const promisesAfter = async (count: number) => {
    const countChecks = async () => {
      const { rows } = await database.pool.query<{ at: string }>(`select query_start::text as at from pg_stat_activity
        where application_name = 'shop listener' and query = 'select 1 as heartbeat' and datname = current_database()
        order by backend_start desc limit 1`);
      for (const { at } of rows) checks.add(at);
      expect(checks.size).toBeGreaterThanOrEqual(count);
    };
    await vi.waitFor(countChecks, { timeout: 15_000, interval: 50 });
    return queryObjects(Promise, { format: 'count' });
  };
  const [early, late] = [await promisesAfter(3), await promisesAfter(6)];
  watched.close();
  // Each check once left four promises behind.
  expect(late).toBeLessThan(early + 6);
});

test('a pool without a free connection reports the database as unavailable, within its 3 s', async () => {
  const busy = Array.from({ length: 3 }, () => outcome(database.pool.query('select pg_sleep(6)')));
  const begun = performance.now();
  expect(await outcome(database.pool.query('select 1'))).toBe('unavailable');
  expect(performance.now() - begun).toBeLessThan(4_500);
  expect(await Promise.all(busy)).toEqual(['done', 'done', 'done']);
});
