import type { SandboxFaults } from '@halorosa/stripe-sandbox';

import { createAuth } from '#modules/accounts/auth-service.server.ts';
import { createHeadlines } from '#modules/marketing/headline-test.server.ts';
import { createPayments, type PaymentsCtx } from '#modules/payments/payments.server.ts';
import { recordReachedLimits } from '#modules/accounts/security-log.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { readSettings, type Settings } from '#platform/env/settings.server.ts';
import { JobRunner } from '#platform/jobs/jobs.server.ts';
import { createLimits } from '#platform/limits/limits.server.ts';
import { createLog } from '#platform/log/log.server.ts';

import { createApp } from '../../src/app/api.server.ts';
import { authPorts } from '../../src/app/auth-ports.server.ts';
import { createCatalogVariables } from '../../src/app/catalog-variables.server.ts';
import { shopJobs } from '../../src/app/job-registry.server.ts';
import { createMetrics } from '../../src/operate/metrics.server.ts';
import type { newProcessState } from '../../src/operate/health.server.ts';
import { openTestDatabase } from './database.ts';

export type ShopOptions = {
  settings?: Record<string, string>;
  faults?: SandboxFaults;
  now?: () => Date;
  /** Migrated database to use instead of an empty one. */
  database?: Database;
};

const secret = 'a secret for tests that is long enough to sign with';

/**
 * Opens the real app on a separate database with the sandbox provider. Nothing listens, and no job
 * runs on its own.
 */
export async function openTestShop({
  settings: overrides = {},
  faults,
  now = () => new Date(),
  database: existing,
}: ShopOptions = {}) {
  const settings: Settings = readSettings({
    SESSION_SECRET: secret,
    LOG_LEVEL: 'silent',
    RATE_LIMITS: 'off',
    ...overrides,
  });
  const database = existing ?? (await openTestDatabase());
  const log = createLog(settings.logLevel);
  const jobs = new JobRunner<PaymentsCtx>(database, log);
  let receive: (body: string, signature: string) => Promise<number> = async () => 503;
  const payments = createPayments({
    settings,
    db: database.db,
    deliver: (body, signature) => receive(body, signature),
    ...(faults === undefined ? {} : { faults }),
  });
  const base = { db: database.db, settings, log, jobs, payments, now };
  const ctx: PaymentsCtx = { ...base, catalogFacts: createCatalogVariables(settings) };
  const limits = createLimits(database.pool, settings, recordReachedLimits(ctx));
  const auth = createAuth(ctx, authPorts(ctx, limits));
  await jobs.start(shopJobs, ctx, false);
  const headlines = createHeadlines(ctx);
  const state: ReturnType<typeof newProcessState> = { phase: 'running', jobs: 'elsewhere' };
  const metrics = createMetrics(database);
  const app = createApp({ ctx, auth, limits, headlines, database, state, metrics });
  receive = async (body, signature) => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    return (await app.request('/api/stripe-webhook', { method: 'POST', headers, body })).status;
  };
  const close = async () => {
    await jobs.stop();
    await database.close();
  };
  return { app, ctx, auth, limits, headlines, database, state, metrics, close };
}

export type TestShop = Awaited<ReturnType<typeof openTestShop>>;
