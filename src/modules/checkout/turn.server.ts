import { setTimeout as pause } from 'node:timers/promises';

import type { Db } from '#platform/db/database.server.ts';
import { refuse } from '#shared/result.ts';

import * as repo from './repo.server.ts';

/** Longer than the provider client takes at worst (8 s, three tries), so that a turn outlives its own calls. */
const turnSeconds = 30;
const tries = 40;

/**
 * Runs `work` while no other request talks to the provider about this checkout, so that changes reach the provider in the
 * order in which they were stored. Refuses `busy` after about 4 s. No connection is held meanwhile.
 */
export async function inTurn<T>(db: Db, checkoutId: string, work: () => Promise<T>) {
  let turn = await repo.takeTurn(db, checkoutId, turnSeconds);
  for (let attempt = 0; turn === null; attempt += 1) {
    if (attempt === tries) return refuse('busy');
    await pause(100);
    turn = await repo.takeTurn(db, checkoutId, turnSeconds);
  }
  try {
    return await work();
  } finally {
    await repo.releaseTurn(db, checkoutId, turn);
  }
}
