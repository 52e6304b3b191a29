import { setTimeout as pause } from 'node:timers/promises';

import type { Logger } from 'pino';

import { demoAccounts } from '#content/demo-shop.ts';
import { createAuth, type Auth } from '#modules/accounts/auth.server.ts';
import { createHeadlines } from '#modules/marketing/headline-test.server.ts';
import { existsSample } from '#modules/orders/sample-orders.server.ts';
import { createPayments, type PaymentParts, type PaymentsCtx } from '#modules/payments/payments.server.ts';
import { startDatabaseClock, type DatabaseClock } from '#platform/db/database-clock.server.ts';
import { openDatabase, type Database, type DatabaseOptions } from '#platform/db/database.server.ts';
import { migrateDatabase } from '#platform/db/migrate.server.ts';
import { checkSessions } from '#platform/db/session-check.server.ts';
import { DatabaseUnreachable } from '#platform/db/database-errors.server.ts';
import { diskFull, isDiskFull } from '#platform/env/data-folder.server.ts';
import { edgeChanges, edgeJobs } from '#platform/edge/purge-jobs.server.ts';
import type { Settings } from '#platform/env/settings.server.ts';
import { StartUpError } from '#platform/env/start-up-error.ts';
import { createPageCache } from '#platform/http/page-cache.server.ts';
import { createJobs } from '#platform/jobs/jobs.server.ts';
import { recordReachedLimits } from '#modules/accounts/security-log.server.ts';
import { createLimits } from '#platform/limits/limits.server.ts';
import { createLog } from '#platform/log/log.server.ts';
import { textOf } from '#shared/unknown-field.ts';
import { setTimeZone } from '#shared/shop-time.ts';

import { authPorts } from './auth-ports.server.ts';
import { catalogFacts } from './catalog-facts.server.ts';
import { shopJobs } from './jobs.server.ts';
import { refuseWeakSecrets } from './secrets.server.ts';
import { createMetrics } from '../operate/metrics.server.ts';
import { newProcessState } from '../operate/health.server.ts';
import { edgeAddresses } from '../pages/page-address.server.ts';
import { seedShop } from '../../db/seed/seed.server.ts';

/**
 * Delivers the sandbox's events to the shop's own webhook over the network, as the provider would.
 */
function webhookDelivery(settings: Settings) {
  return async (body: string, signature: string): Promise<number> => {
    const url = `http://127.0.0.1:${settings.port}/api/stripe-webhook`;
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const answer = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(10_000) });
    return answer.status;
  };
}

/**
 * Refuses a database filled by a demo as a live shop while a demo account works, because those
 * passwords are published.
 */
async function refuseDemoAccounts(auth: Auth): Promise<void> {
  for (const { email, password } of demoAccounts) {
    if (!(await auth.opensWith(email, password))) continue;
    throw new StartUpError(
      `SHOP_MODE=live is refused: the demo account ${email} can still sign in with its published password. Start with SHOP_MODE=demo and change that password or delete the account, or set DATABASE_URL to an empty database.`,
    );
  }
}

/** Refuses a database with a demo's sample orders as a live shop, because they would be sales. */
async function refuseSamples(db: Database['db']): Promise<void> {
  if (!(await existsSample(db))) return;
  throw new StartUpError(
    'SHOP_MODE=live is refused: the database has the sample orders of a demo, which would count as sales. Start with SHOP_MODE=demo and choose Remove the sample data in the launch checklist of the admin, or set DATABASE_URL to an empty database.',
  );
}

/**
 * Ends the process, because a shop without its database would accept orders that nobody could find.
 */
function endWithout(log: Logger) {
  return (folder: string) => {
    log.fatal(
      `The embedded database in ${folder} was deleted, moved or replaced while the shop ran: the shop ends. Put the folder back, or a backup with npm run restore, and start the shop again.`,
    );
    process.exit(1);
  };
}

/** Maximum wait for a slow database at the start, and the pause between tries, in ms. */
const [waitedMs, tryEveryMs] = [60_000, 1_000];

