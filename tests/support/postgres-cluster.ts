import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chownSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import pg from 'pg';
import type { TestProject } from 'vitest/node';

import { openDatabase } from '#platform/db/database.server.ts';
import { migrateDatabase } from '#platform/db/migrate.server.ts';

import { postgresPrograms } from '../../scripts/installed-programs.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the PostgreSQL of this run, '' if the machine has none. */
    postgresUrl: string;
    /** Name of a migrated database without rows on it. */
    postgresTemplate: string;
  }
}

export type Cluster = {
  url: string;
  /** Main process of the server. */
  pid(): number;
  stop(): Promise<void>;
  /** Kills the server at once, as a power cut of its machine would. Committed data is kept. */
  crash(): Promise<void>;
  restart(): Promise<void>;
};

type Owner = { uid: number; gid: number } | null;

function idOf(user: string, flag: '-u' | '-g'): number | null {
  try {
    return Number(execFileSync('id', [flag, user], { stdio: ['ignore', 'pipe', 'ignore'] }));
  } catch {
    return null;
  }
}

/**
 * Returns the user that runs PostgreSQL, which refuses root. Null if the tests do not run as root.
 */
export function ownerOfCluster(): Owner {
  if (process.getuid?.() !== 0) return null;
  for (const user of ['postgres', 'nobody']) {
    const uid = idOf(user, '-u');
    const gid = idOf(user, '-g');
    if (uid !== null && gid !== null) return { uid, gid };
  }
  throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody');
}

/**
 * Returns the port if it is free on the loopback interface, else null. Port 0 lets the system
 * choose.
 */
function tryPort(requested: number): Promise<number | null> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', () => done(null));
    server.listen(requested, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(address !== null && typeof address === 'object' ? address.port : null));
    });
  });
}

/** Returns a free port of the loopback interface. */
export async function freePort(): Promise<number> {
  const port = await tryPort(0);
  if (port === null) throw new Error('no port');
  return port;
}

/**
 * Returns a free port below the system's ephemeral range, so that it stays free until a slow
 * program uses it.
 */
export async function nonEphemeralPort(): Promise<number> {
  const candidate = 20_000 + Math.floor(Math.random() * 10_000);
  return (await tryPort(candidate)) ?? nonEphemeralPort();
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
  /** True if each commit waits for the disk. */
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
  args: string[];
};

/**
 * Returns a program folder that the owner may enter: the given one, or a copy of the installation
 * in `directory`. Fetched programs are below the project, which may be in a home folder.
 */
function openPrograms(bin: string, directory: string, owner: Owner): string {
  if (owner === null || spawnSync(join(bin, 'postgres'), ['--version'], { ...owner, cwd: '/' }).status === 0)
    return bin;
  const copy = join(directory, 'programs');
  cpSync(dirname(bin), copy, { recursive: true, verbatimSymlinks: true });
  execFileSync('chown', ['-R', `${owner.uid}:${owner.gid}`, copy]);
  return join(copy, 'bin');
}

/** Creates a data folder and serves it. */
async function serve({ bin: installed, maxConnections, isDurable, args }: Made): Promise<Cluster> {
  const owner = ownerOfCluster();
  const directory = mkdtempSync(join(tmpdir(), 'shop-postgres-'));
  if (owner !== null) chownSync(directory, owner.uid, owner.gid);
  const as = { ...owner, cwd: directory };
  const bin = openPrograms(installed, directory, owner);
  const made = ['-D', join(directory, 'data'), '-N', ...args];
  execFileSync(join(bin, 'initdb'), made, { stdio: ['ignore', 'ignore', 'pipe'], ...as });
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
  };
}

/** Starts a separate PostgreSQL on the loopback interface. Throws if none is installed. */
export async function startCluster(maxConnections = 200, isDurable = false): Promise<Cluster> {
  const bin = postgresPrograms();
  if (bin === null) throw new Error('PostgreSQL is not installed on this machine');
  const args = ['-U', 'shop', '-A', 'trust', '-E', 'UTF8', '--locale=C'];
  return serve({ bin, maxConnections, isDurable, args });
}

/** Runs one statement on a server, on a separate connection. */
export async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Migrates a template database once, which suites copy. */
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

/** Variables with the run's PostgreSQL and its template, for later projects and for nested runs. */
const shared = { url: 'TEST_DATABASE_URL', template: 'TEST_DATABASE_TEMPLATE' };

/**
 * Starts a PostgreSQL if TEST_DATABASE_URL is unset and the machine has one. Stops it after the
 * whole run. Projects start in any order, and the others still drop their databases on it.
 */
export async function sharedCluster({ vitest }: TestProject): Promise<string> {
  const inherited = process.env[shared.url] ?? '';
  if (inherited !== '' || postgresPrograms() === null) return inherited;
  const { url, stop } = await startCluster();
  process.env[shared.url] = url;
  vitest.onClose(stop);
  return url;
}

/** Provides one PostgreSQL and one template database to all suites of a run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = await sharedCluster(project);
  const inherited = process.env[shared.template];
  const made = url === '' || inherited !== undefined ? null : await makeTemplate(url);
  const template = inherited ?? made?.name ?? '';
  process.env[shared.template] = template;
  project.provide('postgresUrl', url);
  project.provide('postgresTemplate', template);
  return async () => made?.drop();
}
