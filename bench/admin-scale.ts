import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { measureGrowth } from './support/admin-growth.ts';
import { openAdminShop, type AdminShop } from './support/admin-shop.ts';
import { openCluster } from './support/bench-cluster.ts';
import { percentile, report } from './support/bench-report.ts';
import { createBenchDatabase } from './support/fill-orders.ts';
import { measureOrderInserts } from './support/order-inserts.ts';

/** A query by an admin: the data of one page, as fetched by a link inside the shop. */
type Question = { name: string; path: (round: number, shop: AdminShop) => string };

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

/** Milliseconds until the complete response. Null if this shop does not have the page. */
async function ask(shop: AdminShop, path: string): Promise<number | null> {
  const begun = performance.now();
  const answer = await fetch(shop.url + path, { headers: { cookie: shop.cookie } });
  await answer.arrayBuffer();
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return performance.now() - begun;
}

/** Alternates between both shops, so that machine load affects both. */
async function compare(question: Question, [small, big]: [AdminShop, AdminShop], rounds: number): Promise<void> {
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
 * With `--growth 30000,300000,1000000` measures `measureGrowth` at these sizes instead.
 */
export async function run(args: string[]): Promise<void> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ args, options: { orders: text, rounds: text, placing: text, growth: text } });
  if (values.growth !== undefined) return measureGrowth(values.growth.split(',').map(Number));
  const { url, template, stop } = await openCluster();
  const databases = [
    await createBenchDatabase(url, 'few', template),
    await createBenchDatabase(url, 'many', template),
  ] as const;
  const shops: [AdminShop, AdminShop] = [
    await openAdminShop(databases[0], 1_000),
    await openAdminShop(databases[1], Number(values.orders ?? 1_000_000)),
  ];
  // Lets the database flush the inserted rows to disk.
  await pause(2_000);
  for (const question of questions) await compare(question, shops, Number(values.rounds ?? 100));
  await measureOrderInserts(databases[1].url, Number(values.placing ?? 5));
  for (const shop of shops) await shop.stop();
  for (const database of databases) await database.drop();
  await stop();
}
