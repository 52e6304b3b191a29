import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import memoryLimits from '../../../scripts/memory-limits.json' with { type: 'json' };
import { administer, freePort } from '../../support/postgres-cluster.ts';
import { processEnvironment } from '../../support/process-environment.ts';

/**
 * Variables with the data of a prepared shop, migrated and with demo content: a folder and a
 * PostgreSQL database.
 */
export const preparedData = 'SHOP_PREPARED_DATA';
export const preparedDatabase = 'SHOP_PREPARED_DATABASE';

/** Setting for tests of the embedded database. Other tests run on PostgreSQL if it is installed. */
export const embedded = { DATABASE_URL: '' };

function begun(child: ChildProcess): Promise<void> {
  return new Promise((done, failed) => {
    let said = '';
    const onOutput = (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('is open at')) done();
    };
    child.stdout?.on('data', onOutput);
    child.stderr?.on('data', onOutput);
    child.once('exit', (code) => failed(new Error(`the shop ended with ${code}: ${said}`)));
  });
}

function ended(child: ChildProcess): Promise<void> {
  return child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((done) => child.once('exit', () => done()));
}

/** True for the settings of the prepared shop, with which a shop can start from prepared data. */
const isPlain = (settings: Record<string, string>, folder: string) =>
  folder === '.' &&
  (settings.DATABASE_URL ?? '') === '' &&
  (settings.SHOP_MODE ?? settings.SAMPLE_ORDERS) === undefined;

/** Creates a database as a copy of the prepared shop's. */
async function copyOfPrepared(prepared: string) {
  const url = new URL(prepared);
  const template = url.pathname.slice(1);
  const name = `story_${crypto.randomUUID().replaceAll('-', '')}`;
  const server = new URL('/postgres', url).href;
  await administer(server, `create database ${name} template ${template}`);
  url.pathname = name;
  return { url: url.href, drop: () => administer(server, `drop database if exists ${name} with (force)`) };
}

/**
 * Starts the shop built in `folder` as a process with the memory limits of `npm start` and a
 * separate database. Uses PostgreSQL if one is prepared, otherwise or with `embedded` the embedded
 * database. `kill` simulates a power cut, and `start` restarts it.
 */
export async function startShopServer(settings: Record<string, string> = {}, folder = '.') {
  const dataDir = mkdtempSync(join(tmpdir(), 'halorosa-e2e-'));
  const fromPrepared = isPlain(settings, folder);
  const onServer = fromPrepared && settings.DATABASE_URL === undefined ? process.env[preparedDatabase] : undefined;
  const database = onServer === undefined ? null : await copyOfPrepared(onServer);
  const prepared = process.env[preparedData];
  if (database === null && prepared !== undefined && fromPrepared) cpSync(prepared, dataDir, { recursive: true });
  const port = await freePort();
  // An address instead of a name: a bare machine has no /etc/hosts with localhost.
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    ...memoryLimits,
    ...processEnvironment,
    NODE_ENV: 'production',
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    RATE_LIMITS: 'off',
    ...settings,
    DATABASE_URL: database?.url ?? (settings.DATABASE_URL === '' ? undefined : settings.DATABASE_URL),
  };
  let child: ChildProcess;
  let said = '';
  const start = async () => {
    child = spawn(process.execPath, ['build/server/index.js'], { env, cwd: folder });
    child.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await begun(child);
  };
  // Ends the shop if a run fails halfway.
  const endNow = () => void child.kill('SIGKILL');
  process.once('exit', endNow);
  await start();
  return {
    url,
    dataDir,
    /** Location of its data while it is stopped. */
    database: database === null ? { dataDir } : { databaseUrl: database.url },
    /**
     * Database URL for tests that read or break the database while the shop runs. The embedded
     * database cannot be opened twice.
     */
    databaseUrl() {
      if (database === null) throw new Error('This story needs PostgreSQL');
      return database.url;
    },
    port,
    start,
    pid: () => child.pid ?? 0,
    /** Output so far. */
    said: () => said,
    async kill() {
      child.kill('SIGKILL');
      await ended(child);
    },
    /** Sends SIGTERM. Returns the exit code. */
    async terminate() {
      child.kill('SIGTERM');
      await ended(child);
      return child.exitCode;
    },
    /** Kills the shop and deletes its data. */
    async stop() {
      process.off('exit', endNow);
      endNow();
      await ended(child);
      await database?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export type ShopServer = Awaited<ReturnType<typeof startShopServer>>;