/** True if the database exists but cannot answer: it is starting, recovering or overloaded. */
const isSlow = (error: unknown): error is DatabaseUnreachable =>
  error instanceof DatabaseUnreachable &&
  error.cause instanceof Error &&
  (textOf(error.cause, 'code') === '57P03' || error.cause.message.includes('timeout'));

/** Opens the database. Waits up to a minute for a slow one and logs that once. */
async function openPatiently(options: DatabaseOptions, log: Logger): Promise<Database> {
  const end = performance.now() + waitedMs;
  for (let tries = 1; ; tries += 1) {
    try {
      return await openDatabase(options);
    } catch (error) {
      if (!isSlow(error)) throw error;
      const seconds = waitedMs / 1_000;
      if (performance.now() > end) throw new DatabaseUnreachable(new Error(`it did not answer within ${seconds} s`));
      if (tries === 1)
        log.warn(`The database at DATABASE_URL does not answer yet: the start waits up to ${seconds} s for it.`);
      await pause(tryEveryMs);
    }
  }
}

/** Opens and migrates the database, seeds an empty one and starts the background work. */
export async function startShop(settings: Settings, faults?: PaymentParts['faults']) {
  if (settings.shopMode === 'live') await refuseWeakSecrets(settings);
  setTimeZone(settings.timeZone);
  const log = createLog(settings.logLevel);
  const { databaseUrl } = settings;
  const dataDir = databaseUrl === undefined ? settings.dataDir : undefined;
  const onError = (error: Error) => log.error({ err: error }, 'database connection');
  const onBack = () => log.warn('the database is back');
  const options = { databaseUrl, dataDir, onError, onBack, onGone: endWithout(log) };
  const database = await openPatiently(options, log);
  let clock: DatabaseClock | undefined;
  try {
    if (database.kind === 'postgres') await checkSessions(database.pool);
    await migrateDatabase(database, { log });
    const { db } = database;
    const jobs = createJobs<PaymentsCtx>(database, log);
    const deliver = webhookDelivery(settings);
    const payments = createPayments({ settings, db, log, deliver, ...(faults === undefined ? {} : { faults }) });
    clock = await startDatabaseClock(database, { log });
    const cache = createPageCache(database.isAway);
    const keeping = {
      generation: cache.generation,
      isFresh: (made: Parameters<typeof cache.isFresh>[0]) => !database.isAway() && cache.isFresh(made),
    };
    const base = { db, settings, log, jobs, payments, keeping };
    const ctx: PaymentsCtx = { ...base, now: clock.now, catalogFacts: catalogFacts(settings) };
    const limits = createLimits(database.pool, settings, recordReachedLimits(ctx));
    const auth = createAuth(ctx, authPorts(ctx, limits));
    if (settings.shopMode === 'live') {
      await refuseSamples(db);
      await refuseDemoAccounts(auth);
    }
    await seedShop(ctx, auth);
    const headlines = createHeadlines(ctx);
    await jobs.start([...shopJobs, ...edgeJobs(ctx, () => edgeAddresses(ctx))], ctx, settings.worker);
    const purgeEdge = edgeChanges(ctx);
    const dropPages = async () => {
      cache.clear();
      await headlines.load();
      // Clears again, because a page rendered meanwhile did not know that a headline test began.
      cache.clear();
      purgeEdge();
    };
    const stopListening = await database.listen('pages_changed', () => void dropPages());
    await headlines.load();
    // Purges pages rendered by the previous version and changes made while no process ran.
    purgeEdge();
    const state = newProcessState();
    state.clockAheadMs = clock.aheadMs;
    state.jobs = settings.worker ? 'running' : 'elsewhere';
    const stop = async () => {
      state.jobs = 'stopped';
      await jobs.stop();
      clock?.stop();
      await stopListening();
      await database.close();
    };
    return { ctx, auth, limits, headlines, cache, database, state, metrics: createMetrics(database), stop };
  } catch (error) {
    clock?.stop();
    await database.close();
    throw dataDir !== undefined && isDiskFull(dataDir) ? diskFull(dataDir) : error;
  }
}

export type Shop = Awaited<ReturnType<typeof startShop>>;
