import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import pg from 'pg';
import type { TestProject } from 'vitest/node';

import { openDatabase } from '#platform/db/database.server.ts';
import { migrateDatabase } from '#platform/db/migrate.server.ts';

import { postgresPrograms } from '../../scripts/installed.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the PostgreSQL of this run, '' when the machine has none. */
    postgresUrl: string;
    /** Name of a database on it that has all tables and no rows. */
    postgresTemplate: string;
  }
}

export type Cluster = {
  url: string;
  /** The process that all others of it come from. */
  pid(): number;
  stop(): Promise<void>;
  /** Ends it at once, as a power cut of the database's machine would; what was committed is kept. */
  crash(): Promise<void>;
  restart(): Promise<void>;
  /** Starts a streaming replica of it. */
  replica(): Promise<Cluster>;
};

type Owner = { uid: number; gid: number } | null;

function idOf(user: string, flag: '-u' | '-g'): number | null {
  try {
    return Number(execFileSync('id', [flag, user], { stdio: ['ignore', 'pipe', 'ignore'] }));
  } catch {
    return null;
  }
}

/** Whom databases belong to: they refuse to run as root. */
export function ownerOfCluster(): Owner {
  if (process.getuid?.() !== 0) return null;
  for (const user of ['postgres', 'nobody']) {
    const uid = idOf(user, '-u');
    const gid = idOf(user, '-g');
    if (uid !== null && gid !== null) return { uid, gid };
  }
  throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody');
}

/** Whether nothing listens on a port of the loopback; the port that was tried, or, of 0, one that the system chose. */
function tryPort(wanted: number): Promise<number | null> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', () => done(null));
    server.listen(wanted, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(address !== null && typeof address === 'object' ? address.port : null));
    });
  });
}

/** A port of the loopback on which nothing listens. */
export async function freePort(): Promise<number> {
  const port = await tryPort(0);
  if (port === null) throw new Error('no port');
  return port;
}

/** The same below those that the system gives to connections: it is still free when a slow program listens on it much later. */
export async function quietPort(): Promise<number> {
  const wanted = 20_000 + Math.floor(Math.random() * 10_000);
  return (await tryPort(wanted)) ?? quietPort();
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

async function untilAnswers(url: string, server: ChildProcess, errors: () => string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (await answers(url)) return;
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}: ${errors()}`);
    await pause(50);
  }
  throw new Error(`PostgreSQL does not answer: ${errors()}`);
}

type Place = {
  bin: string;
  directory: string;
  port: number;
  url: string;
  as: { uid?: number; gid?: number; cwd: string };
  maxConnections: number;
  /** Whether each commit waits for the disk. */
  isDurable: boolean;
};

async function launch({ bin, directory, port, url, as, maxConnections, isDurable }: Place): Promise<ChildProcess> {
  const settings = [
    ...(isDurable ? [] : ['fsync=off', 'full_page_writes=off']),
    `max_connections=${maxConnections}`,
    'shared_buffers=64MB',
    'log_min_messages=fatal',
  ];
  const place = ['-D', join(directory, 'data'), '-k', directory, '-h', '127.0.0.1', '-p', String(port)];
  const server = spawn(join(bin, 'postgres'), [...place, ...settings.flatMap((one) => ['-c', one])], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...as,
  });
  let errors = '';
  server.stderr?.on('data', (text: Buffer) => {
    errors = `${errors}${text.toString()}`.slice(-2_000);
  });
  await untilAnswers(url, server, () => errors);
  return server;
}

function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return Promise.resolve();
  return new Promise((done) => {
    server.once('exit', () => done());
    server.kill(signal);
  });
}

type Made = Pick<Place, 'bin' | 'maxConnections' | 'isDurable'> & {
  program: 'initdb' | 'pg_basebackup';
  args: string[];
};

/** Makes a data folder of its own with one of PostgreSQL's programs, and serves it. */
async function serve({ bin, maxConnections, isDurable, program, args }: Made): Promise<Cluster> {
  const owner = ownerOfCluster();
  const directory = mkdtempSync(join(tmpdir(), 'shop-postgres-'));
  if (owner !== null) chownSync(directory, owner.uid, owner.gid);
  const as = { ...owner, cwd: directory };
  const made = ['-D', join(directory, 'data'), '-N', ...args];
  execFileSync(join(bin, program), made, { stdio: ['ignore', 'ignore', 'pipe'], ...as });
  const port = await freePort();
  const url = `postgres://shop@127.0.0.1:${port}/postgres`;
  const place: Place = { bin, directory, port, url, as, maxConnections, isDurable };
  let server = await launch(place);
  const endNow = () => void server.kill('SIGQUIT');
  process.once('exit', endNow);
  return {
    url: place.url,
    pid: () => server.pid ?? 0,
    async stop() {
      process.off('exit', endNow);
      await end(server, 'SIGINT');
      rmSync(directory, { recursive: true, force: true });
    },
    crash: () => end(server, 'SIGQUIT'),
    async restart() {
      await end(server, 'SIGQUIT');
      server = await launch(place);
    },
    replica() {
      const args = ['-d', place.url, '-R', '-X', 'stream', '-c', 'fast'];
      return serve({ bin, maxConnections, isDurable, program: 'pg_basebackup', args });
    },
  };
}

/** Starts a PostgreSQL of its own on the loopback, for one run of the suites; throws when none is installed. */
export async function startCluster(maxConnections = 200, isDurable = false): Promise<Cluster> {
  const bin = postgresPrograms();
  if (bin === null) throw new Error('PostgreSQL is not installed on this machine');
  const args = ['-U', 'shop', '-A', 'trust', '-E', 'UTF8', '--locale=C'];
  return serve({ bin, maxConnections, isDurable, program: 'initdb', args });
}

/** Does one thing to a server, by a connection of its own. */
export async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Makes the tables once: a suite copies them. */
async function makeTemplate(server: string): Promise<{ name: string; drop(): Promise<void> }> {
  const name = `shop_template_${crypto.randomUUID().replaceAll('-', '')}`;
  await administer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const database = await openDatabase({ databaseUrl: url.href, onError: () => undefined });
  await migrateDatabase(database);
  await database.close();
  return { name, drop: () => administer(server, `drop database if exists ${name} with (force)`) };
}

/** The PostgreSQL of a run, and its database with all tables: for the projects that come later, and for a run inside this one. */
const shared = { url: 'TEST_DATABASE_URL', template: 'TEST_DATABASE_TEMPLATE' };

/**
 * Starts one where TEST_DATABASE_URL names none and the machine can. It ends when the whole run has: which project begins first is
 * chance, and the others still drop what they made on it.
 */
export async function sharedCluster({ vitest }: TestProject): Promise<string> {
  const given = process.env[shared.url] ?? '';
  if (given !== '' || postgresPrograms() === null) return given;
  const { url, stop } = await startCluster();
  process.env[shared.url] = url;
  vitest.onClose(stop);
  return url;
}

/** Gives all suites of a run one PostgreSQL, and makes the tables that they copy once. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = await sharedCluster(project);
  const given = process.env[shared.template];
  const made = url === '' || given !== undefined ? null : await makeTemplate(url);
  const template = given ?? made?.name ?? '';
  process.env[shared.template] = template;
  project.provide('postgresUrl', url);
  project.provide('postgresTemplate', template);
  return async () => made?.drop();
}
