import type { Logger } from 'pino';

import { demoAccounts } from '#content/demo-shop.ts';
import { createAuth, type Auth } from '#modules/accounts/auth-service.server.ts';
import { hostedTaxSentence } from '#modules/checkout/buy-now-tax.ts';
import { publishedContent } from '#modules/content/content.server.ts';
import { createHeadlines } from '#modules/marketing/headline-test.server.ts';
import { existsSample } from '#modules/orders/sample-orders.queries.server.ts';
import { createPayments, type PaymentParts, type PaymentsCtx } from '#modules/payments/payments.server.ts';
import { startDatabaseClock, type DatabaseClock } from '#platform/db/database-clock.server.ts';
import { openDatabase, type Database } from '#platform/db/database.server.ts';
import { migrateDatabase } from '#platform/db/migrate.server.ts';
import { checkSessions } from '#platform/db/session-check.server.ts';
import { diskFull, isDiskFull } from '#platform/env/data-folder.server.ts';
import { edgeChanges, edgeJobs } from '#platform/edge/purge-jobs.server.ts';
import type { Settings } from '#platform/env/settings.server.ts';
import { StartUpError } from '#platform/env/start-up-error.ts';
import { callOut } from '#platform/http/outgoing-call.server.ts';
import { createPageCache } from '#platform/http/page-cache.server.ts';
import { JobRunner } from '#platform/jobs/jobs.server.ts';
import { recordReachedLimits } from '#modules/accounts/security-log.server.ts';
import { loadConnections } from '#modules/settings/connections.server.ts';
import { createLimits } from '#platform/limits/limits.server.ts';
import { createLog } from '#platform/log/log.server.ts';
import { setTimeZone } from '#shared/shop-zone.ts';

import { authPorts } from './auth-ports.server.ts';
import { createCatalogVariables } from './catalog-variables.server.ts';
import { followConnections } from './follow-connections.server.ts';
import { shopJobs } from './job-registry.server.ts';
import { retryWhileSlow } from './retry-start.server.ts';
import { refuseWeakSecrets } from './secrets.server.ts';
import { createMetrics } from '../operate/metrics.server.ts';
import { newProcessState } from '../operate/health.server.ts';
import { edgeAddresses } from '../pages/page-lookup.server.ts';
import { seedShop } from '../../db/seed/seed.server.ts';

/**
 * Delivers the sandbox's events to the shop's own webhook over the network, as the provider would.
 */
function webhookDelivery(settings: Settings) {
  return async (body: string, signature: string): Promise<number> => {
    const url = `http://127.0.0.1:${settings.port}/api/stripe-webhook`;
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    return (await callOut({ url, method: 'POST', headers, body, withinMs: 10_000, maxBytes: 0 })).status;
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
      `Can’t start with SHOP_MODE=live: the demo account ${email} still has its published password. Start with SHOP_MODE=demo and change the password or delete the account. Or set DATABASE_URL to an empty database.`,
    );
  }
}

/** Refuses a database with a demo's sample orders as a live shop, because they would be sales. */
async function refuseSamples(db: Database['db']): Promise<void> {
  if (!(await existsSample(db))) return;
  throw new StartUpError(
    'Can’t start with SHOP_MODE=live: sample orders in the database would count as sales. Start with SHOP_MODE=demo and remove the sample data in the launch checklist. Or set DATABASE_URL to an empty database.',
  );
}

/**
 * Ends the process, because a shop without its database would accept orders that nobody could find.
 */
function endWithout(log: Logger) {
  return (folder: string) => {
    log.fatal(
      `The embedded database in ${folder} was deleted, moved or replaced while the shop was running, so the shop stopped. Put the folder back, or restore a backup with npm run restore. Then start the shop again.`,
    );
    process.exit(1);
  };
}

