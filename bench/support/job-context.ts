import { createPayments, type PaymentsCtx } from '#modules/payments/payments.server.ts';
import { openDatabase } from '#platform/db/database.server.ts';
import { readSettings } from '#platform/env/settings.server.ts';
import { JobRunner } from '#platform/jobs/jobs.server.ts';
import { createLog } from '#platform/log/log.server.ts';

import { createCatalogVariables } from '../../src/app/catalog-variables.server.ts';
import { shopJobs } from '../../src/app/job-registry.server.ts';

const secret = 'a secret for benches that is long enough to sign with';

/** Opens what background jobs need on a database. No job runs by itself. */
export async function openJobContext(databaseUrl: string): Promise<{ ctx: PaymentsCtx; close(): Promise<void> }> {
  const settings = readSettings({ SESSION_SECRET: secret, LOG_LEVEL: 'error', RATE_LIMITS: 'off' });
  const database = await openDatabase({ databaseUrl, poolSize: 4, onError: () => undefined });
  const { db } = database;
  const log = createLog(settings.logLevel);
  const jobs = new JobRunner<PaymentsCtx>(database, log);
  const payments = createPayments({ settings, db, deliver: () => Promise.resolve(503) });
  const base = { db, settings, log, jobs, payments, now: () => new Date() };
  const ctx: PaymentsCtx = { ...base, catalogFacts: createCatalogVariables(settings) };
  await jobs.start(shopJobs, ctx, false);
  return {
    ctx,
    async close() {
      await jobs.stop();
      await database.close();
    },
  };
}
