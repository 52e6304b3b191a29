import { setTimeout as pause } from 'node:timers/promises';

import type { Db } from '#platform/db/database.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import * as repo from './checkout.queries.server.ts';

/**
 * Maximum time, in ms, to retry taking the lease. Each attempt adds its own time, more on a busy
 * database.
 */
const maxWaitMs = 4_000;
const retryMs = 100;

/**
 * Retries the release of a lease while the database is unreachable. Otherwise the checkout would
 * stay blocked until the lease ends, for up to 30 s.
 */
async function releaseLater(db: Db, { id, leaseUntil }: repo.LeasedCheckout): Promise<void> {
  while (leaseUntil.getTime() > Date.now()) {
    await pause(500, undefined, { ref: false });
    try {
      return await repo.releaseLease(db, id, leaseUntil);
    } catch {
      // The database is still unreachable.
    }
  }
}

type Leased<T> = (checkout: repo.CheckoutRow, lease: repo.Lease) => Promise<T>;

/**
 * Runs `work` under a lease that the caller holds, then releases it unless a statement of `work`
 * already did.
 */
export async function underLease<T>(db: Db, leased: repo.LeasedCheckout, work: Leased<T>): Promise<T> {
  const lease = { until: leased.leaseUntil, isReleased: false };
  try {
    return await work(leased, lease);
  } finally {
    if (!lease.isReleased)
      await repo.releaseLease(db, leased.id, leased.leaseUntil).catch(() => void releaseLater(db, leased));
  }
}

/** Repeats `attempt` while it refuses as `busy`, for about 4 s. Holds nothing between attempts. */
async function whileBusy<T, R extends string>(attempt: () => Promise<Result<T, R>>): Promise<Result<T, R>> {
  const until = Date.now() + maxWaitMs;
  for (;;) {
    const answer = await attempt();
    if (answer.ok || answer.reason !== 'busy' || Date.now() >= until) return answer;
    await pause(retryMs);
  }
}

/**
 * Runs `work` under the lease of a checkout. No other request calls the provider about it
 * meanwhile, so changes reach the provider in the order in which they were stored. `work` receives
 * the checkout as read when the lease was taken. Refuses `busy` after about 4 s. Holds no database
 * connection while it waits or works.
 */
export async function withLease<T>(db: Db, { id }: { id: string }, work: Leased<T>) {
  const leased = await whileBusy(async () => {
    const taken = await repo.takeLease(db, id);
    return taken === null ? refuse('busy') : ok(taken);
  });
  return leased.ok ? underLease(db, leased.value, work) : leased;
}

/** Callback that receives a lease before the transaction that takes it commits. */
export type OnLease = (taken: repo.LeasedCheckout) => void;

/**
 * Runs `work` under a lease that the transaction of `store` takes. Repeats `store` while it refuses
 * as `busy`. `work` also receives the stored value.
 */
export async function storeWithLease<Stored, R extends string, T>(
  db: Db,
  store: (onLease: OnLease) => Promise<Result<Stored, R>>,
  work: (stored: Stored, ...leased: Parameters<Leased<T>>) => Promise<T>,
) {
  const held: { lease?: repo.LeasedCheckout } = {};
  const storeAndCapture = () =>
    store((taken) => {
      held.lease = taken;
    });
  const stored = await whileBusy(storeAndCapture).catch((error: unknown) => {
    // The lost answer may belong to a commit that stored the lease.
    if (held.lease !== undefined) void releaseLater(db, held.lease);
    throw error;
  });
  if (!stored.ok) return stored;
  if (held.lease === undefined) throw new Error('what was stored has taken no lease');
  return underLease(db, held.lease, (checkout, lease) => work(stored.value, checkout, lease));
}
