import { setTimeout as pause } from 'node:timers/promises';

import type { Pool } from 'pg';
import { expect, test } from 'vitest';

import { sweepExpired } from '#modules/checkout/expire-checkouts.server.ts';
import { openDatabase } from '#platform/db/database.server.ts';

import { openTestShop, type TestShop } from '../support/shop.ts';
import { plainBuyer, visit, type BuyerBehavior, type Outcome, type Shopfront } from './buyer.ts';
import { runChaos, type Scene } from './chaos-run.ts';
import { allZero } from './invariants.ts';

const buyers = Number(process.env.CHAOS_EDGE_BUYERS ?? 60);
const rounds = 10;

const buyer = (place: number): BuyerBehavior => ({
  ...plainBuyer,
  submitsTwice: place % 3 === 0,
  vanishesAfterPaying: place % 2 === 0,
  giveUpAfterMs: 300_000,
});

type Ready = { checkoutId: string; pay(): void };

/** Starts a buyer who pauses at the payment form. `ready` is null if the buyer never gets there. */
function newBuyer(front: Shopfront, place: number) {
  const ready = Promise.withResolvers<Ready | null>();
  const beforePaying = (checkoutId: string) =>
    new Promise<void>((done) => ready.resolve({ checkoutId, pay: () => done() }));
  const outcome = visit(front, { ...buyer(place), beforePaying }).finally(() => ready.resolve(null));
  return { ready: ready.promise, outcome };
}

/** Brings all buyers to the payment form, eight at a time. */
async function bringBuyers(front: Shopfront) {
  const there: Ready[] = [];
  const outcomes: Promise<Outcome>[] = [];
  const bring = async () => {
    while (outcomes.length < buyers) {
      const { ready, outcome } = newBuyer(front, outcomes.length);
      outcomes.push(outcome);
      const one = await ready;
      if (one !== null) there.push(one);
    }
  };
  await Promise.all(Array.from({ length: 8 }, bring));
  return { there, outcomes };
}

/**
 * Opens another process of the shop on its database, whose sweeps are started by hand. No fixture,
 * because each round opens and closes one beside a running shop.
 */
async function openSweeper({ options: { connectionString } }: Pool) {
  const database = await openDatabase({ databaseUrl: connectionString, onError: () => undefined });
  return openTestShop({ database });
}

/** Expires the checkouts that are due. Returns the duration in milliseconds. */
async function sweep(sweeper: TestShop): Promise<number> {
  const begun = Date.now();
  await sweepExpired(sweeper.ctx);
  return Date.now() - begun;
}

/**
 * Expires the buyers' checkouts in groups. The group pays while the shop sweeps: payments are
 * spread over the duration of the previous sweep.
 */
async function bringToTheEdge(there: readonly Ready[], pool: Pool): Promise<void> {
  const sweeper = await openSweeper(pool);
  const size = Math.ceil(there.length / rounds);
  let tookMs = 500;
  for (let from = 0; from < there.length; from += size) {
    const some = there.slice(from, from + size);
    const ids = some.map(({ checkoutId }) => checkoutId);
    await pool.query('update checkouts set expires_at = now() where id = any($1)', [ids]);
    const payments = some.map(async ({ pay }) => {
      await pause(Math.random() * tookMs);
      pay();
    });
    tookMs = await sweep(sweeper);
    await Promise.all(payments);
  }
  await sweeper.close();
}

/** Runs six buyers at a time who buy any unit as soon as it is free. Returns the number bought. */
async function buyWhatIsFree(front: Shopfront, waits: () => boolean): Promise<number> {
  let bought = 0;
  const buy = async () => {
    while (waits()) if ((await visit(front, { ...buyer(1), waits })) === 'bought') bought += 1;
  };
  await Promise.all(Array.from({ length: 6 }, buy));
  return bought;
}

async function shopAtTheEdge({ front, pool }: Scene): Promise<Outcome[]> {
  const { there, outcomes } = await bringBuyers(front);
  let isOver = false;
  const late = buyWhatIsFree(front, () => !isOver);
  await bringToTheEdge(there, pool);
  const ended = await Promise.all(outcomes);
  isOver = true;
  console.log(`${await late} bought a unit that the others lost`);
  return ended;
}

test(`${buyers} buyers paying as their checkout expires each get an order or a cancelled payment, and no unit is sold twice`, async () => {
  const plan = { kills: 0, checkouts: buyers, stock: buyers, processes: 2, faults: 0, shopping: shopAtTheEdge };
  const { violations, figures, crashes } = await runChaos(plan);
  console.log(figures, violations);
  expect(crashes).toEqual([]);
  expect(violations).toEqual(allZero);
  expect(figures['buyers: bought'], 'both sides must win sometimes').toBeGreaterThan(0);
  expect(figures['buyers: refused expired'], 'both sides must win sometimes').toBeGreaterThan(0);
});
