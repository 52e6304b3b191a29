import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { createPayments, type PaymentsCtx } from '#modules/payments/payments.server.ts';
import { openDatabase, type Database } from '#platform/db/database.server.ts';
import { ownMigrations } from '#platform/db/migrate.server.ts';
import { sqlState } from '#platform/db/database-errors.server.ts';
import type { Settings } from '#platform/env/settings.server.ts';
import { createJobs, type JobRunner } from '#platform/jobs/jobs.server.ts';
import { createLog } from '#platform/log/log.server.ts';

import { catalogFacts } from '../app/catalog-facts.server.ts';
import { shopJobs } from '../app/jobs.server.ts';
import { CommandProblem } from './run-command.server.ts';

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
 * Refuses a database whose newest migration is not this version's: not migrated yet, or migrated by
 * a newer version.
 */
export async function refuseOtherVersion({ pool }: Database): Promise<void> {
  const applied = 'select hash from drizzle.__drizzle_migrations order by created_at desc';
  const { rows } = await pool.query<{ hash: string }>(applied).catch((error: unknown) => {
    if (sqlState(error) === '42P01') return { rows: [] };
    throw error;
  });
  const index = rows.findIndex(({ hash }) => hash === ownMigrations().at(-1)?.hash);
  if (index === 0) return;
  throw new CommandProblem(
    index > 0
      ? 'The database is of a newer version of the shop: use the command of that one.'
      : 'The database is not of this version: start the shop once, then try again.',
  );
}

export type Parts = { ctx: PaymentsCtx; jobs: JobRunner<PaymentsCtx> };

/** Opens what use cases need, without background work. Jobs can be enqueued for the shop to do. */
export async function openParts(settings: Settings, database: Database): Promise<Parts> {
  const log = createLog(settings.logLevel);
  const { db } = database;
  // Silent, because a restore holds the embedded database's only connection, and failing queries of
  // the queues would only confuse the operator.
  const jobs = createJobs<PaymentsCtx>(database, createLog('silent'));
  const payments = createPayments({ settings, db, log, deliver: async () => 503 });
  const base = { db, settings, log, jobs, payments };
  const ctx: PaymentsCtx = { ...base, now: () => new Date(), catalogFacts: catalogFacts(settings) };
  await jobs.start(shopJobs, ctx, false);
  return { ctx, jobs };
}
