import { setTimeout as pause } from 'node:timers/promises';

import type { Db } from '#platform/db/database.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';
import { refuse } from '#shared/result.ts';

import * as repo from '../repo.server.ts';
import { ownCheckout } from '../session/service.server.ts';

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

type Leased<T> = (checkout: repo.CheckoutRow, lease: repo.Lease) => Promise<T>;

/** Runs `work` with a lease that the caller has, and releases it unless a statement of `work` did. */
export async function underLease<T>(db: Db, leased: repo.LeasedCheckout, work: Leased<T>): Promise<T> {
  const lease = { until: leased.leaseUntil, isReleased: false };
  try {
    return await work(leased, lease);
  } finally {
    if (!lease.isReleased)
      await repo.releaseLease(db, leased.id, leased.leaseUntil).catch(() => void releaseLater(db, leased));
  }
}

/** What is leased: a checkout, which must be the visitor's where one is named. */
type Leasing = { id: string; visitor?: Visitor };

/**
 * Runs `work` with the lease of a checkout: no other request calls the provider about it meanwhile, so that changes reach the provider
 * in the order in which they were stored. `work` receives the checkout as it is once the lease is taken. Refuses `busy` after about
 * 4 s; a checkout that is not the visitor's is a 404. Holds no database connection while it waits or works.
 */
export async function withLease<T>(db: Db, { id, visitor }: Leasing, work: Leased<T>) {
  const until = Date.now() + maxWaitMs;
  let lease = await repo.takeLease(db, id, visitor);
  if (lease === null && visitor !== undefined) await ownCheckout(db, visitor, { id });
  while (lease === null) {
    if (Date.now() >= until) return refuse('busy');
    await pause(retryMs);
    lease = await repo.takeLease(db, id, visitor);
  }
  return underLease(db, lease, work);
}
