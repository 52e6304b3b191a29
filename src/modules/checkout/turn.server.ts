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
async function releaseLater(db: Db, checkoutId: string, turn: Date): Promise<void> {
  while (turn.getTime() > Date.now()) {
    await pause(500, undefined, { ref: false });
    try {
      return await repo.releaseTurn(db, checkoutId, turn);
    } catch {
      // The database is still away.
    }
  }
}

/**
 * Runs `work` while no other request talks to the provider about this checkout, so that changes reach the provider in the
 * order in which they were stored. Refuses `busy` after about 4 s. No connection is held meanwhile.
 */
export async function inTurn<T>(db: Db, checkoutId: string, work: () => Promise<T>) {
  const until = Date.now() + patienceMs;
  let turn = await repo.takeTurn(db, checkoutId, turnSeconds);
  while (turn === null) {
    if (Date.now() >= until) return refuse('busy');
    await pause(betweenAsksMs);
    turn = await repo.takeTurn(db, checkoutId, turnSeconds);
  }
  const taken = turn;
  try {
    return await work();
  } finally {
    await repo.releaseTurn(db, checkoutId, taken).catch(() => void releaseLater(db, checkoutId, taken));
  }
}
