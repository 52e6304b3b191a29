import { createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

import type { PoolClient } from 'pg';

import type { Database } from '#platform/db/database.server.ts';
import { isMigrated, ownMigrations } from '#platform/db/migrate.server.ts';

import { CommandProblem } from '../command.server.ts';
import { rowSum, secretMark, type Line, type Manifest, type TableEntry } from './format.ts';
import { alike, inOrderOfNeed, jobsTable, listSequences, listTables, owedJobs, rowsOf } from './tables.server.ts';

export type BackupParts = { database: Database; jobNames: string[]; shopVersion: string; sessionSecret: string };

async function* lines(client: PoolClient, parts: BackupParts, finish: (manifest: Manifest) => void) {
  const write = (line: Line) => `${JSON.stringify(line)}\n`;
  const entries: TableEntry[] = [];
  const sources = (await inOrderOfNeed(client, await listTables(client))).map((table) => ({
    ...table,
    rows: () => rowsOf(client, table.name),
  }));
  const jobs = { name: jobsTable, columns: [], rows: () => owedJobs(client, parts.jobNames) };
  for (const { name, columns, rows } of [...sources, jobs]) {
    const sum = rowSum();
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
    migration: ownMigrations().at(-1)?.hash ?? '',
    createdAt: new Date().toISOString(),
    secretMark: secretMark(parts.sessionSecret),
    sequences: await listSequences(client),
    tables: entries,
  };
  yield write({ manifest });
  finish(manifest);
}

/** Brings a finished file to the disk before it gets its name: a backup by its name is a whole one. */
async function finishFile(part: string, file: string): Promise<void> {
  const handle = await open(part, 'r+');
  await handle.sync();
  await handle.close();
  await rename(part, file);
}

/** Writes everything that the shop's tables held at one moment into a new file, which only its owner may read. */
export async function takeBackup(parts: BackupParts, file: string): Promise<Manifest> {
  if (existsSync(file)) throw new CommandProblem(`${file} exists already: a backup never replaces another.`);
  if (!(await isMigrated(parts.database))) {
    throw new CommandProblem('The database is not of this version: start the shop once, then back it up.');
  }
  const part = `${file}.part`;
  const client = await parts.database.pool.connect();
  let manifest: Manifest | undefined;
  try {
    await client.query(`begin isolation level repeatable read read only; ${alike}`);
    const source = Readable.from(lines(client, parts, (made) => (manifest = made)));
    await pipeline(source, createGzip(), createWriteStream(part, { mode: 0o600 }));
    await client.query('commit');
    await finishFile(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  } finally {
    client.release(true);
  }
  if (manifest === undefined) throw new Error('the backup has no manifest');
  return manifest;
}
