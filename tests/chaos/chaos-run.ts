import { setTimeout as pause } from 'node:timers/promises';

import pg from 'pg';

import { newPostgresDatabase } from '../support/postgres-database.ts';
import { freePort, type Cluster } from '../support/postgres-cluster.ts';
import type { MailServer } from '../support/mail-server.ts';
import { visit, type BuyerBehavior, type Outcome, type Shopfront } from './buyer.ts';
import { processSlot, type ProcessSlot } from './process-slot.ts';
import { buildShop, loadShopProcess } from './shop-process.ts';
import {
  happeningsOf,
  mailViolationsOf,
  shareOf,
  violationsOf,
  watchReservations,
  type Violations,
} from './invariants.ts';

export type Plan = {
  kills: number;
  checkouts: number;
  /** Processes on the one database, each killed independently. */
  processes?: number;
  /** Units in stock. Default: fewer than the buyers want, so that some find it sold out. */
  stock?: number;
  /** Mail server that the shop sends to. Unset: mails stay in the shop. */
  mailServer?: MailServer;
  /** Runs the buyers. Default: they shop while processes are killed. */
  shopping?(scene: Scene): Promise<Outcome[]>;
  /** Probability of each fault of the provider. */
  faults?: number;
  /** Names of mutants to plant, including removed safety nets. */
  mutants?: readonly string[];
  /** Numbers of deliveries of an event by the provider. One is drawn per event. */
  copies?: readonly number[];
  /** Share of buyers who never ask for their order. */
  vanish?: number;
  /** Milliseconds before a buyer gives up. Default: longer than a checkout's lease. */
  giveUpAfterMs?: number;
  /** True if every checkout expires at the end, including paid ones. */
  endsAll?: boolean;
  /** Separate database cluster that crashes instead of the shop's processes. */
  cluster?: Cluster;
  /**
   * Undisturbed milliseconds between faults. Default: drawn each time, in proportion to the last
   * restart. A slow machine then does as much between two faults as a fast one.
   */
  pauseMs?: number;
  /** Maximum time for the shop to settle, in milliseconds. */
  settleMs?: number;
};

export type Scene = { plan: Plan; front: Shopfront; pool: pg.Pool; disturbances: (() => Promise<void>)[] };

export type Run = { violations: Violations; figures: Record<string, number>; crashes: string[] };

/**
 * Prepares the database. Event deliveries are shuffled, repeated or dropped by chance. Triggers
 * record which process holds a lease and which one is sending a mail. Adds one product and one
 * scarce code.
 */
async function prepare(pool: pg.Pool, stock: number, copies: readonly number[]): Promise<string> {
  await watchReservations(pool);
  await pool.query(`
    create function shuffle_event() returns trigger language plpgsql as $$ begin
      new.copies := (array[${copies.join()}])[1 + floor(random() * ${copies.length})::int];
      new.next_at := now() + random() * interval '1.5 seconds';
      return new;
    end $$;
    create trigger shuffle_events before insert on sandbox_events for each row execute function shuffle_event();
    alter table checkouts add column process text;
    create function name_process() returns trigger language plpgsql as $$ begin
      new.process := current_setting('application_name');
      return new;
    end $$;
    create trigger name_process before insert or update of busy_until on checkouts for each row
      when (new.busy_until is not null) execute function name_process();
    alter table mails add column trying text, add column sent_by text, add column interrupted int not null default 0;
    create function note_try() returns trigger language plpgsql as $$ begin
      new.trying := case when new.attempts > old.attempts then current_setting('application_name') end;
      if new.state = 'sent' then new.sent_by := current_setting('application_name'); end if;
      return new;
    end $$;
    create trigger note_try before update on mails for each row execute function note_try();
    insert into discount_codes (code, name, type, value, max_uses) values ('LIMITED', 'Ten uses', 'percent', 1000, 10)`);
  const { rows } = await pool.query<{ id: string }>('update products set on_hand = $1 returning id', [stock]);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('the shop has no product');
  return id;
}

const usualFaults = 0.03;

function draw<T>(choices: readonly [T, ...T[]]): T {
  return choices[Math.floor(Math.random() * choices.length)] ?? choices[0];
}

