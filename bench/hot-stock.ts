import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { openBusyShop, type BusyShop } from './support/busy-shop.ts';
import { median, report } from './support/bench-report.ts';
import type { Reserved, Turn } from './support/reserve-carts.ts';

const sizes = [1, 2, 4];
const concurrency = 8;
/** More carts per second than any process can reserve here. */
const cartsPerSecond = 4_000;

/** Inserts reference products: one per concurrent buyer, besides the contended one. */
const otherProducts = (id: string) => `
  insert into products (name, description, price_cents, image_url, features, specifications, on_hand)
  select 'Apart', p.description, p.price_cents, p.image_url, p.features, p.specifications, 1000000000
  from products p, generate_series(1, ${concurrency * Math.max(...sizes)}) where p.id = '${id}'`;

/** Inserts new carts with one line each, all of the contended product or of the others in turn. */
const newCarts = (isHot: boolean, id: string, seconds: number) => `
  with made as (
    insert into carts (token_hash) select gen_random_uuid()::text from generate_series(1, ${seconds * cartsPerSecond}) returning id
  ), sold as (
    select array_agg(id order by id) as ids from products where ${isHot ? `id = '${id}'` : `name = 'Apart'`}
  )
  insert into shopping_carts (cart_id, product_id, quantity)
  select id, ids[1 + (row_number() over ()) % array_length(ids, 1)], 1 from made, sold returning cart_id as id`;

/**
 * Counts by kind what the shop's database connections wait for while they reserve. Connections of
 * other programs and idle ones are left out.
 */
const waiting = `
  select case when wait_event_type = 'Lock' then 'row-lock' when wait_event in ('WALSync', 'WALWrite') then 'disk'
    when state = 'idle in transaction' then 'round-trips' when state = 'active' then 'work' end as kind
  from pg_stat_activity where application_name = 'shop' and datname = current_database() and state <> 'idle'`;

type Worker = { child: ChildProcess; reserve(turn: Turn): Promise<Reserved> };

async function startWorker(databaseUrl: string): Promise<Worker> {
  const child = fork(join(import.meta.dirname, 'support/reserve-carts.ts'), [databaseUrl], {
    execArgv: ['--import', join(import.meta.dirname, '../scripts/stub-asset-urls.mjs')],
  });
  process.once('exit', () => child.kill());
  await once(child, 'message');
  return {
    child,
    async reserve(turn) {
      const reply = once(child, 'message') as Promise<[Reserved]>;
      child.send(turn);
      return (await reply)[0];
    },
  };
}

/**
 * Samples what the active connections wait for until the work is done. Returns the share of each
 * kind.
 */
async function sharesDuring(shop: BusyShop, work: Promise<unknown>): Promise<Map<string, number>> {
  const seen: string[] = [];
  let isOver = false;
  const end = () => void (isOver = true);
  work.then(end, end);
  while (!isOver) {
    for (const { kind } of await shop.ask<{ kind: string | null }>(waiting)) if (kind !== null) seen.push(kind);
    await pause(20);
  }
  const kinds = ['row-lock', 'disk', 'round-trips', 'work'];
  return new Map(kinds.map((kind) => [kind, seen.filter((one) => one === kind).length / seen.length]));
}

/** Throws if units were reserved twice, or if the reserved units do not match the reservations. */
async function prove(shop: BusyShop, expected: number): Promise<void> {
  const [row] = await shop.ask<{ promised: number; reserved: number }>(
    `select (select sum(reserved) from products)::int as promised, (select sum(quantity) from reservations)::int as reserved`,
  );
  if (row?.promised === expected && row.reserved === expected) return;
  throw new Error(`${expected} reservations became ${JSON.stringify(row)}`);
}

/**
 * Reservations per second on one product, made by the transaction that starts a checkout. Runs 1, 2
 * and 4 processes with 8 buyers each. In the reference each buyer has a product of their own. The
 * wait shares show the bottleneck.
 * Options: `--rounds` (3) of `--seconds` (4).
 */
export async function run(args: string[]): Promise<void> {
  const options = { rounds: { type: 'string' }, seconds: { type: 'string' } } as const;
  const { values } = parseArgs({ args, options });
  const [rounds, seconds] = [Number(values.rounds ?? 3), Number(values.seconds ?? 4)];
  const shop = await openBusyShop({ isDurable: true });
  const { productId } = shop.goods;
  await shop.ask(otherProducts(productId));
  const workers = await Promise.all(Array.from({ length: Math.max(...sizes) }, () => startWorker(shop.databaseUrl)));
  let reserved = 0;
  const turn = async (size: number, isHot: boolean) => {
    const carts: string[][] = [];
    for (let number = 0; number < size; number += 1) {
      carts.push((await shop.ask<{ id: string }>(newCarts(isHot, productId, seconds))).map(({ id }) => id));
    }
    const work = Promise.all(
      workers.slice(0, size).map((one, i) => one.reserve({ carts: carts[i] ?? [], seconds, concurrency })),
    );
    const shares = await sharesDuring(shop, work);
    const done = await work;
    reserved += done.reduce((sum, { count }) => sum + count, 0);
    return { rate: done.reduce((sum, { perSecond }) => sum + perSecond, 0), shares };
  };
  await turn(Math.max(...sizes), true);
  for (const size of sizes) {
    const [hot, apart] = [[], []] as [Awaited<ReturnType<typeof turn>>[], number[]];
    for (let round = 0; round < rounds; round += 1) {
      hot.push(await turn(size, true));
      apart.push((await turn(size, false)).rate);
    }
    const value = median(hot.map(({ rate }) => rate));
    report({ name: `hot-stock:${size}`, value, unit: 'reservations/s', reference: median(apart) });
    for (const kind of hot[0]?.shares.keys() ?? []) {
      const share = median(hot.map(({ shares }) => shares.get(kind) ?? 0));
      report({ name: `hot-stock:${size}:${kind}`, value: share * 100, unit: '%' });
    }
  }
  await prove(shop, reserved);
  for (const { child } of workers) child.disconnect();
  await shop.close();
}
