import { setTimeout as pause } from 'node:timers/promises';

import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { plainBuyer, visit, type BuyerBehavior, type Outcome, type Shopfront } from '../chaos/buyer.ts';
import { violationsOf } from '../chaos/invariants.ts';
import { startOutsidePostgres, type OutsidePostgres } from './support/outside-postgres.ts';
import { startOutsideShop, type OutsideShop } from './support/outside-shop.ts';
import { untilTrue } from './support/steady-load.ts';

const kills = Number(process.env.CHAOS_OUTAGE_KILLS ?? 2);
const buyersPerKill = 6;
const stock = 10_000;

let database: OutsidePostgres;
let shop: OutsideShop;
beforeAll(async () => {
  database = await startOutsidePostgres();
  const settings = { RATE_LIMITS: 'off', LOG_LEVEL: 'warn' };
  shop = await startOutsideShop({ databaseUrl: database.url, settings });
});
afterAll(async () => {
  await shop.stop();
  await database.stop();
});

const buyer = (number: number): BuyerBehavior => ({
  ...plainBuyer,
  submitsTwice: number % 3 === 0,
  vanishesAfterPaying: number % 3 === 1,
  giveUpAfterMs: 90_000,
});

/**
 * Violations that must be zero whatever happened to the database. The others are zero only after
 * checkouts have expired.
 */
const paid = [
  'paid intents without an order',
  'checkouts with two orders',
  'checkouts charged twice',
  'unpaid orders marked paid',
  'orders with a wrong amount',
  'orders held for review',
  'orders without exactly one mail',
  'mails without an order',
  'units sold beyond stock or lost',
];

async function foundViolations(): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  const violations = await violationsOf(pool, stock);
  await pool.end();
  return paid.filter((name) => violations[name] !== 0).map((name) => `${name}: ${violations[name]}`);
}

test(
  `a database killed ${kills} times during checkouts loses no paid order and leaks no connection or socket`,
  { retry: 0 },
  async () => {
    const [product] = await database.ask<{ id: string }>('select id from products where is_active limit 1');
    await database.ask(`update products set on_hand = ${stock}`);
    const front: Shopfront = { urls: [shop.url], productId: product?.id ?? '', waits: [] };
    await Promise.all(Array.from({ length: buyersPerKill }, (_, number) => visit(front, buyer(number))));
    const before = { ...(await shop.readings()), connections: await database.connections() };
    const visits: Promise<Outcome>[] = [];
    for (let kill = 0; kill < kills; kill += 1) {
      while (visits.length < buyersPerKill * (kill + 1)) visits.push(visit(front, buyer(visits.length)));
      await pause(1_000 + 150 * (kill % 7));
      await database.goAway();
      await pause(kill % 2 === 0 ? 500 : 3_000);
      await database.comeBack();
    }
    const outcomes = await Promise.all(visits);
    const settledMs = await untilTrue(
      'all is settled',
      120_000,
      async () => (await foundViolations()).length === 0,
    ).catch(() => -1);
    const isCalm = async () => (await shop.readings()).ownDescriptors <= before.ownDescriptors + 2;
    await untilTrue('descriptors are as before', 20_000, isCalm).catch(() => undefined);
    const after = { ...(await shop.readings()), connections: await database.connections() };
    const slowest = Math.round(Math.max(...front.waits));
    console.log({ kills, before, after, settledMs, slowest, logged: shop.log().split('\n').length });
    expect(await foundViolations()).toEqual([]);
    expect(outcomes.filter((outcome) => outcome !== 'bought' && outcome !== 'vanished')).toEqual([]);
    expect(after.connections).toBeLessThanOrEqual(before.connections);
    expect(after.ownDescriptors).toBeLessThanOrEqual(before.ownDescriptors + 2);
    expect(slowest).toBeLessThan(10_000);
    expect(shop.failures()).toEqual([]);
  },
);
