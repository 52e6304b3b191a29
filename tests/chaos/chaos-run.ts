import { setTimeout as pause } from 'node:timers/promises';

import pg from 'pg';

import { newPostgresDatabase } from '../support/postgres-database.ts';
import { freePort, type Cluster } from '../support/postgres-cluster.ts';
import { visit, type Manner, type Outcome } from './buyer.ts';
import { buildShop, loadShopProcess, type ShopProcess } from './shop-process.ts';
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
  /** How long a buyer tries before giving up. */
  patienceMs?: number;
  /** In the end the time of every checkout is up, of the paid ones too. */
  endsAll?: boolean;
  /** A database of its own that crashes where else the shop is killed. */
  cluster?: Cluster;
  /** How long it runs undisturbed; drawn anew each time when not given. */
  pauseMs?: number;
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

function mannerOf({ vanish = 0.5, patienceMs = 30_000 }: Plan): Manner {
  return {
    patienceMs,
    quantity: draw([1, 1, 1, 2, 3]),
    code: draw([null, null, null, 'LIMITED', 'GLOW10']),
    submitsTwice: Math.random() < 0.3,
    vanishesAfterPaying: Math.random() < vanish,
    leavesBeforePaying: Math.random() < 0.1,
    cards: draw([[pays], [pays], [pays], [pays], [declined, pays], [processes], [answerLost]]),
  };
}

/** Ends the time of every live checkout that nobody paid (or of all), and lets the provider repeat what was not accepted. */
async function hurry(pool: pg.Pool, endsAll: boolean): Promise<void> {
  const kept = endsAll ? ['processing'] : ['succeeded', 'processing'];
  await pool.query(
    `update checkouts c set expires_at = now() - interval '1 second'
    where state in ('open', 'awaiting_payment', 'payment_processing') and not exists (select from sandbox_intents i
      where i.id = c.payment_intent_id and i.body->>'status' = any($1))`,
    [kept],
  );
  await pool.query(`update sandbox_events set next_at = now() where delivered_at is null`);
}

async function settled(pool: pg.Pool, stock: number, { settleMs = 60_000, endsAll = false }: Plan): Promise<Verdict> {
  const until = Date.now() + settleMs;
  for (;;) {
    await hurry(pool, endsAll);
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

type Processes = {
  replace(faults: number, whileNoneRuns?: () => Promise<void>): Promise<void>;
  end(): Promise<void>;
  crashes: string[];
};

/** The shop's processes, one at a time, the next loaded while the last one runs. */
function processesOf(load: (faults: number) => ShopProcess): Processes {
  let running: ShopProcess | undefined;
  let next: { faults: number; process: ShopProcess } | undefined;
  const crashes: string[] = [];
  const end = async (process: ShopProcess | undefined) => {
    const failure = process?.failure() ?? null;
    if (failure !== null) crashes.push(failure);
    await process?.kill();
  };
  return {
    crashes,
    async replace(faults, whileNoneRuns) {
      if (next?.faults !== faults) {
        await end(next?.process);
        next = { faults, process: load(faults) };
      }
      await end(running);
      await whileNoneRuns?.();
      running = next.process;
      await running.open();
      next = { faults, process: load(faults) };
    },
    async end() {
      await end(running);
      await end(next?.process);
    },
  };
}

async function shopAmid(plan: Plan, url: string, productId: string, disturb: () => Promise<void>): Promise<Outcome[]> {
  const visits: Promise<Outcome>[] = [];
  for (let killed = 0; killed < plan.kills; killed += 1) {
    const due = Math.ceil((plan.checkouts * (killed + 1)) / plan.kills);
    while (visits.length < due) visits.push(visit(url, productId, mannerOf(plan)));
    await pause(plan.pauseMs ?? 200 + 2_500 * Math.random() ** 2);
    await disturb();
  }
  return Promise.all(visits);
}

/** Kills a shop again and again while buyers pay; when the last has left and the faults are off, counts what went wrong. */
export async function runChaos(plan: Plan): Promise<Run> {
  const begun = Date.now();
  const shop = await buildShop(plan.mutants ?? []);
  const { cluster } = plan;
  const { url: databaseUrl, drop } =
    cluster === undefined ? await newPostgresDatabase() : { url: cluster.url, drop: cluster.stop };
  const port = await freePort();
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  pool.on('error', () => undefined);
  const processes = processesOf((faults) => loadShopProcess({ script: shop.script, port, databaseUrl, faults }));
  try {
    await processes.replace(faultProbability);
    // Fewer units than the buyers want, so that some find it sold out.
    const stock = Math.ceil(plan.checkouts * 1.3);
    const productId = await prepare(pool, stock, plan.copies ?? [0, 1, 5]);
    const kill = () => processes.replace(faultProbability, () => forgetTurns(pool));
    const outcomes = await shopAmid(plan, `http://127.0.0.1:${port}`, productId, cluster?.restart ?? kill);
    const shopped = Date.now();
    await processes.replace(0, async () => {
      await forgetTurns(pool);
      await hurry(pool, plan.endsAll ?? false);
    });
    const verdict = await settled(pool, stock, plan);
    const seconds = {
      'seconds of shopping': (shopped - begun) / 1_000,
      'seconds to settle': (Date.now() - shopped) / 1_000,
    };
    const figures = { kills: plan.kills, ...countOf(outcomes), ...(await happeningsOf(pool)), ...seconds };
    return { verdict, figures, crashes: processes.crashes };
  } finally {
    await processes.end();
    await pool.end();
    await drop();
    shop.remove();
  }
}
