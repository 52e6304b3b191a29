import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

import type { PoolClient } from 'pg';

import type { Database } from '#platform/db/database.server.ts';
import { syncToDisk } from '#platform/env/data-folder.server.ts';

import { CommandError } from '../run-command.server.ts';
import { assertShopVersion } from '../open-shop.server.ts';
import { rowChecksum, secretFingerprint, type Line, type Manifest, type TableEntry } from './backup-format.ts';
import {
  textFormatSettings,
  inDependencyOrder,
  jobsTable,
  listSequences,
  listTables,
  pendingJobs,
  rowsOf,
} from './backup-tables.server.ts';

export type BackupParts = { database: Database; jobNames: string[]; shopVersion: string; sessionSecret: string };

type Writing = BackupParts & {
  /** Hash of the newest migration of the database. */
  migration: string;
};

async function* lines(client: PoolClient, parts: Writing, finish: (manifest: Manifest) => void) {
  const write = (line: Line) => `${JSON.stringify(line)}\n`;
  const entries: TableEntry[] = [];
  const sources = (await inDependencyOrder(client, await listTables(client))).map((table) => ({
    ...table,
    rows: () => rowsOf(client, table.name),
  }));
  const jobs = { name: jobsTable, columns: [], rows: () => pendingJobs(client, parts.jobNames) };
  for (const { name, columns, rows } of [...sources, jobs]) {
    const sum = rowChecksum();
    yield write({ table: name });
    for await (const row of rows()) {
      sum.add(row);
      yield write(row);
    }
    entries.push({ name, columns, ...sum.result() });
  }
  const manifest: Manifest = {
    format: 1,
    shopVersion: parts.shopVersion,
    migration: parts.migration,
    createdAt: new Date().toISOString(),
    secretMark: secretFingerprint(parts.sessionSecret),
    sequences: await listSequences(client),
    tables: entries,
  };
  yield write({ manifest });
  finish(manifest);
}

/**
 * Flushes a finished file to disk, then renames it, so a file with the final name is always
 * complete.
 */
async function finishFile(part: string, file: string): Promise<void> {
  syncToDisk(part);
  await rename(part, file);
  syncToDisk(dirname(file));
}

/**
 * Reserves a file name by advisory lock. Refuses one that another backup of this database is
 * writing, because both would write one file.
 */
async function reserveName(client: PoolClient, file: string): Promise<void> {
  const text = 'select pg_try_advisory_lock(hashtextextended($1, 31)) as mine';
  const { rows } = await client.query<{ mine: boolean }>(text, [file]);
  if (rows[0]?.mine !== true) throw new CommandError(`Another backup is writing ${file}. Try again later.`);
  if (existsSync(file)) throw new CommandError(`${file} already exists. Choose another file name.`);
}

async function writeBackup(client: PoolClient, parts: Writing, file: string): Promise<Manifest> {
  const part = `${file}.part`;
  if (!existsSync(dirname(file))) throw new CommandError(`Folder not found: ${dirname(file)}.`);
  let manifest: Manifest | undefined;
  try {
    await client.query(`begin isolation level repeatable read read only; ${textFormatSettings}`);
    const source = Readable.from(lines(client, parts, (made) => (manifest = made)));
    await pipeline(source, createGzip(), createWriteStream(part, { mode: 0o600 }));
    await client.query('commit');
    await finishFile(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  if (manifest === undefined) throw new Error('the backup has no manifest');
  return manifest;
}

/**
 * Writes one snapshot of the shop's tables into a new file that only its owner may read. Also works
 * before an upgrade: a database of an older version is written as it is.
 */
export async function takeBackup(parts: BackupParts, file: string): Promise<Manifest> {
  const { migration } = await assertShopVersion(parts.database, { orOlder: true });
  const client = await parts.database.pool.connect();
  try {
    await reserveName(client, file);
    return await writeBackup(client, { ...parts, migration }, file);
  } finally {
    // Destroys the connection, which releases the reserved name.
    client.release(true);
  }
}
