import { setTimeout as pause } from 'node:timers/promises';

import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator';
import type pg from 'pg';

import packageJson from '../../../package.json' with { type: 'json' };
import type { Database } from './database.server.ts';
import { adoptBaseline } from './adopt-baseline.server.ts';
import { readDatabaseVersion, refuseForeignVersion } from './database-version.server.ts';
import { checkExtension } from './search-extension.server.ts';
import { indexWork, stepsOf, type MigrationStep } from './migration-steps.server.ts';
import { isRetryable } from './database-errors.server.ts';
import { migrationsFolder as ownFolder, ownMigrations } from './own-migrations.server.ts';

const migrationLock = 7_220_511;
/**
 * Lock timeout. A statement that waits for a table blocks everyone behind it, so a migration gives
 * up after this long and retries.
 */
const lockTimeoutMs = 200;
const waitMs = { least: 100, most: 2_000 };
const reportEveryMs = 10_000;

const bookkeeping = `
  create schema if not exists drizzle;
  create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
  create table if not exists drizzle.migration_steps (created_at bigint primary key, done integer not null);
  alter table drizzle.__drizzle_migrations add column if not exists shop_version text;
`;

type InfoLog = { info(about: object, message: string): void };
type Run = { client: pg.PoolClient; logProgress(message: string, rows?: number): void };

/**
 * True when the database has every migration of this version. A database that a newer process
 * migrated further has them too.
 */
export async function isMigrated({ pool }: Pick<Database, 'pool'>): Promise<boolean> {
  const { kind } = await readDatabaseVersion(pool);
  return kind === 'current' || kind === 'newer';
}

/** Logs the first message at once, then at most one every 10 s. */
function throttled(log: InfoLog | undefined): Run['logProgress'] {
  let last = -Infinity;
  return (message, rows) => {
    if (performance.now() - last < reportEveryMs) return;
    last = performance.now();
    log?.info({ rows }, message);
  };
}

/**
 * Retries until the lock is free. Between two tries every lock is released, so that sales go first.
 */
async function retryWhileLocked<T>({ logProgress: report }: Run, work: () => Promise<T>): Promise<T> {
  for (let wait = waitMs.least; ; wait = Math.min(2 * wait, waitMs.most)) {
    try {
      return await work();
    } catch (error) {
      if (!isRetryable(error)) throw error;
    }
    report('a migration waits for a lock that somebody else holds');
    await pause(wait * (0.5 + Math.random()));
  }
}

/** Runs statements in one transaction. Returns the number of rows the first one changed. */
function together(run: Run, statements: readonly string[]): Promise<number> {
  const { client } = run;
  return retryWhileLocked(run, async () => {
    await client.query('begin');
    try {
      await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
      const results: pg.QueryResult[] = [];
      for (const statement of statements) results.push(await client.query(statement));
      await client.query('commit');
      return results[0]?.rowCount ?? 0;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      throw error;
    }
  });
}

/**
 * True when an index statement has already run. An interrupted build leaves an invalid index that
 * is useless but slows every sale: it is dropped, and built again.
 */
async function isDone({ client }: Run, statement: string): Promise<boolean> {
  const work = indexWork(statement);
  if (work === undefined) return false;
  const { rows } = await client.query<{ valid: boolean }>(
    'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
    [work.index],
  );
  if (work.does === 'drop') return rows.length === 0;
  if (rows[0]?.valid === false) await client.query(`drop index concurrently ${work.index}`);
  return rows[0]?.valid === true;
}

/**
 * Runs one statement outside a transaction. It blocks no sale, so it may wait indefinitely. Each of
 * these statements may run again.
 */
function alone(run: Run, statement: string): Promise<void> {
  return retryWhileLocked(run, async () => {
    if (!(await isDone(run, statement))) await run.client.query(statement);
  });
}

/**
 * Repeats a statement until it changes fewer rows than its limit, because the previous version may
 * add such rows forever. Pauses as long as it worked, which leaves the database to the sales.
 */
