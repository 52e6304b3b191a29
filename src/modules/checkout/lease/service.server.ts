import { setTimeout as pause } from 'node:timers/promises';

import type { Db } from '#platform/db/database.server.ts';
import { refuse } from '#shared/result.ts';

import * as repo from '../repo.server.ts';

/** Longer than the budget of a request's provider calls, so that a turn outlives them. */
const leaseSeconds = 30;
/** How long a request waits for its turn: asking itself takes time, the longer the busier the database is. */
const patienceMs = 4_000;
const betweenAsksMs = 100;

/** Gives a turn back that the database would not take back, once it is there again: unheard, nobody could go on for 30 s. */
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
 * Runs `work` while no other request talks to the provider about this checkout, so that changes reach the provider in the
 * order in which they were stored; it is given the checkout as it stands then. Refuses `busy` after about 4 s. No connection is
 * held meanwhile.
 */
export async function withLease<T>(db: Db, checkoutId: string, work: (checkout: repo.CheckoutRow) => Promise<T>) {
  const until = Date.now() + patienceMs;
  let turn = await repo.takeLease(db, checkoutId, leaseSeconds);
  while (turn === null) {
    if (Date.now() >= until) return refuse('busy');
    await pause(betweenAsksMs);
    turn = await repo.takeLease(db, checkoutId, leaseSeconds);
  }
  const taken = turn;
  try {
    return await work(taken);
  } finally {
    await repo.releaseLease(db, checkoutId, taken.leaseUntil).catch(() => void releaseLater(db, taken));
  }
}
