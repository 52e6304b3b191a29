import { setTimeout as pause } from 'node:timers/promises';

import type { Pool } from 'pg';
import { PgBoss } from 'pg-boss';
import { expect, test } from 'vitest';

import { visit, type Manner, type Outcome } from './buyer.ts';
import { runChaos, type Scene } from './chaos-run.ts';
import { allZero } from './verdict.ts';

const buyers = Number(process.env.CHAOS_EDGE_BUYERS ?? 100);
const waiting = Math.ceil(buyers / 10);
/** Between the ends of two buyers' time. */
const apartMs = 40;
/** How far from the moment in which the shop ends a checkout its buyer pays, on either side. */
const marginMs = 500;

/** A buyer who has the last units in hand, or waits for them. */
const buyer = (place: number): Manner => ({
  quantity: 1,
  code: null,
  submitsTwice: place % 3 === 0,
  vanishesAfterPaying: place % 2 === 0,
  leavesBeforePaying: false,
  cards: ['4242424242424242'],
  patienceMs: 120_000,
});

/** Lets the jobs that end checkouts run all the time, as often as the processes look for work. */
async function endCheckoutsWhile({ pool }: Scene, isOver: () => boolean): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schedule: false,
    supervise: false,
  });
  boss.on('error', () => undefined);
  await boss.start();
  while (!isOver()) {
    await boss.send('sweep-expired-checkouts', {});
    await pause(250);
  }
  await boss.stop({ graceful: false });
}

/** Answers, for each buyer in turn, when the time is up; that begins when every one is at the payment form or has gone. */
function edgeOf(count: number) {
  const { promise, resolve } = Promise.withResolvers<number>();
  let there = 0;
  const arrive = () => {
    there += 1;
    if (there === count) resolve(Date.now() + 2_000);
  };
  return { arrive, endOf: async (place: number) => (await promise) + place * apartMs };
}

/** How many milliseconds after its end a checkout is ended at present. */
async function delayOf(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ seconds: string }>(`select
    coalesce(extract(epoch from now() - min(expires_at)), 0) as seconds from checkouts
    where state in ('open', 'awaiting_payment', 'payment_processing') and expires_at < now()`);
  return Number(rows[0]?.seconds ?? 0) * 1_000;
}

/** Buys about the moment in which the shop ends the checkout. */
async function buyAtTheEdge({ front, pool }: Scene, place: number, edge: ReturnType<typeof edgeOf>): Promise<Outcome> {
  let isThere = false;
  const arrive = () => {
    if (!isThere) edge.arrive();
    isThere = true;
  };
  const beforePaying = async (checkoutId: string) => {
    arrive();
    const end = await edge.endOf(place);
    await pool.query(`update checkouts set expires_at = to_timestamp($2) where id = $1`, [checkoutId, end / 1_000]);
    await pause(Math.max(0, end - marginMs - Date.now()));
    await pause((await delayOf(pool)) + 2 * marginMs * Math.random());
  };
  await pause(place * 30);
  return visit(front, { ...buyer(place), beforePaying }).finally(arrive);
}

/** Comes again until a unit is free, or the others have all gone. */
async function buyWhatIsLeft({ front }: Scene, place: number, isOver: () => boolean): Promise<Outcome> {
  for (;;) {
    const last = isOver();
    const outcome = await visit(front, { ...buyer(place), submitsTwice: false });
    if (outcome !== 'refused sold_out' || last) return outcome;
    await pause(400);
  }
}

async function shopAtTheEdge(scene: Scene): Promise<Outcome[]> {
  const edge = edgeOf(buyers);
  let [atTheEdgeOver, allOver] = [false, false];
  const first = Promise.all(Array.from({ length: buyers }, (_, place) => buyAtTheEdge(scene, place, edge)));
  await edge.endOf(0);
  const ending = endCheckoutsWhile(scene, () => allOver);
  const late = Array.from({ length: waiting }, (_, place) => buyWhatIsLeft(scene, place, () => atTheEdgeOver));
  const outcomes = await first;
  atTheEdgeOver = true;
  const lateOutcomes = await Promise.all(late);
  allOver = true;
  await ending;
  console.log(
    `${lateOutcomes.filter((one) => one === 'bought' || one === 'vanished').length} of ${waiting} who waited bought`,
  );
  return outcomes;
}

test(`of ${buyers} buyers who pay as their time is up each has an order or a cancelled payment, and no unit is sold twice`, async () => {
  const plan = { kills: 0, checkouts: buyers, stock: buyers, processes: 2, faults: 0, shopping: shopAtTheEdge };
  const { verdict, figures, crashes } = await runChaos(plan);
  console.log(figures, verdict);
  expect(crashes).toEqual([]);
  expect(verdict).toEqual(allZero);
  expect(figures['intents paid'], 'both sides must win sometimes').toBeGreaterThan(buyers / 10);
  expect(figures['buyers: refused expired'], 'both sides must win sometimes').toBeGreaterThan(0);
});
