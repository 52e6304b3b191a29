import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { createPayments, type PaymentsCtx } from '#modules/payments/payments.server.ts';
import { openDatabase, type Database } from '#platform/db/database.server.ts';
import { readDatabaseVersion, versionProblem, type DatabaseVersion } from '#platform/db/database-version.server.ts';
import type { Settings } from '#platform/env/settings.server.ts';
import { JobRunner } from '#platform/jobs/jobs.server.ts';
import { createLog } from '#platform/log/log.server.ts';

import { createCatalogVariables } from '../app/catalog-variables.server.ts';
import { shopJobs } from '../app/job-registry.server.ts';
import { CommandError } from './run-command.server.ts';

export const jobNames = shopJobs.map(({ name }) => name);

/** True when the configured database exists. Always true for PostgreSQL. */
export function hasDatabase({ databaseUrl, dataDir }: Settings): boolean {
  return databaseUrl !== undefined || existsSync(join(dataDir, 'pg'));
}

/** Opens the configured database without migrating or seeding it. */
export function openShopDatabase(settings: Settings): Promise<Database> {
  const { databaseUrl, dataDir } = settings;
  const log = createLog(settings.logLevel);
  const onError = (error: Error) => log.error({ err: error }, 'database connection');
  return openDatabase({ databaseUrl, dataDir: databaseUrl === undefined ? dataDir : undefined, onError });
}

/**
 * Returns the version of the database that a command is to work with. Throws CommandProblem if it
 * is not this version's, or with `orOlder` if it is neither this version's nor an older one's.
 */
export async function assertShopVersion({ pool }: Database, { orOlder = false } = {}): Promise<DatabaseVersion> {
  const version = await readDatabaseVersion(pool);
  const problem = versionProblem(version);
  if (problem !== null) throw new CommandError(problem);
  if (version.kind === 'current' || (orOlder && version.kind === 'older')) return version;
  throw new CommandError(
    version.kind === 'empty'
      ? 'No shop in the database yet. The first npm start creates it.'
      : 'The database is of an older version of the shop: start this version once, which updates the tables, then try again.',
  );
}

export type CommandContext = { ctx: PaymentsCtx; jobs: JobRunner<PaymentsCtx> };

/** Opens what use cases need, without background work. Jobs can be enqueued for the shop to do. */
export async function openCommandContext(settings: Settings, database: Database): Promise<CommandContext> {
  const log = createLog(settings.logLevel);
  const { db } = database;
  // Silent, because a restore holds the embedded database's only connection, and failing queries of
  // the queues would only confuse the operator.
  const jobs = new JobRunner<PaymentsCtx>(database, createLog('silent'));
  const payments = createPayments({ settings, db, log, deliver: async () => 503 });
  const base = { db, settings, log, jobs, payments };
  const ctx: PaymentsCtx = { ...base, now: () => new Date(), catalogFacts: createCatalogVariables(settings) };
  await jobs.start(shopJobs, ctx, false);
  return { ctx, jobs };
}
