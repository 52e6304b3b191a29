import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import memoryLimits from '../../../scripts/memory-limits.json' with { type: 'json' };
import { administer, freePort } from '../../support/postgres-cluster.ts';

/** Name the data of shops that were started once, tables made and demo content in them: a folder, and a database of PostgreSQL. */
export const preparedData = 'SHOP_PREPARED_DATA';
export const preparedDatabase = 'SHOP_PREPARED_DATABASE';

/** For a story of the embedded database itself, which a shop has on its own; other stories run on PostgreSQL where it is installed. */
export const embedded = { DATABASE_URL: '' };

function begun(child: ChildProcess): Promise<void> {
  return new Promise((done, failed) => {
    let said = '';
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('is open at')) done();
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', (code) => failed(new Error(`the shop ended with ${code}: ${said}`)));
  });
}

function ended(child: ChildProcess): Promise<void> {
  return child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((done) => child.once('exit', () => done()));
}

/** Whether a shop is as it is out of the box, so that it can begin from the data of one that has been started before. */
const isPlain = (settings: Record<string, string>, folder: string) =>
  folder === '.' && (settings.DATABASE_URL ?? '') === '' && settings.SHOP_MODE === undefined;

/** A database with a copy of what the prepared shop left in its own. */
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
 * The shop built in `folder` as its own process, with the memory limits of `npm start`, on a database of its own: PostgreSQL where a
 * prepared one is there, else (or by `embedded`) the embedded one. `kill` pulls the plug, `start` plugs it in again.
 */
export async function startShopServer(settings: Record<string, string> = {}, folder = '.') {
  const dataDir = mkdtempSync(join(tmpdir(), 'halorosa-e2e-'));
  const fromPrepared = isPlain(settings, folder);
  const onServer = fromPrepared && settings.DATABASE_URL === undefined ? process.env[preparedDatabase] : undefined;
  const database = onServer === undefined ? null : await copyOfPrepared(onServer);
  const prepared = process.env[preparedData];
  if (database === null && prepared !== undefined && fromPrepared) cpSync(prepared, dataDir, { recursive: true });
  const port = await freePort();
  const env = {
    ...process.env,
    ...memoryLimits,
    NODE_ENV: 'production',
    PORT: String(port),
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
  // A run that fails halfway leaves no shop behind.
  const endNow = () => void child.kill('SIGKILL');
  process.once('exit', endNow);
  await start();
  return {
    url: `http://localhost:${port}`,
    dataDir,
    /** Where its data is while it does not run. */
    database: database === null ? { dataDir } : { databaseUrl: database.url },
    /** For a story that looks into the database, or breaks it, while the shop runs: the embedded one cannot be opened twice. */
    databaseUrl() {
      if (database === null) throw new Error('This story needs PostgreSQL');
      return database.url;
    },
    port,
    start,
    pid: () => child.pid ?? 0,
    /** What it has logged so far. */
    said: () => said,
    async kill() {
      child.kill('SIGKILL');
      await ended(child);
    },
    /** Asks it to end, and gives the code with which it did. */
    async terminate() {
      child.kill('SIGTERM');
      await ended(child);
      return child.exitCode;
    },
    /** Ends it for good, with its data. */
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
