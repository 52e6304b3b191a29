import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { stock } from '../../bench/support/busy-shop.ts';
import { newGuest } from '../../bench/support/guest-shopper.ts';
import { callsTo } from '../../bench/support/shop-calls.ts';
import { startOutsidePostgres, type OutsidePostgres } from './support/outside-postgres.ts';
import { startOutsideShop } from './support/outside-shop.ts';
import { untilTrue } from './support/steady-load.ts';

const [library = ''] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1');

let database: OutsidePostgres;
let folder: string;
beforeAll(async () => {
  database = await startOutsidePostgres();
  folder = mkdtempSync(join(tmpdir(), 'halorosa-clock-'));
});
afterAll(async () => {
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Starts a shop whose wall clock is set by hand, as NTP or a person would. Its timers are
 * unaffected.
 */
async function startShopWithClock(offset: string) {
  const file = join(folder, 'clock');
  const setClock = (to: string) => writeFileSync(file, `${to}\n`);
  setClock(offset);
  const faketime = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
    FAKETIME_XRESET: '1',
  };
  const shop = await startOutsideShop({ databaseUrl: database.url, settings: { RATE_LIMITS: 'off', ...faketime } });
  return { shop, setClock };
}

type Ready = { status: string; warnings?: string[] };

async function readyOf(url: string): Promise<Ready & { code: number }> {
  const answer = await fetch(`${url}/readyz`);
  return { code: answer.status, ...((await answer.json()) as Ready) };
}

/**
 * Sells two orders. The return window of the one delivered ten days ago is open; that of the one
 * delivered 100 days ago is closed.
 */
async function givenDeliveredOrders(port: number): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { call, end } = callsTo(port, 1);
  try {
    const goods = await stock(client);
    for (const days of [10, 100]) {
      await newGuest(call, goods).checkOut();
      const at = `now() - interval '${days} days'`;
      await database.ask(`update orders set status = 'delivered', placed_at = ${at}, shipped_at = ${at}, delivered_at = ${at}
        where delivered_at is null`);
    }
  } finally {
    end();
    await client.end();
  }
}

/** Returns the delivered orders, newest first, with their customers. */
const deliveredOrders = () =>
  database.ask(`select status, customer ->> 'firstName' as name, email like 'guest-%@example.com' as "hasEmail",
    shipping_address ->> 'street' as street from orders where delivered_at is not null order by delivered_at desc`);

const contact = { name: 'Mia', hasEmail: true, street: '1 Market Street' };
const [youngOrder, oldOrder] = [
  { status: 'delivered', ...contact },
  { status: 'completed', ...contact },
];

/** Creates a cart, a quote and a mail of ten days ago: too recent for retention. */
async function givenYoungRows(): Promise<void> {
  await database.ask(`insert into carts (token_hash, updated_at) values ('young', now() - interval '10 days')`);
  await database.ask(`with one as (insert into checkouts (cart_id, visitor_ip, order_number, state, expires_at, created_at)
    values (gen_random_uuid(), '192.0.2.7', 'HR-YOUNG', 'expired', now() - interval '10 days', now() - interval '10 days') returning id)
    insert into checkout_snapshots (checkout_id, version, body, total_cents)
    select id, 1, '{"contact": {"email": "mia@example.com"}}', 5900 from one`);
  await database.ask(`insert into mails (kind, content, created_at, state, message_id, to_address, html, text)
    values ('x', null, now() - interval '10 days', 'sent', '<young@x>', 'mia@example.com', 'Mia', 'Mia')`);
}

async function youngRows(): Promise<unknown> {
  const [row] = await database.ask(`select (select count(*)::int from carts where token_hash = 'young') as carts,
    (select count(*)::int from checkouts where visitor_ip = '192.0.2.7') as checkouts,
    (select count(*)::int from checkout_snapshots where body -> 'contact' ->> 'email' = 'mia@example.com') as quotes,
    (select count(*)::int from mails where text = 'Mia') as mails`);
  return row;
}

/**
 * True once the shop with the wrong clock has run every retention task, and has completed the order
 * whose return window is closed.
 */
const hasRun = async () => {
  const [runs, completed] = [`select from retention_runs`, `select from orders where status = 'completed'`];
  return (await database.ask(runs)).length >= 18 && (await database.ask(completed)).length > 0;
};

const all = { carts: 1, checkouts: 1, quotes: 1, mails: 1 };

test('a process whose clock is 800 days ahead erases nothing, completes no order early, stays ready, and warns that its clock differs', async () => {
  expect(library, 'the package faketime is installed').not.toBe('');
  const plain = await startOutsideShop({ databaseUrl: database.url });
  await givenDeliveredOrders(plain.port);
  await plain.stop();
  await database.ask('delete from retention_runs');
  await givenYoungRows();
  const { shop, setClock } = await startShopWithClock('+800d');
  try {
    await untilTrue('retention has run', 60_000, hasRun).catch((error: unknown) => {
      throw new Error(shop.log().slice(-3_000), { cause: error });
    });
    expect(await youngRows()).toEqual(all);
    expect(await deliveredOrders()).toEqual([youngOrder, oldOrder]);
    expect(shop.log()).toContain('800 days ahead of the clock of the database');
    const warning = expect.stringContaining('800 days ahead of the clock of the database') as string;
    expect(await readyOf(shop.url)).toEqual({
      code: 200,
      status: 'ready',
      warnings: expect.arrayContaining([warning]) as string[],
    });
    setClock('+0');
    await untilTrue(
      'the clock is right',
      60_000,
      async () => !(await readyOf(shop.url)).warnings?.some((one) => one.includes('clock')),
    );
    setClock('-3h');
    await untilTrue(
      'the clock is behind',
      60_000,
      async () => (await readyOf(shop.url)).warnings?.some((one) => one.includes('behind')) === true,
    );
    expect(await youngRows()).toEqual(all);
    expect(await deliveredOrders()).toEqual([youngOrder, oldOrder]);
    expect(shop.failures()).toEqual([]);
  } finally {
    await shop.stop();
  }
});
