import { setTimeout as pause } from 'node:timers/promises';

import type { Db } from '#platform/db/database.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import * as repo from './checkout.queries.server.ts';

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

/** Calls `attempt` again while it refuses as `busy`, for about 4 s; holds nothing in between. */
async function whileBusy<T, R extends string>(attempt: () => Promise<Result<T, R>>): Promise<Result<T, R>> {
  const until = Date.now() + maxWaitMs;
  for (;;) {
    const answer = await attempt();
    if (answer.ok || answer.reason !== 'busy' || Date.now() >= until) return answer;
    await pause(retryMs);
  }
}

/**
 * Runs `work` with the lease of a checkout: no other request calls the provider about it meanwhile, so that changes reach the provider
 * in the order in which they were stored. `work` receives the checkout as it is once the lease is taken. Refuses `busy` after about
 * 4 s. Holds no database connection while it waits or works.
 */
export async function withLease<T>(db: Db, { id }: { id: string }, work: Leased<T>) {
  const leased = await whileBusy(async () => {
    const taken = await repo.takeLease(db, id);
    return taken === null ? refuse('busy') : ok(taken);
  });
  return leased.ok ? underLease(db, leased.value, work) : leased;
}

/** Is told of a lease as soon as the transaction that takes it may be stored. */
export type OnLease = (taken: repo.LeasedCheckout) => void;

/**
 * The same with a lease that is taken by the transaction of `store`, or by its next attempt while that is refused as `busy`. `work`
 * receives what was stored, too.
 */
export async function storeWithLease<Stored, R extends string, T>(
  db: Db,
  store: (onLease: OnLease) => Promise<Result<Stored, R>>,
  work: (stored: Stored, ...leased: Parameters<Leased<T>>) => Promise<T>,
) {
  const held: { lease?: repo.LeasedCheckout } = {};
  const noting = () =>
    store((taken) => {
      held.lease = taken;
    });
  const stored = await whileBusy(noting).catch((error: unknown) => {
    // A commit whose answer was lost may have stored the lease.
    if (held.lease !== undefined) void releaseLater(db, held.lease);
    throw error;
  });
  if (!stored.ok) return stored;
  if (held.lease === undefined) throw new Error('what was stored has taken no lease');
  return underLease(db, held.lease, (checkout, lease) => work(stored.value, checkout, lease));
}