const pays = '4242424242424242';
const declined = '4000000000000002';
const processes = '4000000000000077';
const responseLost = '4000000000003220';

function randomBuyer({ vanish = 0.5, giveUpAfterMs: timeoutMs = 60_000 }: Plan): BuyerBehavior {
  return {
    giveUpAfterMs: timeoutMs,
    quantity: draw([1, 1, 1, 2, 3]),
    code: draw([null, null, null, 'LIMITED', 'GLOW10']),
    submitsTwice: Math.random() < 0.3,
    vanishesAfterPaying: Math.random() < vanish,
    leavesBeforePaying: Math.random() < 0.1,
    cards: draw([[pays], [pays], [pays], [pays], [declined, pays], [processes], [responseLost]]),
  };
}

/** Expires live checkouts that nobody paid, or all of them. Makes lookups, events and mails due. */
export async function makeDue(pool: pg.Pool, endsAll: boolean): Promise<void> {
  const excluded = endsAll ? ['processing'] : ['succeeded', 'processing'];
  // From now on the shop's own clocks decide: a reservation may outlive this moment by 30 s.
  await pool.query(
    `update checkouts c set expires_at = now() - interval '1 second', next_check_at = now()
    where state in ('open', 'awaiting_payment', 'payment_processing') and expires_at > now()
    and not exists (select from sandbox_intents i where i.id = c.payment_intent_id and i.body->>'status' = any($1))`,
    [excluded],
  );
  await pool.query(`update checkouts c set next_check_at = now()
    where state in ('open', 'awaiting_payment', 'payment_processing') and next_check_at > now() and exists (
      select from sandbox_intents i where i.id = c.payment_intent_id and i.body->>'status' in ('succeeded', 'processing'))`);
  await pool.query(`update sandbox_events set next_at = now() where delivered_at is null`);
  await pool.query(`update pgboss.job set start_after = now() where name = 'send-mail' and state = 'retry'`);
}

async function settled(pool: pg.Pool, stock: number, plan: Plan): Promise<Violations> {
  const { settleMs = 60_000, endsAll = false, mailServer } = plan;
  const until = Date.now() + settleMs;
  for (;;) {
    await makeDue(pool, endsAll);
    const mails = mailServer === undefined ? {} : await mailViolationsOf(pool, mailServer);
    const violations = { ...(await violationsOf(pool, stock)), ...mails };
    const isDone = Object.values(violations).every((count) => count === 0);
    const { rows } = await pool.query(`select from checkouts
      where state in ('open', 'awaiting_payment', 'payment_processing') limit 1`);
    if ((isDone && rows.length === 0) || Date.now() > until) return violations;
    await pause(500);
  }
}

/**
 * Releases the leases of a dead process, as 30 s without it would. Counts its interrupted mails.
 */
async function releaseLeases(pool: pg.Pool, process: string): Promise<void> {
  await pool.query('update mails set interrupted = interrupted + 1 where trying = $1', [process]);
  await pool.query('update checkouts set busy_until = null where busy_until is not null and process = $1', [process]);
}

/**
 * Requeues jobs that dead processes had begun, as 10 s without them would. Call only when no
 * process lives.
 */
async function forgetJobs(pool: pg.Pool): Promise<void> {
  await pool.query(`update pgboss.job set state = 'retry', start_after = now() where state = 'active'`);
}

function countOf(outcomes: readonly Outcome[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) counts[`buyers: ${outcome}`] = (counts[`buyers: ${outcome}`] ?? 0) + 1;
  return counts;
}

/** Runs buyers while each process is disturbed at random moments. */
async function shopDuringDisturbances({ plan, front, disturbances }: Scene): Promise<Outcome[]> {
  const visits: Promise<Outcome>[] = [];
  let killed = 0;
  const trouble = async (disturb: () => Promise<void>) => {
    let restartMs = 1_000;
    while (killed < plan.kills) {
      killed += 1;
      const due = Math.ceil((plan.checkouts * killed) / plan.kills);
      while (visits.length < due) visits.push(visit(front, randomBuyer(plan)));
      await pause(plan.pauseMs ?? restartMs * (0.2 + 2.5 * Math.random() ** 2));
      const begun = performance.now();
      await disturb();
      restartMs = Math.max(1_000, performance.now() - begun);
    }
  };
  const ends = await Promise.allSettled(disturbances.map(trouble));
  const failed = ends.find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return Promise.all(visits);
}

