import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

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
 * Creates a cart, a quote, a mail and an order of ten days ago: too recent for retention or
 * completion.
 */
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

/** True once every retention task has run in the shop with the wrong clock. */
const hasRun = async () => (await database.ask('select from retention_runs')).length >= 18;

const all = { carts: 1, checkouts: 1, quotes: 1, mails: 1 };

test('a process whose clock is 800 days ahead erases nothing, stays ready, and warns that its clock differs', async () => {
  expect(library, 'the package faketime is installed').not.toBe('');
  const plain = await startOutsideShop({ databaseUrl: database.url });
  await plain.stop();
  await database.ask('delete from retention_runs');
  await givenYoungRows();
  const { shop, setClock } = await startShopWithClock('+800d');
  try {
    await untilTrue('retention has run', 60_000, hasRun).catch((error: unknown) => {
      throw new Error(shop.log().slice(-3_000), { cause: error });
    });
    expect(await youngRows()).toEqual(all);
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
    expect(shop.failures()).toEqual([]);
  } finally {
    await shop.stop();
  }
});
