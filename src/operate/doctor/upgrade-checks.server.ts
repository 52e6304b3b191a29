import { findBackup } from '#platform/backups/backups.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { readDatabaseVersion, versionProblem } from '#platform/db/database-version.server.ts';
import { oneLineStatement, stepsOf, type MigrationStep } from '#platform/db/migration-steps.server.ts';
import { ownMigrations } from '#platform/db/own-migrations.server.ts';
import type { Settings } from '#platform/env/settings.server.ts';

import { formatCount } from '#shared/money.ts';
import { formatLongDateTime } from '#shared/shop-time.ts';

import packageJson from '../../../package.json' with { type: 'json' };
import { fine, problem, warning, type Finding } from './finding.ts';

const maxShownCharacters = 100;

const manners: Record<MigrationStep['kind'], string> = {
  together: 'in one transaction',
  alone: 'beside the sales',
  batches: 'in batches',
};

const shown = (statement: string) => {
  const line = oneLineStatement(statement);
  return line.length > maxShownCharacters ? `${line.slice(0, maxShownCharacters)}…` : line;
};

type Sizes = ReadonlyMap<string, number>;

/** Returns the estimated number of rows of each table. */
async function readSizes({ pool }: Pick<Database, 'pool'>): Promise<Sizes> {
  const { rows } = await pool.query<{ name: string; rows: number }>(
    `select relname as name, greatest(reltuples, 0)::float8 as rows from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  return new Map(rows.map(({ name, rows: count }) => [name, count]));
}

/** Tables that the operator of a large shop wants to know of. */
const minRows = 1_000;

function largeTablesOf(statement: string, sizes: Sizes): string {
  const words = new Set(oneLineStatement(statement).match(/\w+/g));
  const large = [...sizes].filter(([name, rows]) => rows >= minRows && words.has(name));
  const named = large.map(([name, rows]) => `${name}: about ${formatCount(Math.round(rows))} rows`);
  return named.length === 0 ? '' : ` (${named.join(', ')})`;
}

function stepFindings(steps: readonly MigrationStep[], sizes: Sizes): Finding[] {
  return steps.flatMap(({ kind, statements }) =>
    statements.map((statement) =>
      fine(`Will run ${manners[kind]}: ${shown(statement)}${largeTablesOf(statement, sizes)}`),
    ),
  );
}

/** Checks that a backup of the last day can be put back if the upgrade is not wanted. */
async function backupFinding({ db }: Database, settings: Pick<Settings, 'shopMode'>): Promise<Finding> {
  const { finishedAt, isMissed } = await findBackup(db, settings);
  const take = 'Take one before the upgrade: npm run backup.';
  if (finishedAt === null) return warning(`No backup yet. ${take}`);
  const latest = `Latest backup: ${formatLongDateTime(finishedAt)}.`;
  return isMissed ? warning(`${latest} ${take}`) : fine(`${latest} Migrations are forward only: it is the way back.`);
}

/** Says what the first start of this version would do to the database. Changes nothing. */
export async function upgradeFindings(database: Database, settings: Pick<Settings, 'shopMode'>): Promise<Finding[]> {
  const version = await readDatabaseVersion(database.pool);
  const refused = versionProblem(version);
  if (refused !== null) return [problem(refused)];
  const here = `This is version ${packageJson.version}`;
  if (version.kind === 'empty') return [fine(`${here}. The database is empty: the first start creates its tables.`)];
  if (version.kind === 'current')
    return [fine(`${here}. The database has all of its migrations: a restart changes nothing in it.`)];
  const own = ownMigrations();
  const pending = own.slice(own.findIndex(({ hash }) => hash === version.migration) + 1);
  const of = version.shopVersion === null ? 'an earlier version' : `version ${version.shopVersion}`;
  const sizes = await readSizes(database);
  const many = pending.length === 1 ? 'one migration' : `${pending.length} migrations`;
  return [
    fine(`${here}, and the database is of ${of}. The first start runs ${many} while other processes sell.`),
    ...pending.flatMap(({ sql }) => stepFindings(stepsOf(sql), sizes)),
    await backupFinding(database, settings),
  ];
}
