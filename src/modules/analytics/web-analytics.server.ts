import { createHmac, randomBytes } from 'node:crypto';

import { isbot } from 'isbot';

import { listSalesByDay, type DaySales } from '#modules/orders/sales.queries.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';
import { utcDay } from '#shared/shop-time.ts';

import type { PageView } from './web-analytics.schema.ts';
import { eventsOf, type VisitEvent } from './visit-events.ts';
import {
  aggregatePart,
  countEventsBefore,
  deleteSaltsBefore,
  insertEvents,
  listCounts,
  getOrCreateSalt,
  type Count,
} from './web-analytics.queries.server.ts';

export type Person = { ip: string; userAgent: string };

/** The day's salt, cached per database, so that a page view does not query it. */
const cachedSalts = new WeakMap<Db, { day: string; salt: string }>();

async function saltOf({ db }: Ctx, day: string): Promise<string> {
  const today = cachedSalts.get(db);
  if (today?.day === day) return today.salt;
  const salt = await getOrCreateSalt(db, day, randomBytes(32).toString('hex'));
  cachedSalts.set(db, { day, salt });
  return salt;
}

/**
 * Returns a visitor's hash for one day. It identifies nobody, and the same visitor has another hash
 * the next day.
 */
async function visitorHash(ctx: Ctx, day: string, { ip, userAgent }: Person): Promise<string> {
  return createHmac('sha256', await saltOf(ctx, day))
    .update(`${ip}|${userAgent}`)
    .digest('base64url')
    .slice(0, 22);
}

type Visit = Person & {
  view: PageView;
  /** Headline variant that this visitor is shown. Null while no test runs. */
  variant: string | null;
  /** Paths whose visits are counted. */
  counted: ReadonlySet<string>;
};

/** Records a page view. False if nothing was counted, for example for a bot. */
export async function recordPageView(ctx: Ctx, { view, variant, counted, ...person }: Visit): Promise<boolean> {
  if (person.userAgent === '' || isbot(person.userAgent)) return false;
  const events: VisitEvent[] = eventsOf(view, { ownHost: new URL(ctx.settings.publicUrl).host, counted });
  const isExposed = variant !== null && events.some(({ kind, key }) => kind === 'page' && key === '/');
  if (isExposed) events.push({ kind: 'variant', key: variant });
  if (events.length === 0) return false;
  const day = utcDay(ctx.now());
  await insertEvents(ctx.db, { day, visitor: await visitorHash(ctx, day, person), events });
  return true;
}

/** Max events per statement. A million would come near the 10 s statement timeout. */
const eventsAtOnce = 200_000;

/** Aggregates past days, one part of their visitors at a time, and deletes their salts. */
export async function aggregateDays({ db, now }: Ctx): Promise<void> {
  const today = utcDay(now());
  if (cachedSalts.get(db)?.day !== today) cachedSalts.delete(db);
  const of = Math.ceil((await countEventsBefore(db, today)) / eventsAtOnce);
  for (let number = 0; number < of; number += 1)
    await inTransaction(db, (tx) => aggregatePart(tx, today, { number, of }));
  await deleteSaltsBefore(db, today);
}

function sumOf<Row>(rows: readonly Row[], figure: (row: Row) => number): number {
  return rows.reduce((total, row) => total + figure(row), 0);
}

/** Returns views and visitors by key of a kind, most visitors first. */
function totals(counts: readonly Count[], kind: string) {
  const byKey = Map.groupBy(
    counts.filter((count) => count.kind === kind),
    ({ key }) => key,
  );
  return [...byKey]
    .map(([key, of]) => ({
      key,
      times: sumOf(of, ({ times }) => times),
      visitors: sumOf(of, ({ visitors }) => visitors),
    }))
    .toSorted((a, b) => b.visitors - a.visitors || a.key.localeCompare(b.key));
}

const visitorsOf = (counts: readonly Count[], kind: string, key: string) =>
  sumOf(
    counts.filter((count) => count.kind === kind && count.key === key),
    ({ visitors }) => visitors,
  );

const funnel = [
  { name: 'Landing page', kind: 'page', key: '/' },
  { name: 'Product', kind: 'page', key: '/product' },
  { name: 'Added to cart', kind: 'step', key: 'cart' },
  { name: 'Checkout', kind: 'page', key: '/checkout' },
];

const ordersOf = (sales: readonly DaySales[]) => sumOf(sales, ({ orders }) => orders);

function usedCodes(sales: readonly DaySales[]) {
  const byCode = Map.groupBy(sales, ({ code }) => code);
  return [...byCode]
    .flatMap(([code, of]) => (code === null ? [] : { code, orders: ordersOf(of) }))
    .toSorted((a, b) => b.orders - a.orders);
}

const dayMs = 86_400_000;

/**
 * Reports the last `length` UTC days, including today. Visitors are only distinguished within a
 * day, so sums over days count daily visits.
 */
export async function webAnalyticsReport(ctx: Ctx, length: number) {
  const now = ctx.now().getTime();
  const days = Array.from({ length }, (_, index) => utcDay(new Date(now - (length - 1 - index) * dayMs)));
  const [from = '', to = from] = [days[0], days.at(-1)];
  const [counts, sales] = await Promise.all([listCounts(ctx.db, from, to), listSalesByDay(ctx.db, from, to)]);
  const all = new Map(counts.filter(({ kind }) => kind === 'all').map((count) => [count.day, count]));
  const steps = funnel.map(({ name, kind, key }) => ({ name, visitors: visitorsOf(counts, kind, key) }));
  return {
    days: days.map((day) => ({
      day,
      views: all.get(day)?.times ?? 0,
      visitors: all.get(day)?.visitors ?? 0,
      orders: ordersOf(sales.filter((sale) => sale.day === day)),
    })),
    funnel: [...steps, { name: 'Ordered', visitors: ordersOf(sales) }],
    pages: totals(counts, 'page'),
    sources: totals(counts, 'source'),
    quiz: totals(counts, 'quiz'),
    codes: usedCodes(sales),
  };
}

/** Returns visitors of each headline since a moment, and how many filled a cart on the same day. */
export async function headlineFigures(ctx: Ctx, since: Date) {
  const counts = await listCounts(ctx.db, utcDay(since), utcDay(ctx.now()));
  const shown = (key: string) => ({
    visitors: visitorsOf(counts, 'variant', key),
    conversions: visitorsOf(counts, 'converted', key),
  });
  return { a: shown('a'), b: shown('b') };
}
