import { createAuth } from '#modules/accounts/service.server.ts';
import { queueMail } from '#modules/email/service.server.ts';
import type { SandboxFaults } from '#modules/payments/sandbox/api.server.ts';
import { createPayments, type PaymentsCtx } from '#modules/payments/service.server.ts';
import { readSettings, type Settings } from '#platform/env/settings.server.ts';
import { createJobs } from '#platform/jobs/jobs.server.ts';
import { createLimits } from '#platform/limits/limits.server.ts';
import { createLog } from '#platform/log/log.server.ts';

import { createApp } from '../../src/app.server.ts';
import { shopJobs } from '../../src/jobs.server.ts';
import { openTestDatabase } from './database.ts';

type Options = { settings?: Record<string, string>; faults?: SandboxFaults; now?: () => Date };

const secret = 'a secret for tests that is long enough to sign with';

/** The real app on a database of its own, with the sandbox provider; nothing listens and no job runs by itself. */
export async function openTestShop({ settings: given = {}, faults, now = () => new Date() }: Options = {}) {
  const settings: Settings = readSettings({
    SESSION_SECRET: secret,
    LOG_LEVEL: 'silent',
    RATE_LIMITS: 'off',
    ...given,
  });
  const database = await openTestDatabase();
  const log = createLog(settings.logLevel);
  const jobs = createJobs<PaymentsCtx>(database, log);
  let receive: (body: string, signature: string) => Promise<number> = async () => 503;
  const payments = createPayments({
    settings,
    db: database.db,
    deliver: (body, signature) => receive(body, signature),
    ...(faults === undefined ? {} : { faults }),
  });
  const ctx: PaymentsCtx = { db: database.db, settings, log, jobs, payments, now };
  const limits = createLimits(database.pool, settings);
  const auth = createAuth(ctx, {
    limits,
    sendMail: (kind, user, url) =>
      queueMail(ctx.db, ctx, {
        kind,
        orderId: null,
        to: user.email,
        data: { firstName: user.name, url, shopUrl: settings.publicUrl },
      }),
  });
  await jobs.start(shopJobs, ctx, false);
  const app = createApp({ ctx, auth, limits });
  receive = async (body, signature) => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    return (await app.request('/api/stripe-webhook', { method: 'POST', headers, body })).status;
  };
  const close = async () => {
    await jobs.stop();
    await database.close();
  };
  return { app, ctx, auth, limits, database, close };
}

export type TestShop = Awaited<ReturnType<typeof openTestShop>>;