type Given = { plan: Plan; script: string; databaseUrl: string; crashes: string[] };

async function slotsOf({ plan, script, databaseUrl, crashes }: Given): Promise<ProcessSlot[]> {
  return Promise.all(
    Array.from({ length: plan.processes ?? 1 }, async (_, place) => {
      const name = `shop-${place + 1}`;
      const port = await freePort();
      const named = new URL(databaseUrl);
      named.searchParams.set('application_name', name);
      const start = { script, port, databaseUrl: named.href, smtpUrl: plan.mailServer?.url };
      const load = (faults: number) => loadShopProcess({ ...start, faults });
      return processSlot({ url: `http://127.0.0.1:${port}`, name, load, crashes });
    }),
  );
}

async function openAll(slots: readonly ProcessSlot[], faults: number): Promise<void> {
  await Promise.all(slots.map((slot) => slot.open(faults)));
}

/**
 * Returns the repeated disturbances: each slot's process is killed, or the shared database crashes.
 */
function disturbancesOf(slots: readonly ProcessSlot[], pool: pg.Pool, { cluster, faults = usualFaults }: Plan) {
  if (cluster !== undefined) return [cluster.restart];
  return slots.map((slot) => async () => {
    await slot.kill();
    await releaseLeases(pool, slot.name);
    await slot.open(faults);
  });
}

/** Restarts all processes without faults, so that everything can settle. */
async function openUndisturbed(slots: readonly ProcessSlot[], pool: pg.Pool, { endsAll = false }: Plan): Promise<void> {
  await Promise.all(slots.map((slot) => slot.kill()));
  for (const { name } of slots) await releaseLeases(pool, name);
  await forgetJobs(pool);
  await makeDue(pool, endsAll);
  await openAll(slots, 0);
}

async function play(plan: Plan, slots: readonly ProcessSlot[], pool: pg.Pool): Promise<Omit<Run, 'crashes'>> {
  const begun = Date.now();
  await openAll(slots, plan.faults ?? usualFaults);
  const stock = plan.stock ?? Math.ceil(plan.checkouts * 1.3);
  const productId = await prepare(pool, stock, plan.copies ?? [0, 1, 5]);
  const front: Shopfront = { urls: slots.map(({ url }) => url), productId, waits: [] };
  const disturbances = disturbancesOf(slots, pool, plan);
  const outcomes = await (plan.shopping ?? shopDuringDisturbances)({ plan, front, pool, disturbances });
  const shopped = Date.now();
  await openUndisturbed(slots, pool, plan);
  const violations = await settled(pool, stock, plan);
  const seconds = {
    'seconds of shopping': (shopped - begun) / 1_000,
    'seconds to settle': (Date.now() - shopped) / 1_000,
    'slowest answer in seconds': front.waits.reduce((slowest, wait) => Math.max(slowest, wait), 0) / 1_000,
  };
  const happened = { ...(await happeningsOf(pool)), ...(await shareOf(pool)) };
  return { violations, figures: { kills: plan.kills, ...countOf(outcomes), ...happened, ...seconds } };
}

/**
 * Kills a shop repeatedly while buyers pay. After the last buyer, turns faults off and counts
 * violations.
 */
export async function runChaos(plan: Plan): Promise<Run> {
  const shop = await buildShop(plan.mutants);
  const { cluster } = plan;
  const { url: databaseUrl, drop } =
    cluster === undefined ? await newPostgresDatabase() : { url: cluster.url, drop: cluster.stop };
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  pool.on('error', () => undefined);
  const crashes: string[] = [];
  const slots = await slotsOf({ plan, script: shop.script, databaseUrl, crashes });
  try {
    return { ...(await play(plan, slots, pool)), crashes };
  } finally {
    await Promise.all(slots.map((slot) => slot.end()));
    await pool.end();
    await drop();
    shop.remove();
  }
}
