import { drizzle } from 'drizzle-orm/node-postgres';
import type { PoolClient } from 'pg';
import { z } from 'zod';

import type { Database } from '#platform/db/database.server.ts';
import { migrateDatabase } from '#platform/db/migrate.server.ts';
import { ownMigrations } from '#platform/db/own-migrations.server.ts';
import type { Jobs } from '#platform/jobs/job-queue.ts';

import { CommandError } from '../run-command.server.ts';
import { jobNames } from '../open-shop.server.ts';
import { rowChecksum, type Manifest } from './backup-format.ts';
import { readLines, readManifest } from './read-backup.server.ts';
import {
  textFormatSettings,
  batchLimits,
  insertRows,
  jobsTable,
  listTables,
  quoted,
  rowsOf,
  setSequence,
  type Table,
} from './backup-tables.server.ts';

const pendingJob = z.object({
  name: z.string(),
  data: z.record(z.string(), z.unknown()).nullable(),
  key: z.string().nullable(),
  // Backups of earlier versions lack them.
  priority: z.number().default(0),
  group: z.string().nullable().default(null),
  startAt: z.iso.datetime(),
});

/** A restore in progress, with the names of pending jobs that this version does not have. */
type Restored = { jobs: Jobs; manifest: Manifest; file: string; formerJobs: string[] };

/**
 * Tables with rows inserted by a migration. A restore interrupted after its migrations leaves them
 * behind.
 */
const filledByMigrations = new Set(['promotions']);

/** Refuses a database that has any rows, because a restore neither merges nor overwrites. */
async function refuseUnlessEmpty(client: PoolClient): Promise<void> {
  for (const { name } of await listTables(client)) {
    if (filledByMigrations.has(name)) continue;
    const { rows } = await client.query(`select 1 from public.${quoted(name)} limit 1`);
    if (rows.length > 0) {
      throw new CommandError(`The database isn’t empty (${name} has rows). Restore into an empty database.`);
    }
  }
}

/** Refuses a backup of a version that is not among this version's migrations. */
function refuseUnknownVersion({ migration, shopVersion, createdAt }: Manifest): void {
  if (ownMigrations().some(({ hash }) => hash === migration)) return;
  throw new CommandError(
    `This backup of ${createdAt} was created by an unknown shop version (${shopVersion}). Restore it with that version, then start this one.`,
  );
}

function refuseOtherForm(manifest: Manifest, tables: readonly Table[]): void {
  const columnsOf = new Map(tables.map(({ name, columns }) => [name, columns.join()]));
  const fits = manifest.tables.every(
    ({ name, columns }) => name === jobsTable || columnsOf.get(name) === columns.join(),
  );
  if (fits) return;
  throw new CommandError('This database’s tables are newer than the backup. Restore into a database without tables.');
}

/** Enqueues a pending job. Skips one that only an earlier version had, and records its name. */
async function enqueue(client: PoolClient, { jobs, formerJobs }: Restored, row: string): Promise<void> {
  const { name, data, key, priority, group, startAt } = pendingJob.parse(JSON.parse(row));
  if (!jobNames.includes(name)) return void formerJobs.push(name);
  const startAfterSeconds = Math.max(0, Math.ceil((Date.parse(startAt) - Date.now()) / 1_000));
  const options = {
    startAfterSeconds,
    priority,
    ...(key === null ? {} : { singletonKey: key }),
    ...(group === null ? {} : { group }),
  };
  await jobs.enqueue(drizzle({ client }), { name, data: data ?? {}, ...options });
}

async function insertAll(client: PoolClient, tables: readonly Table[], restored: Restored): Promise<void> {
  const byName = new Map(tables.map((table) => [table.name, table]));
  let table: Table | undefined;
  let waiting: string[] = [];
  let characters = 0;
  const flush = async () => {
    if (table !== undefined && waiting.length > 0) await insertRows(client, table, waiting);
    [waiting, characters] = [[], 0];
  };
  for await (const line of readLines(restored.file)) {
    if (typeof line !== 'string') {
      await flush();
      table = 'table' in line ? byName.get(line.table) : undefined;
    } else if (table === undefined) await enqueue(client, restored, line);
    else {
      characters += line.length;
      if (waiting.push(line) >= batchLimits.rows || characters >= batchLimits.characters) await flush();
    }
  }
}

async function refuseUnlessSame(client: PoolClient, manifest: Manifest): Promise<void> {
  for (const { name, rows, checksum } of manifest.tables) {
    if (name === jobsTable) continue;
    const sum = rowChecksum();
    for await (const row of rowsOf(client, name)) sum.add(row);
    const found = sum.result();
    if (found.rows === rows && found.checksum === checksum) continue;
    throw new CommandError(`${name} doesn’t match the backup (${found.rows} of ${rows} rows). Nothing was restored.`);
  }
}

/**
 * Runs `work` without triggers. They ran before the backup, so running them again would count
 * everything twice.
 */
async function withoutTriggers(client: PoolClient, tables: readonly Table[], work: () => Promise<void>): Promise<void> {
  const each = async (what: 'disable' | 'enable') => {
    for (const { name } of tables) await client.query(`alter table ${quoted(name)} ${what} trigger user`);
  };
  await each('disable');
  await work();
  await each('enable');
}

async function restoreInTransaction(client: PoolClient, restored: Restored): Promise<void> {
  const { manifest } = restored;
  await client.query(`begin; ${textFormatSettings}`);
  const tables = await listTables(client);
  refuseOtherForm(manifest, tables);
  await withoutTriggers(client, tables, async () => {
    // Checked again, because a concurrent restore may have finished first. With triggers disabled,
    // the tables are locked and nobody else writes.
    await refuseUnlessEmpty(client);
    // The backup includes the rows that migrations insert.
    await client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`);
    await insertAll(client, tables, restored);
  });
  for (const sequence of manifest.sequences) await setSequence(client, sequence);
  await refuseUnlessSame(client, manifest);
  await client.query('commit');
}

type RestoreParts = {
  database: Database;
  /** Starts the job queues on the migrated database. */
  openJobs(): Promise<Jobs>;
};

/**
 * Restores a backup into an empty database, completely or not at all. Verifies every count and
 * checksum before the commit. A backup of an earlier version is restored into that version's
 * tables, which are then migrated.
 */
export async function restoreBackup(
  { database, openJobs }: RestoreParts,
  file: string,
): Promise<Pick<Restored, 'manifest' | 'formerJobs'>> {
  const manifest = await readManifest(file);
  const before = await database.pool.connect();
  try {
    await refuseUnlessEmpty(before);
  } finally {
    before.release();
  }
  refuseUnknownVersion(manifest);
  await migrateDatabase(database, { upTo: manifest.migration });
  const jobs = await openJobs();
  const formerJobs: string[] = [];
  const client = await database.pool.connect();
  try {
    await restoreInTransaction(client, { jobs, manifest, file, formerJobs });
  } finally {
    // Destroys the connection, which rolls back an uncommitted transaction.
    client.release(true);
  }
  // Applies later migrations, like this version's first start on the database.
  await migrateDatabase(database);
  return { manifest, formerJobs };
}
