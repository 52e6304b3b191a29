import pg from 'pg';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';

import { stock } from '../../bench/support/busy-shop.ts';
import { newGuest, type Goods } from '../../bench/support/guest-shopper.ts';
import { callsTo, type Call } from '../../bench/support/shop-calls.ts';
import { fillTables, tablesOf } from '../support/sample-rows.ts';
import { nextVersion } from '../support/migrations-folder.ts';
import { startCluster, type Cluster } from '../support/postgres-cluster.ts';
import { startOutsideShop, type OutsideShop } from './support/outside-shop.ts';
import { recreatedSchema } from './support/recreated-schema.ts';
import { untilTrue } from './support/steady-load.ts';
import { startTimedSales } from './support/timed-sales.ts';
import { watchLocks } from './support/lock-watch.ts';

const orders = Number(process.env.MIGRATIONS_ORDERS ?? 20_000);
/**
 * Folder of a built previous version. Default: this version sells, and restarts as the next one.
 */
const before = process.env.UPGRADE_FROM ?? '.';
/** Number of sales at the previous version alone, and at both. */
const salesAround = 40;
const lockedMs = 1_000;
const timeoutSeconds = 1_500;

/** Tables to which every order adds rows. */
const grown = [
  'carts',
  'shopping_carts',
  'checkouts',
  'checkout_snapshots',
  'orders',
  'order_items',
  'order_events',
  'mails',
  'stripe_events',
];

let cluster: Cluster;
let client: pg.Client;
let shops: OutsideShop[] = [];
// A second try needs empty tables.
beforeEach(async () => {
  shops = [];
  cluster = await startCluster();
  client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
});
afterEach(async () => {
  for (const shop of shops) await shop.stop();
  await client.end();
  await cluster.stop();
});

async function startShop(folder: string): Promise<OutsideShop> {
  const settings = { TRUST_PROXY: 'true' };
  const limits = { seconds: 2 * timeoutSeconds };
  const shop = await startOutsideShop({
    databaseUrl: cluster.url,
    settings,
    limits,
    folder,
    startSeconds: timeoutSeconds,
  });
  shops.push(shop);
  return shop;
}

async function fill(): Promise<void> {
  const all = await tablesOf(client);
  await fillTables(client, { tables: all.filter(({ name }) => grown.includes(name)), rowsOf: () => orders });
  await client.query('update shopping_carts set product_id = (select id from products limit 1)');
}

type Waiting = { checkoutId: string; payAt(port: number): Promise<void> };

/** Guest with a checkout whose stored quote has no notes yet, as before a note was added. */
async function guestFromBeforeNotes(port: number, goods: Goods): Promise<Waiting> {
  let front = callsTo(port, 1);
  onTestFinished(() => front.end());
  const call: Call = (...request) => front.call(...request);
  const guest = newGuest(call, goods);
  await guest.addToCart();
  const checkoutId = (await guest.begin()).checkout.id;
  await client.query(`update checkout_snapshots set body = body - 'deliveryInstructions' where checkout_id = $1`, [
    checkoutId,
  ]);
  return {
    checkoutId,
    payAt: async (next) => {
      front.end();
      front = callsTo(next, 1);
      await guest.buy();
    },
  };
}

/** Query for what must be zero among the orders confirmed to guests. */
const wrong = `select $1 - count(*) as missing, count(*) filter (where payment_status <> 'paid' or hold_reason is not null) as unpaid
  from orders where email like 'guest-%'`;

test(`an upgrade that recreates the schema of ${orders} orders fails no request while the previous version makes 20 sales a second`, async () => {
  const old = await startShop(before);
  await fill();
  const goods = await stock(client);
  const waiting = await guestFromBeforeNotes(old.port, goods);
  const sales = startTimedSales(goods);
  onTestFinished(sales.stop);
  sales.buyAlsoAt(old.port);
  const untilSold = (many: number) =>
    untilTrue(`${many} sales`, 120_000, async () => sales.sales() + sales.failures.length >= many);
  await untilSold(salesAround);
  const alone = sales.figures();
  const tables = [...grown, 'customer_figures', 'products', 'reservations', 'discount_codes'];
  const folder = await nextVersion(await recreatedSchema(client, tables));
  const locks = await watchLocks(cluster.url, tables);
  const starting = startShop(folder);
  await starting.catch(() => undefined);
  const meanwhile = sales.figures();
  const [locked, forMs] = await locks.stop();
  const next = await starting;
  sales.buyAlsoAt(next.port);
  await waiting.payAt(next.port);
  await untilSold(salesAround);
  const both = sales.figures();
  await sales.stop();
  const sold = alone.sales + meanwhile.sales + both.sales + sales.sales() + 1;
  console.table({ 'the version before': alone, 'while the next one migrates': meanwhile, 'both versions': both });
  console.log({ locked, forMs, failures: sales.failures.length });
  expect(sales.failures).toEqual([]);
  const { rows: paid } = await client.query('select state from checkouts where id = $1', [waiting.checkoutId]);
  expect(paid, 'the checkout from before the notes').toEqual([{ state: 'completed' }]);
  expect((await client.query(wrong, [sold])).rows).toEqual([{ missing: '0', unpaid: '0' }]);
  expect(forMs).toBeLessThan(lockedMs);
  expect(shops.flatMap((shop) => shop.failures())).toEqual([]);
});
