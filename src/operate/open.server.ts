import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { createPayments, type PaymentsCtx } from '#modules/payments/payments.server.ts';
import { openDatabase, type Database } from '#platform/db/database.server.ts';
import { ownMigrations } from '#platform/db/migrate.server.ts';
import { sqlState } from '#platform/db/transaction.server.ts';
import type { Settings } from '#platform/env/settings.server.ts';
import { createJobs, type JobRunner } from '#platform/jobs/jobs.server.ts';
import { createLog } from '#platform/log/log.server.ts';

import { shopJobs } from '../app/jobs.server.ts';
import { CommandProblem } from './command.server.ts';

export const jobNames = shopJobs.map(({ name }) => name);

/** Whether there is anything where the settings say that the database is. */
export function hasDatabase({ databaseUrl, dataDir }: Settings): boolean {
  return databaseUrl !== undefined || existsSync(join(dataDir, 'pg'));
}

/** The database of the settings, as it is: nothing is migrated or filled. */
export function openShopDatabase(settings: Settings): Promise<Database> {
  const { databaseUrl, dataDir } = settings;
  const log = createLog(settings.logLevel);
  const onError = (error: Error) => log.error({ err: error }, 'database connection');
  return openDatabase({ databaseUrl, dataDir: databaseUrl === undefined ? dataDir : undefined, onError });
}

/** Refuses a database that this version's start has not brought up to date, or a newer one's has. */
export async function refuseOtherVersion({ pool }: Database): Promise<void> {
  const applied = 'select hash from drizzle.__drizzle_migrations order by created_at desc';
  const { rows } = await pool.query<{ hash: string }>(applied).catch((error: unknown) => {
    if (sqlState(error) === '42P01') return { rows: [] };
    throw error;
  });
  const place = rows.findIndex(({ hash }) => hash === ownMigrations().at(-1)?.hash);
  if (place === 0) return;
  throw new CommandProblem(
    place > 0
      ? 'The database is of a newer version of the shop: use the command of that one.'
      : 'The database is not of this version: start the shop once, then try again.',
  );
}

export type Parts = { ctx: PaymentsCtx; jobs: JobRunner<PaymentsCtx> };

/** What use cases need, without background work: jobs can be enqueued for the shop to do. */
export async function openParts(settings: Settings, database: Database): Promise<Parts> {
  const log = createLog(settings.logLevel);
  const { db } = database;
  // A restore holds the embedded database's one connection: what the queues ask in vain meanwhile is no news to its operator.
  const jobs = createJobs<PaymentsCtx>(database, createLog('silent'));
  const payments = createPayments({ settings, db, log, deliver: async () => 503 });
  const ctx: PaymentsCtx = { db, settings, log, jobs, payments, now: () => new Date() };
  await jobs.start(shopJobs, ctx, false);
  return { ctx, jobs };
}
