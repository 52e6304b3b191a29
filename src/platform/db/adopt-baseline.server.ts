import { readFile } from 'node:fs/promises';

import type pg from 'pg';

/** Statements that give the last development schema the baseline's names. */
const renames = 'db/adopt-baseline.sql';

type Baseline = { hash: string; folderMillis: number };

/**
 * Adopts a database of the last version before the migrations became one baseline: it gets the
 * baseline's names and counts as migrated.
 */
export async function adoptBaseline(client: pg.PoolClient, { hash, folderMillis }: Baseline): Promise<void> {
  const { rows } = await client.query<{ last: string; hasBaseline: boolean }>(
    `select max(created_at) as last, bool_or(hash = $1) as "hasBaseline" from drizzle.__drizzle_migrations
    having count(*) > 0`,
    [hash],
  );
  const [database] = rows;
  if (database === undefined || database.hasBaseline || Number(database.last) !== folderMillis) return;
  const record = [
    'delete from drizzle.__drizzle_migrations',
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('${hash}', ${folderMillis})`,
  ];
  await client.query(['begin', await readFile(renames, 'utf8'), ...record, 'commit'].join(';\n'));
}
