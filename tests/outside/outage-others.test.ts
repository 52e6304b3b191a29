import { setTimeout as pause } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { plainBuyer, visit, type BuyerBehavior, type Outcome, type Shopfront } from '../chaos/buyer.ts';
import { startMailServer, type MailServer } from '../support/mail-server.ts';
import { freePort } from '../support/postgres-cluster.ts';
import { startOutsidePostgres, type OutsidePostgres } from './support/outside-postgres.ts';
import { startOutsideShop, type OutsideShop } from './support/outside-shop.ts';
import { startProvider } from './support/sandbox-process.ts';
import { untilTrue } from './support/steady-load.ts';

const seconds = process.env.CHAOS_OUTAGES === undefined ? 10 : 60;
const perSecond = 2;
const maxLinesAMinute = 10;

let database: OutsidePostgres;
let provider: Awaited<ReturnType<typeof startProvider>>;
let mail: MailServer;
let shop: OutsideShop;
let front: Shopfront;
beforeAll(async () => {
  database = await startOutsidePostgres();
  mail = await startMailServer();
  const port = await freePort();
  provider = await startProvider(`http://127.0.0.1:${port}/api/stripe-webhook`);
  const settings = { ...provider.settings, PORT: String(port), SMTP_URL: mail.url, RATE_LIMITS: 'off' };
  shop = await startOutsideShop({ databaseUrl: database.url, settings });
  await database.ask('update products set on_hand = 1000000');
  const [product] = await database.ask<{ id: string }>('select id from products where is_active limit 1');
  front = { urls: [shop.url], productId: product?.id ?? '', paymentsUrl: provider.url, waits: [], confirmedOrders: [] };
});
afterAll(async () => {
  await shop.stop();
  await provider.stop();
  await mail.stop();
  await database.stop();
});

const buyer: BuyerBehavior = { ...plainBuyer, giveUpAfterMs: seconds * 1_000 + 60_000 };

/** Runs buyers at a steady pace while `lasting` runs. */
async function buyersDuring(lasting: () => Promise<unknown>): Promise<Outcome[]> {
  const visits: Promise<Outcome>[] = [];
  const timer = setInterval(() => visits.push(visit(front, buyer)), 1_000 / perSecond);
  await lasting();
  clearInterval(timer);
  return Promise.all(visits);
}

async function readings() {
  const { ownDescriptors: descriptors } = await shop.readings();
  return { descriptors, connections: await database.connections() };
}

const without: [string, () => Promise<unknown> | void, () => Promise<unknown> | void][] = [
  ['payment provider that says nothing', () => provider.signal('SIGSTOP'), () => provider.signal('SIGCONT')],
  ['mail server that refuses connections', () => mail.refuseConnections(), () => mail.acceptConnections()],
  ['mail server that says nothing', () => mail.behave({ slowMs: 5_000 }), () => mail.behave()],
];

test.each(without)(`a %s for ${seconds} s only delays requests, and is retried slowly`, async (_what, begin, end) => {
  await buyersDuring(() => pause(3_000));
  const before = await readings();
  const logged = shop.log().length;
  const outcomes = await buyersDuring(async () => {
    await begin();
    await pause(seconds * 1_000);
    await end();
  });
  expect(outcomes.filter((outcome) => outcome !== 'bought')).toEqual([]);
  const isMailed = async () =>
    new Set(mail.taken.map(({ mail: { subject } }) => subject)).size >= (front.confirmedOrders ?? []).length;
  await untilTrue('every order is confirmed', 120_000, isMailed);
  const isCalm = async () => {
    const { descriptors, connections } = await readings();
    return descriptors <= before.descriptors + 2 && connections <= before.connections + 1;
  };
  await untilTrue('connections and descriptors are as before', 60_000, isCalm);
  const lines = shop.log().slice(logged).split('\n').filter(Boolean);
  expect(lines.length, lines.slice(0, 3).join('\n')).toBeLessThanOrEqual(maxLinesAMinute * Math.ceil(1 + seconds / 60));
  expect(shop.failures()).toEqual([]);
});
