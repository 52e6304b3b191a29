import { createHmac, randomBytes } from 'node:crypto';

import { isbot } from 'isbot';

import { salesByDay, type DaySales } from '#modules/buying/orders/sales/service.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';

import * as repo from './repo.server.ts';
import { dayOf, eventsOf, type Seen, type VisitEvent } from './events/rules.ts';

export type Person = { ip: string; userAgent: string };

/** The day's salt as this process knows it, so that a page view does not ask for it. */
const known = new WeakMap<Db, { day: string; salt: string }>();

async function saltOf({ db }: Ctx, day: string): Promise<string> {
  const today = known.get(db);
  if (today?.day === day) return today.salt;
  const salt = await repo.saltOf(db, day, randomBytes(32).toString('hex'));
  known.set(db, { day, salt });
  return salt;
}

/** Names a visitor for one day: nobody can be found again in it, and not in the next day's names. */
async function nameOf(ctx: Ctx, day: string, { ip, userAgent }: Person): Promise<string> {
  return createHmac('sha256', await saltOf(ctx, day))
    .update(`${ip}|${userAgent}`)
    .digest('base64url')
    .slice(0, 22);
}

export type Visit = Person & {
  seen: Seen;
  /** Which headline this visitor is shown; null while none is compared. */
  variant: string | null;
  /** The addresses at which visits are counted. */
  counted: ReadonlySet<string>;
};

/** Counts what a browser says of a page view; programs are not visitors. Answers whether something was counted. */
export async function countVisit(ctx: Ctx, { seen, variant, counted, ...person }: Visit): Promise<boolean> {
  if (person.userAgent === '' || isbot(person.userAgent)) return false;
  const events: VisitEvent[] = eventsOf(seen, { ownHost: new URL(ctx.settings.publicUrl).host, counted });
  const isExposed = variant !== null && events.some(({ kind, key }) => kind === 'page' && key === '/');
  if (isExposed) events.push({ kind: 'variant', key: variant });
  if (events.length === 0) return false;
  const day = dayOf(ctx.now());
  await repo.insertEvents(ctx.db, { day, visitor: await nameOf(ctx, day, person), events });
  return true;
}

/** Makes counts of the days that are over, and forgets by which salt their visitors were named. */
export function foldVisits(ctx: Ctx): Promise<void> {
  if (known.get(ctx.db)?.day !== dayOf(ctx.now())) known.delete(ctx.db);
  return inTransaction(ctx.db, (tx) => repo.foldDays(tx, dayOf(ctx.now())));
}

export type Total = { key: string; times: number; visitors: number };
export type FunnelStep = { name: string; visitors: number };
export type VisitReport = {
  from: string;
  to: string;
  days: { day: string; views: number; visitors: number; orders: number }[];
  funnel: FunnelStep[];
  pages: Total[];
  sources: Total[];
  quiz: Total[];
  codes: { code: string; orders: number }[];
};

function totals(counts: readonly repo.Count[], kind: string): Total[] {
  const byKey = new Map<string, Total>();
  for (const { key, times, visitors } of counts.filter((count) => count.kind === kind)) {
    const known = byKey.get(key) ?? { key, times: 0, visitors: 0 };
    byKey.set(key, { key, times: known.times + times, visitors: known.visitors + visitors });
  }
  return [...byKey.values()].toSorted((a, b) => b.visitors - a.visitors || a.key.localeCompare(b.key));
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

function funnelOf(counts: readonly repo.Count[], sales: readonly DaySales[]): FunnelStep[] {
  const of = (kind: string, key: string) =>
    sum(counts.filter((count) => count.kind === kind && count.key === key).map(({ visitors }) => visitors));
  return [
    { name: 'Landing page', visitors: of('page', '/') },
    { name: 'Product', visitors: of('page', '/product') },
    { name: 'Cart filled', visitors: of('step', 'cart') },
    { name: 'Checkout', visitors: of('page', '/checkout') },
    { name: 'Ordered', visitors: sum(sales.map(({ orders }) => orders)) },
  ];
}

function daysBetween(from: Date, to: Date): string[] {
  const days = [];
  for (let at = from.getTime(); at <= to.getTime(); at += 86_400_000) days.push(dayOf(new Date(at)));
  return days;
}

function usedCodes(sales: readonly DaySales[]): VisitReport['codes'] {
  const byCode = new Map<string, number>();
  for (const { code, orders } of sales) {
    if (code !== null) byCode.set(code, (byCode.get(code) ?? 0) + orders);
  }
  return [...byCode].map(([code, orders]) => ({ code, orders })).toSorted((a, b) => b.orders - a.orders);
}

/** The last `length` UTC days, today included. Visitors are told apart within a day only: their sums count visits of days. */
export async function visitReport(ctx: Ctx, length: number): Promise<VisitReport> {
  const to = ctx.now();
  const days = daysBetween(new Date(to.getTime() - (length - 1) * 86_400_000), to);
  const [from = dayOf(to)] = days;
  const [counts, sales] = await Promise.all([
    repo.listCounts(ctx.db, from, dayOf(to)),
    salesByDay(ctx.db, from, dayOf(to)),
  ]);
  const all = new Map(counts.filter(({ kind }) => kind === 'all').map((count) => [count.day, count]));
  return {
    from,
    to: dayOf(to),
    days: days.map((day) => ({
      day,
      views: all.get(day)?.times ?? 0,
      visitors: all.get(day)?.visitors ?? 0,
      orders: sum(sales.filter((sale) => sale.day === day).map(({ orders }) => orders)),
    })),
    funnel: funnelOf(counts, sales),
    pages: totals(counts, 'page'),
    sources: totals(counts, 'source'),
    quiz: totals(counts, 'quiz'),
    codes: usedCodes(sales),
  };
}

/** Visitors of each headline since a moment, and how many of them filled a cart the same day. */
export async function headlineFigures(ctx: Ctx, since: Date) {
  const counts = await repo.listCounts(ctx.db, dayOf(since), dayOf(ctx.now()));
  const of = (kind: string, key: string) => totals(counts, kind).find((total) => total.key === key)?.visitors ?? 0;
  const shown = (key: string) => ({ visitors: of('variant', key), conversions: of('converted', key) });
  return { a: shown('a'), b: shown('b') };
}
