import { setTimeout as pause } from 'node:timers/promises';

import pg from 'pg';

import { newPostgresDatabase } from '../support/postgres-database.ts';
import { freePort } from '../support/postgres-cluster.ts';
import { visit, type Manner, type Outcome } from './buyer.ts';
import { buildShop, startShopProcess, type ShopProcess } from './shop-process.ts';
import { happeningsOf, verdictOf, type Verdict } from './verdict.ts';

export type Plan = {
  kills: number;
  checkouts: number;
  /** Bugs planted and safety nets cut. */
  mutants?: readonly string[];
  /** How often the provider delivers an event; drawn anew for each. */
  copies?: readonly number[];
  /** Share of buyers who never ask for their order. */
  vanish?: number;
  /** How long the shop may take to settle. */
  settleMs?: number;
};

export type Run = { verdict: Verdict; figures: Record<string, number>; crashes: string[] };

const faultProbability = 0.03;

/** Lets the provider deliver as often as drawn and in no order, and gives the shop one product and one scarce code. */
async function prepare(pool: pg.Pool, stock: number, copies: readonly number[]): Promise<string> {
  await pool.query(`
    create function shuffle_event() returns trigger language plpgsql as $$ begin
      new.copies := (array[${copies.join()}])[1 + floor(random() * ${copies.length})::int];
      new.next_at := now() + random() * interval '1.5 seconds';
      return new;
    end $$;
    create trigger shuffle_events before insert on sandbox_events for each row execute function shuffle_event();
    insert into discount_codes (code, name, type, value, max_uses) values ('LIMITED', 'Ten uses', 'percent', 1000, 10)`);
  const { rows } = await pool.query<{ id: string }>('update products set on_hand = $1 returning id', [stock]);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('the shop has no product');
  return id;
}

function draw<T>(choices: readonly [T, ...T[]]): T {
  return choices[Math.floor(Math.random() * choices.length)] ?? choices[0];
}

const pays = '4242424242424242';
const declined = '4000000000000002';
const processes = '4000000000000077';
const answerLost = '4000000000003220';

function mannerOf(vanish: number): Manner {
  return {
    quantity: draw([1, 1, 1, 2, 3]),
    code: draw([null, null, null, 'LIMITED', 'GLOW10']),
    submitsTwice: Math.random() < 0.3,
    vanishesAfterPaying: Math.random() < vanish,
    leavesBeforePaying: Math.random() < 0.1,
    cards: draw([[pays], [pays], [pays], [pays], [declined, pays], [processes], [answerLost]]),
  };
}

/** Ends the time of every live checkout that nobody paid, and lets the provider repeat what was not accepted. */
async function hurry(pool: pg.Pool): Promise<void> {
  await pool.query(`update checkouts c set expires_at = now() - interval '1 second'
    where state in ('open', 'awaiting_payment', 'payment_processing') and not exists (select from sandbox_intents i
      where i.id = c.payment_intent_id and i.body->>'status' in ('succeeded', 'processing'))`);
  await pool.query(`update sandbox_events set next_at = now() where delivered_at is null`);
}

async function settled(pool: pg.Pool, stock: number, settleMs: number): Promise<Verdict> {
  const until = Date.now() + settleMs;
  for (;;) {
    await hurry(pool);
    const verdict = await verdictOf(pool, stock);
    const isDone = Object.values(verdict).every((count) => count === 0);
    const { rows } = await pool.query(`select from checkouts
      where state in ('open', 'awaiting_payment', 'payment_processing') limit 1`);
    if ((isDone && rows.length === 0) || Date.now() > until) return verdict;
    await pause(500);
  }
}

/** Ends the turns of a process that is dead, as 30 seconds without it would. */
async function forgetTurns(pool: pg.Pool): Promise<void> {
  await pool.query('update checkouts set busy_until = null where busy_until is not null');
}

function countOf(outcomes: readonly Outcome[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) counts[`buyers: ${outcome}`] = (counts[`buyers: ${outcome}`] ?? 0) + 1;
  return counts;
}

/** Kills a shop again and again while buyers pay; when the last has left and the faults are off, counts what went wrong. */
export async function runChaos(plan: Plan): Promise<Run> {
  const { kills, checkouts, mutants = [], copies = [0, 1, 5], vanish = 0.5, settleMs = 60_000 } = plan;
  const begun = Date.now();
  const shop = await buildShop(mutants);
  const { url: databaseUrl, drop } = await newPostgresDatabase();
  const port = await freePort();
  const start = (faults: number) => startShopProcess({ script: shop.script, port, databaseUrl, faults });
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  let running: ShopProcess | undefined;
  const crashes: string[] = [];
  const end = async () => {
    const failure = running?.failure() ?? null;
    if (failure !== null) crashes.push(failure);
    await running?.kill();
  };
  try {
    running = await start(faultProbability);
    // Fewer units than the buyers want, so that some find it sold out.
    const stock = Math.ceil(checkouts * 1.3);
    const productId = await prepare(pool, stock, copies);
    const visits: Promise<Outcome>[] = [];
    for (let killed = 0; killed < kills; killed += 1) {
      const due = Math.ceil((checkouts * (killed + 1)) / kills);
      while (visits.length < due) visits.push(visit(`http://127.0.0.1:${port}`, productId, mannerOf(vanish)));
      await pause(100 + Math.random() * 900);
      await end();
      await forgetTurns(pool);
      running = await start(faultProbability);
    }
    const outcomes = await Promise.all(visits);
    await end();
    await forgetTurns(pool);
    await hurry(pool);
    const shopped = Date.now();
    running = await start(0);
    const verdict = await settled(pool, stock, settleMs);
    const seconds = { shopping: (shopped - begun) / 1_000, settling: (Date.now() - shopped) / 1_000 };
    return { verdict, figures: { kills, ...countOf(outcomes), ...(await happeningsOf(pool)), ...seconds }, crashes };
  } finally {
    await end();
    await pool.end();
    await drop();
    shop.remove();
  }
}