/** Starts the shop once. Closes everything that it opened if it fails. */
async function tryStart(settings: Settings, log: Logger, faults?: PaymentParts['faults']) {
  const { databaseUrl } = settings;
  const dataDir = databaseUrl === undefined ? settings.dataDir : undefined;
  const onError = (error: Error) => log.error({ err: error }, 'database connection');
  const onBack = () => log.warn('the database is back');
  const options = { databaseUrl, dataDir, onError, onBack, onGone: endWithout(log) };
  const database = await openDatabase(options);
  let clock: DatabaseClock | undefined;
  let stopJobs: (() => Promise<void>) | undefined;
  let stopFollowing: (() => Promise<void>) | undefined;
  try {
    if (database.kind === 'postgres') await checkSessions(database.pool);
    await migrateDatabase(database, { log });
    const { db } = database;
    const jobs = new JobRunner<PaymentsCtx>(database, log);
    stopJobs = () => jobs.stop();
    const deliver = webhookDelivery(settings);
    // Before anything reads them. They are followed once the pages can be dropped.
    await loadConnections({ db, settings });
    const payments = createPayments({ settings, db, log, deliver, ...(faults === undefined ? {} : { faults }) });
    clock = await startDatabaseClock(database, { log });
    const cache = createPageCache(database.isAway);
    const cacheLifetime = {
      generation: cache.generation,
      isFresh: (made: Parameters<typeof cache.isFresh>[0]) => !database.isAway() && cache.isFresh(made),
    };
    const base = { db, settings, log, jobs, payments, cacheLifetime };
    const ctx: PaymentsCtx = { ...base, now: clock.now, catalogFacts: createCatalogVariables(settings) };
    const limits = createLimits(database.pool, settings, recordReachedLimits(ctx));
    const auth = createAuth(ctx, authPorts(ctx, limits));
    if (settings.shopMode === 'live') {
      await refuseSamples(db);
      await refuseDemoAccounts(auth);
    }
    if (settings.buyNow === 'hosted') log.warn(hostedTaxSentence);
    await seedShop(ctx, auth);
    const headlines = createHeadlines(ctx);
    const purgeEdge = edgeChanges(ctx);
    const dropPages = async () => {
      cache.clear();
      await headlines.load();
      // Clears again, because a page rendered meanwhile did not know that a headline test began.
      cache.clear();
      purgeEdge();
    };
    const stopListening = await database.listen('pages_changed', () => void dropPages());
    stopFollowing = await followConnections({ database, ctx, onChange: () => void dropPages() });
    // After `listen`, which would end a query of a job in progress on the embedded database.
    await jobs.start([...shopJobs, ...edgeJobs(ctx, () => edgeAddresses(ctx))], ctx, settings.worker);
    await headlines.load();
    // Purges pages rendered by the previous version and changes made while no process ran.
    purgeEdge();
    // Read now, so that a page shown without the database has the name of this shop.
    const { name } = (await publishedContent(ctx)).site;
    const state = newProcessState();
    state.clockAheadMs = clock.aheadMs;
    state.jobs = settings.worker ? 'running' : 'elsewhere';
    const stop = async () => {
      state.jobs = 'stopped';
      await jobs.stop();
      clock?.stop();
      await stopListening();
      await stopFollowing?.();
      await database.close();
    };
    return { name, ctx, auth, limits, headlines, cache, database, state, metrics: createMetrics(database), stop };
  } catch (error) {
    clock?.stop();
    await stopFollowing?.().catch(() => undefined);
    await stopJobs?.().catch(() => undefined);
    await database.close();
    throw dataDir !== undefined && isDiskFull(dataDir) ? diskFull(dataDir) : error;
  }
}

/**
 * Opens and migrates the database, seeds an empty one and starts the background work. Waits up to a
 * minute for a slow database: every step may run again.
 */
export async function startShop(settings: Settings, faults?: PaymentParts['faults']) {
  if (settings.shopMode === 'live') await refuseWeakSecrets(settings);
  setTimeZone(settings.timeZone);
  const log = createLog(settings.logLevel);
  return retryWhileSlow(log, () => tryStart(settings, log, faults));
}

export type Shop = Awaited<ReturnType<typeof startShop>>;
