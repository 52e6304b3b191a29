import { createAuth, type Auth } from '#modules/accounts/service.server.ts';
import { queueMail } from '#modules/email/service.server.ts';
import type { SandboxFaults } from '#modules/payments/sandbox/api.server.ts';
import { createPayments, type PaymentsCtx } from '#modules/payments/service.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { openDatabase } from '#platform/db/database.server.ts';
import { migrateDatabase } from '#platform/db/migrate.server.ts';
import type { Settings } from '#platform/env/settings.server.ts';
import { createPageCache, type PageCache } from '#platform/http/page-cache.server.ts';
import { createJobs } from '#platform/jobs/jobs.server.ts';
import { createLimits, type Limits } from '#platform/limits/limits.server.ts';
import { createLog } from '#platform/log/log.server.ts';

import { shopJobs } from './jobs.server.ts';
import { seedShop } from '../db/seed/seed.server.ts';

export type Shop = {
  ctx: PaymentsCtx;
  auth: Auth;
  limits: Limits;
  cache: PageCache;
  database: Database;
  stop(): Promise<void>;
};

/** Hands the sandbox's events to the shop's own webhook, over the network as the provider would. */
function webhookDelivery(settings: Settings) {
  return async (body: string, signature: string): Promise<number> => {
    const url = `http://127.0.0.1:${settings.port}/api/stripe-webhook`;
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const answer = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(10_000) });
    return answer.status;
  };
}

/** Opens the database, brings it up to date, fills an empty one and starts the background work. */
export async function startShop(settings: Settings, faults?: SandboxFaults): Promise<Shop> {
  const log = createLog(settings.logLevel);
  const { databaseUrl, dataDir } = settings;
  const onError = (error: Error) => log.error({ err: error }, 'database connection');
  const database = await openDatabase({
    databaseUrl,
    dataDir: databaseUrl === undefined ? dataDir : undefined,
    onError,
  });
  try {
    await migrateDatabase(database);
    const { db } = database;
    const jobs = createJobs<PaymentsCtx>(database, log);
    const deliver = webhookDelivery(settings);
    const payments = createPayments({ settings, db, deliver, ...(faults === undefined ? {} : { faults }) });
    const ctx: PaymentsCtx = { db, settings, log, jobs, payments, now: () => new Date() };
    const limits = createLimits(database.pool, settings);
    const auth = createAuth(ctx, {
      limits,
      sendMail: (kind, user, url) => {
        const data = { firstName: user.name.split(' ')[0] ?? '', url, shopUrl: settings.publicUrl };
        return queueMail(db, ctx, { kind, orderId: null, to: user.email, data });
      },
    });
    const cache = createPageCache();
    await seedShop(db, auth, settings.shopMode);
    const stopListening = await database.listen('pages_changed', () => cache.clear());
    await jobs.start(shopJobs, ctx, settings.worker);
    const stop = async () => {
      await jobs.stop();
      await stopListening();
      await database.close();
    };
    return { ctx, auth, limits, cache, database, stop };
  } catch (error) {
    await database.close();
    throw error;
  }
}
