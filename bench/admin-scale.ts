import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { sql } from 'drizzle-orm';

import { demoAccounts } from '#content/demo-shop.ts';
import { countSalesDays } from '#modules/orders/sales-days.server.ts';
import { openDatabase } from '#platform/db/database.server.ts';
import { readSettings } from '#platform/env/settings.server.ts';
import { setTimeZone } from '#shared/shop-time.ts';

import { startShopServer, type ShopServer } from '../tests/e2e/support/shop-server.ts';
import { openCluster } from './support/bench-cluster.ts';
import { percentile, report } from './support/bench-report.ts';
import { createBenchDatabase, fillWithOrders, type BenchDatabase } from './support/fill-orders.ts';
import { measureOrderInserts } from './support/order-inserts.ts';

const seed = 7;

/** A query by an admin: the data of one page, as fetched by a link inside the shop. */
type Question = { name: string; path: (round: number, shop: Shop) => string };

type Shop = ShopServer & { cookie: string; orderNumbers: string[] };

/**
 * Search terms: prefixes and infixes of names, emails, phone numbers, ZIP codes and tracking
 * numbers. Some are rare, some frequent.
 */
const words =
  'mia,smith,emma wil,account1,zoe,garci,nora t,account77,uest123,a wil,415 55,54321,94103,9400112,mi'.split(',');
const word = (round: number) => encodeURIComponent(words[round % words.length] ?? '');
/** A year that ends so many days ago. */
const daysBack = (round: number) =>
  [round + 364, round].map((days) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10));
function yearBack(round: number): string {
  const [from, to] = daysBack(round);
  return `from=${from}&to=${to}&compare=last_year&mode=sandbox`;
}
/** Filters of the figures: frequent, rare and without any order. */
const figureKeys = ['source=direct', 'code=BACK-*', 'state=US+WY', 'device=tablet', 'code=NOBODY', 'source=-'];

/** Ends of phone numbers of the filled shop. */
const phoneEnds = 5_550_100;
const nth = (all: readonly string[], round: number) => all[round % all.length] ?? '';

const questions: readonly Question[] = [
  { name: 'orders', path: () => '/admin/orders.data' },
  { name: 'order-search', path: (round) => `/admin/orders.data?q=${word(round)}` },
  {
    name: 'order-detail',
    path: (round, { orderNumbers }) => `/admin/orders/${nth(orderNumbers, round)}.data`,
  },
  { name: 'dashboard', path: () => '/admin.data' },
  { name: 'customers', path: () => '/admin/customers.data' },
  { name: 'guests', path: () => '/admin/customers.data?kind=guests' },
  { name: 'customer-search', path: (round) => `/admin/customers.data?q=${word(round)}` },
  {
    name: 'customer-of-order',
    path: (round, { orderNumbers }) => `/admin/customers.data?q=${nth(orderNumbers, round)}`,
  },
  { name: 'customer-phone', path: (round) => `/admin/customers.data?q=${phoneEnds + round}` },
  { name: 'analytics', path: () => '/admin/analytics.data' },
  { name: 'figures-year', path: (round) => `/admin/analytics.data?${yearBack(round)}` },
  {
    name: 'orders-of-figure',
    path: (round) => `/admin/orders.data?${yearBack(round)}&counted=sold&${nth(figureKeys, round)}`,
  },
  { name: 'refunded-orders', path: (round) => `/admin/orders.data?refunded=${daysBack(round).join('_')}&mode=sandbox` },
  { name: 'books', path: () => '/admin/books.data' },
  { name: 'returns', path: () => '/admin/returns.data' },
];

async function adminCookie(url: string): Promise<string> {
  const { email, password } = demoAccounts[0] ?? { email: '', password: '' };
  const headers = { 'content-type': 'application/json', origin: url };
  const body = JSON.stringify({ email, password });
  const answer = await fetch(`${url}/api/auth/sign-in/email`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`sign-in answered ${answer.status}`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** Milliseconds until the complete response. Null if this shop does not have the page. */
async function ask(shop: Shop, path: string): Promise<number | null> {
  const begun = performance.now();
  const answer = await fetch(shop.url + path, { headers: { cookie: shop.cookie } });
  await answer.arrayBuffer();
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return performance.now() - begun;
}

/** More days than a bench has. */
const allDays = 10_000;

/** Counts the sales of all days, as the job does within minutes. */
async function countDays(url: string): Promise<void> {
  setTimeZone(readSettings({}).timeZone);
  const database = await openDatabase({ databaseUrl: url, poolSize: 1, onError: () => undefined });
  const begun = performance.now();
  await countSalesDays(database.db, allDays);
  report({ name: 'admin-scale:count-sales-days', value: (performance.now() - begun) / 1000, unit: 's' });
  await database.db.execute(sql`vacuum analyze sales_days`);
  await database.close();
}

async function openShop(database: BenchDatabase, orders: number): Promise<Shop> {
  const shop = await startShopServer({ DATABASE_URL: database.url });
  const begun = performance.now();
  const orderNumbers = await fillWithOrders(database, { orders, seed });
  await countDays(database.url);
  report({ name: `admin-scale:fill-${orders}`, value: (performance.now() - begun) / 1000, unit: 's' });
  return { ...shop, cookie: await adminCookie(shop.url), orderNumbers };
}

/** Alternates between both shops, so that machine load affects both. */
async function compare(question: Question, [small, big]: [Shop, Shop], rounds: number): Promise<void> {
  const times: [number[], number[]] = [[], []];
  for (let round = -10; round < rounds; round += 1) {
    for (const [index, shop] of [small, big].entries()) {
      const time = await ask(shop, question.path(round + 10, shop));
      if (time === null) return console.log(`admin-scale:${question.name}: not part of this shop`);
      // The first 10 rounds are warm-up.
      if (round >= 0) times[index as 0 | 1].push(time);
    }
  }
  const [few, many] = times;
  for (const [name, of] of [
    ['p50', 0.5],
    ['p95', 0.95],
  ] as const) {
    const [reference, value] = [percentile(few, of), percentile(many, of)];
    report({ name: `admin-scale:${question.name}:${name}`, value, unit: 'ms', reference });
  }
}

/**
 * Response times of admin pages with `--orders` (1 million) orders. The reference is a shop with
 * 1,000 orders on the same PostgreSQL. Also measures what the customer list costs per order.
 * Options: `--rounds` (100) of queries, `--placing` (5) rounds of orders.
 */
export async function run(args: string[]): Promise<void> {
  const options = { orders: { type: 'string' }, rounds: { type: 'string' }, placing: { type: 'string' } } as const;
  const { values } = parseArgs({ args, options });
  const { url, template, stop } = await openCluster();
  const databases = [
    await createBenchDatabase(url, 'few', template),
    await createBenchDatabase(url, 'many', template),
  ] as const;
  const shops: [Shop, Shop] = [
    await openShop(databases[0], 1_000),
    await openShop(databases[1], Number(values.orders ?? 1_000_000)),
  ];
  // Lets the database flush the inserted rows to disk.
  await pause(2_000);
  for (const question of questions) await compare(question, shops, Number(values.rounds ?? 100));
  await measureOrderInserts(databases[1].url, Number(values.placing ?? 5));
  for (const shop of shops) await shop.stop();
  for (const database of databases) await database.drop();
  await stop();
}
