import { setTimeout as pause } from 'node:timers/promises';

import type { Db } from '#platform/db/database.server.ts';
import { refuse } from '#shared/result.ts';

import * as repo from '../repo.server.ts';

/** Longer than the time limit of a request's provider calls, so that no lease ends while one is under way. */
const leaseSeconds = 30;
/** How long a request waits for the lease; each attempt takes time of its own, more of it on a busy database. */
const maxWaitMs = 4_000;
const retryMs = 100;

/** Releases a lease that could not be released because the database was away: otherwise the checkout stays blocked for 30 s. */
async function releaseLater(db: Db, { id, leaseUntil }: repo.LeasedCheckout): Promise<void> {
  while (leaseUntil.getTime() > Date.now()) {
    await pause(500, undefined, { ref: false });
    try {
      return await repo.releaseLease(db, id, leaseUntil);
    } catch {
      // The database is still away.
    }
  }
}

/**
 * Runs `work` with the lease of a checkout: no other request calls the provider about it meanwhile, so that changes reach the provider
 * in the order in which they were stored. `work` receives the checkout as it is once the lease is taken. Refuses `busy` after about
 * 4 s. Holds no database connection while it waits or works.
 */
export async function withLease<T>(db: Db, checkoutId: string, work: (checkout: repo.CheckoutRow) => Promise<T>) {
  const until = Date.now() + maxWaitMs;
  let lease = await repo.takeLease(db, checkoutId, leaseSeconds);
  while (lease === null) {
    if (Date.now() >= until) return refuse('busy');
    await pause(retryMs);
    lease = await repo.takeLease(db, checkoutId, leaseSeconds);
  }
  const leased = lease;
  try {
    return await work(leased);
  } finally {
    await repo.releaseLease(db, checkoutId, leased.leaseUntil).catch(() => void releaseLater(db, leased));
  }
}