async function inBatches(run: Run, statement: string): Promise<void> {
  const limit = Number(/\blimit (\d+)/i.exec(statement)?.[1] ?? 1);
  for (let rows = 0, changed = limit; changed >= limit; rows += changed) {
    const begun = performance.now();
    changed = await together(run, [statement]);
    run.logProgress('a migration changes rows', rows + changed);
    await pause(performance.now() - begun);
  }
}

/** Returns the number of steps of a migration that were done before it was interrupted. */
async function doneOf({ client }: Run, { folderMillis }: MigrationMeta): Promise<number> {
  const text = 'select done from drizzle.migration_steps where created_at = $1';
  const { rows } = await client.query<{ done: number }>(text, [folderMillis]);
  return rows[0]?.done ?? 0;
}

/**
 * Returns the statement that records a migration's progress. It runs in the transaction of the last
 * recorded step.
 */
function progressStatement({ hash, folderMillis }: MigrationMeta, done: number, of: number): string {
  if (done < of)
    return `insert into drizzle.migration_steps values (${folderMillis}, ${done}) on conflict (created_at) do update set done = ${done}`;
  return `with over as (delete from drizzle.migration_steps where created_at = ${folderMillis})
    insert into drizzle.__drizzle_migrations (hash, created_at, shop_version)
    values ('${hash}', ${folderMillis}, '${packageJson.version}')`;
}

async function runStep(run: Run, { kind, statements }: MigrationStep, progress: string): Promise<void> {
  if (kind === 'together') return void (await together(run, [...statements, progress]));
  for (const statement of statements) await (kind === 'alone' ? alone : inBatches)(run, statement);
  await together(run, [progress]);
}

async function apply(run: Run, migration: MigrationMeta): Promise<void> {
  const steps = stepsOf(migration.sql);
  const done = await doneOf(run, migration);
  for (const [index, step] of steps.entries())
    if (index >= done) await runStep(run, step, progressStatement(migration, index + 1, steps.length));
}

/**
 * Polls for the migration lock without an open statement, because another process's concurrent
 * index build waits for all of them to end.
 */
async function takeTurn({ client, logProgress: report }: Run): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [migrationLock]);
    if (rows[0]?.mine === true) return;
    report('another process migrates the database');
    await pause(waitMs.least * (0.5 + Math.random()));
  }
}

type Migrating = {
  folder?: string;
  log?: InfoLog;
  /** Hash of the last migration to run; later ones are skipped. */
  upTo?: string;
};

async function unfinished({ client }: Run, { folder = ownFolder, upTo }: Migrating): Promise<MigrationMeta[]> {
  const { rows } = await client.query<{ last: string | null }>(
    'select max(created_at) as last from drizzle.__drizzle_migrations',
  );
  const last = Number(rows[0]?.last ?? -1);
  const migrations = readMigrationFiles({ migrationsFolder: folder });
  const end = upTo === undefined ? migrations.length : migrations.findIndex(({ hash }) => hash === upTo) + 1;
  return migrations.slice(0, end).filter(({ folderMillis }) => folderMillis > last);
}

/**
 * Migrates the schema while other processes sell. If several processes start together, one migrates
 * and the others wait. An interrupted migration resumes where it stopped:
 * docs/decisions/0031-upgrades-and-growth.md. Throws StartUpError for a database of a version that
 * this one cannot work with.
 */
export async function migrateDatabase(database: Database, migrating: Migrating = {}): Promise<void> {
  const { log } = migrating;
  const client = await database.pool.connect();
  const run = { client, logProgress: throttled(log) };
  try {
    await client.query('set lock_timeout = 0; set statement_timeout = 0');
    await takeTurn(run);
    if (migrating.folder === undefined) await refuseForeignVersion(client);
    await checkExtension(client);
    await client.query(bookkeeping);
    const [baseline] = ownMigrations();
    if (baseline !== undefined && migrating.folder === undefined) await adoptBaseline(client, baseline);
    const begun = performance.now();
    const migrations = await unfinished(run, migrating);
    for (const migration of migrations) await apply(run, migration);
    if (migrations.length > 0)
      log?.info({ migrations: migrations.length, ms: Math.round(performance.now() - begun) }, 'database migrated');
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => undefined);
    // The session's timeouts were lifted for the migration, so it must not go back into the pool.
    client.release(database.kind === 'postgres');
  }
}
