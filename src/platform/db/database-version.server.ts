import type pg from 'pg';

import { StartUpError } from '#platform/env/start-up-error.ts';

import packageJson from '../../../package.json' with { type: 'json' };
import { sqlState } from './database-errors.server.ts';
import { ownMigrations } from './own-migrations.server.ts';

type Kind = 'empty' | 'current' | 'older' | 'baseline_missing' | 'too_old' | 'newer' | 'unknown';

/** Version of a database, compared with this version of the shop. */
export type DatabaseVersion = {
  kind: Kind;
  /** Hash of the newest applied migration; '' in an empty database. */
  migration: string;
  /** Version of the shop that applied it. Null if that version did not record itself. */
  shopVersion: string | null;
};

type Applied = { hash: string; at: string; shopVersion: string | null };

/** SQLSTATE of a missing table, and of a missing schema. */
const missing = new Set(['42P01', '3F000']);

const hasVersionColumn = `select exists (select from pg_attribute
  where attrelid = to_regclass('drizzle.__drizzle_migrations') and attname = 'shop_version') as "has"`;

/** Lists the applied migrations, newest first. */
async function listApplied(database: Pick<pg.ClientBase, 'query'>): Promise<Applied[]> {
  const { rows: column } = await database.query<{ has: boolean }>(hasVersionColumn);
  const version = column[0]?.has === true ? 'shop_version' : 'null';
  try {
    const text = `select hash, created_at as at, ${version} as "shopVersion" from drizzle.__drizzle_migrations order by created_at desc`;
    return (await database.query<Applied>(text)).rows;
  } catch (error) {
    if (missing.has(sqlState(error) ?? '')) return [];
    throw error;
  }
}

function kindOf(applied: readonly Applied[]): Kind {
  const [newest] = applied;
  if (newest === undefined) return 'empty';
  const own = ownMigrations();
  const hashes = new Set(own.map(({ hash }) => hash));
  const baselineAt = own[0]?.folderMillis ?? 0;
  if (Number(newest.at) > (own.at(-1)?.folderMillis ?? 0)) return 'newer';
  if (newest.hash === own.at(-1)?.hash) return 'current';
  if (Number(newest.at) < baselineAt) return 'too_old';
  if (hashes.has(newest.hash)) return 'older';
  return Number(newest.at) === baselineAt ? 'baseline_missing' : 'unknown';
}

/** Compares the migrations of a database with those of this version. */
export async function readDatabaseVersion(database: Pick<pg.ClientBase, 'query'>): Promise<DatabaseVersion> {
  const applied = await listApplied(database);
  return {
    kind: kindOf(applied),
    migration: applied[0]?.hash ?? '',
    shopVersion: applied[0]?.shopVersion ?? null,
  };
}

/** Returns why this version of the shop cannot work with a database. Null if a start can. */
export function versionProblem({ kind, shopVersion }: DatabaseVersion): string | null {
  if (kind === 'newer') {
    const isNamed = shopVersion !== null && shopVersion !== packageJson.version;
    const [name, use] = isNamed
      ? [`version ${shopVersion}`, `version ${shopVersion}`]
      : ['a newer version', 'the version that last ran on it'];
    return `The database is of ${name} of the shop, and this is version ${packageJson.version}: start ${use}, or put a backup from before the upgrade back into an empty database with npm run restore.`;
  }
  if (kind === 'too_old')
    return 'The database is of a version from before the first release. Start the version before the baseline once, then this one: docs/guides/operating.md, "From a version before the baseline".';
  if (kind === 'unknown')
    return 'The database has migrations that no version up to this one has: start the code that made it, or put a backup back into an empty database with npm run restore.';
  return null;
}

/** Throws StartUpError if this version of the shop cannot work with a database. */
export async function refuseForeignVersion(database: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const problem = versionProblem(await readDatabaseVersion(database));
  if (problem !== null) throw new StartUpError(problem);
}
