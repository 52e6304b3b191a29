import { lt, sql, type SQL } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';

import type { VisitEvent } from './visit-events.ts';
import { visitDays, visitEvents, visitSalts } from './tables.server.ts';

/** Returns the day's salt, stored if missing. All processes share the first one stored. */
export async function getOrCreateSalt(db: Db, day: string, newSalt: string): Promise<string> {
  await db.insert(visitSalts).values({ day, salt: newSalt }).onConflictDoNothing();
  const { rows } = await db.execute<{ salt: string }>(sql`select salt from ${visitSalts} where day = ${day}`);
  return rows[0]?.salt ?? newSalt;
}

type NewEvents = { day: string; visitor: string; events: readonly VisitEvent[] };

export async function insertEvents(db: Db, { day, visitor, events }: NewEvents): Promise<void> {
  await db.insert(visitEvents).values(events.map((event) => ({ day, visitor, ...event })));
}

/**
 * Counts events by day: in total, by kind, and conversions of each headline. A conversion is a
 * visitor of the headline who filled a cart.
 */
const countsOf = (events: SQL) => sql`
  select day, kind, key, count(*)::int as times, count(distinct visitor)::int as visitors
  from ${events} e group by day, kind, key
  union all
  select day, 'all', '', (count(*) filter (where kind = 'page'))::int, count(distinct visitor)::int
  from ${events} e group by day
  union all
  select shown.day, 'converted', shown.key, count(*)::int, count(distinct shown.visitor)::int
  from ${events} shown
  where shown.kind = 'variant' and exists (
    select from ${events} filled
    where filled.day = shown.day and filled.visitor = shown.visitor and filled.kind = 'step' and filled.key = 'cart')
  group by shown.day, shown.key`;

export async function countEventsBefore(db: Db, today: string): Promise<number> {
  return db.$count(visitEvents, lt(visitEvents.day, today));
}

/** One of `of` disjoint parts of the visitors, so that the counts of all parts add up. */
type Part = { number: number; of: number };

/**
 * Aggregates the events of one part of the visitors before `today` into counts and deletes them.
 */
export async function aggregatePart(tx: Db, today: string, { number, of }: Part): Promise<void> {
  const isOver = sql`day < ${today} and abs(hashtext(visitor)::bigint) % ${of} = ${number}`;
  await tx.execute(sql`lock table ${visitDays} in share row exclusive mode`);
  await tx.execute(sql`
    insert into ${visitDays} (day, kind, key, times, visitors)
    ${countsOf(sql`(select * from ${visitEvents} where ${isOver})`)}
    on conflict (day, kind, key) do update
    set times = visit_days.times + excluded.times, visitors = visit_days.visitors + excluded.visitors`);
  await tx.delete(visitEvents).where(isOver);
}

export async function deleteSaltsBefore(db: Db, today: string): Promise<void> {
  await db.delete(visitSalts).where(lt(visitSalts.day, today));
}

export type Count = { day: string; kind: string; key: string; times: number; visitors: number };

/**
 * Lists the counts of an inclusive range of days. Days that are not yet, or only partly, aggregated
 * are included.
 */
export async function listCounts(db: Db, from: string, to: string): Promise<Count[]> {
  const { rows } = await db.execute<Count>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, kind, key, sum(times)::int as times, sum(visitors)::int as visitors
    from (select day, kind, key, times, visitors from ${visitDays} union all ${countsOf(sql`${visitEvents}`)}) counted
    where day between ${from} and ${to}
    group by counted.day, kind, key
    order by day, kind, key`);
  return rows;
}
