import { setTimeout as pause } from 'node:timers/promises';

import type { Db } from '#platform/db/database.server.ts';
import { refuse } from '#shared/result.ts';

import * as repo from './repo.server.ts';

/** Longer than the budget of a request's provider calls, so that a turn outlives them. */
const turnSeconds = 30;
/** How long a request waits for its turn: asking itself takes time, the longer the busier the database is. */
const patienceMs = 4_000;
const betweenAsksMs = 100;

/** Gives a turn back that the database would not take back, once it is there again: unheard, nobody could go on for 30 s. */
async function releaseLater(db: Db, { id, busyUntil }: repo.TakenCheckout): Promise<void> {
  while (busyUntil.getTime() > Date.now()) {
    await pause(500, undefined, { ref: false });
    try {
      return await repo.releaseTurn(db, id, busyUntil);
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
export async function inTurn<T>(db: Db, checkoutId: string, work: (checkout: repo.CheckoutRow) => Promise<T>) {
  const until = Date.now() + patienceMs;
  let turn = await repo.takeTurn(db, checkoutId, turnSeconds);
  while (turn === null) {
    if (Date.now() >= until) return refuse('busy');
    await pause(betweenAsksMs);
    turn = await repo.takeTurn(db, checkoutId, turnSeconds);
  }
  const taken = turn;
  try {
    return await work(taken);
  } finally {
    await repo.releaseTurn(db, checkoutId, taken.busyUntil).catch(() => void releaseLater(db, taken));
  }
}
