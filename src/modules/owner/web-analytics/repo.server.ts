import { lt, sql } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';

import type { VisitEvent } from './events/rules.ts';
import { visitDays, visitEvents, visitSalts } from './tables.server.ts';

/** The day's salt, the same for all processes: the first one stored. */
export async function saltOf(db: Db, day: string, drawn: string): Promise<string> {
  await db.insert(visitSalts).values({ day, salt: drawn }).onConflictDoNothing();
  const { rows } = await db.execute<{ salt: string }>(sql`select salt from ${visitSalts} where day = ${day}`);
  return rows[0]?.salt ?? drawn;
}

type NewEvents = { day: string; visitor: string; events: readonly VisitEvent[] };

export async function insertEvents(db: Db, { day, visitor, events }: NewEvents): Promise<void> {
  await db.insert(visitEvents).values(events.map((event) => ({ day, visitor, ...event })));
}

/** Counts of days that are not aggregated yet: everything, each kind, and who of a headline's visitors filled a cart. */
const ofEvents = sql`
  select day, kind, key, count(*)::int as times, count(distinct visitor)::int as visitors
  from ${visitEvents} group by day, kind, key
  union all
  select day, 'all', '', (count(*) filter (where kind = 'page'))::int, count(distinct visitor)::int
  from ${visitEvents} group by day
  union all
  select shown.day, 'converted', shown.key, count(*)::int, count(distinct shown.visitor)::int
  from ${visitEvents} shown
  where shown.kind = 'variant' and exists (
    select from ${visitEvents} filled
    where filled.day = shown.day and filled.visitor = shown.visitor and filled.kind = 'step' and filled.key = 'cart')
  group by shown.day, shown.key`;

/** Turns the days before `today` into counts and deletes their events and salts. */
export async function aggregateDays(tx: Db, today: string): Promise<void> {
  await tx.execute(sql`lock table ${visitDays} in share row exclusive mode`);
  await tx.execute(sql`
    insert into ${visitDays} (day, kind, key, times, visitors)
    select day, kind, key, times, visitors from (${ofEvents}) counted where day < ${today}
    on conflict (day, kind, key) do update
    set times = visit_days.times + excluded.times, visitors = visit_days.visitors + excluded.visitors`);
  await tx.delete(visitEvents).where(lt(visitEvents.day, today));
  await tx.delete(visitSalts).where(lt(visitSalts.day, today));
}

export type Count = { day: string; kind: string; key: string; times: number; visitors: number };

/** All counts from one day to another, both included, days that are not aggregated yet too. */
export async function listCounts(db: Db, from: string, to: string): Promise<Count[]> {
  const { rows } = await db.execute<Count>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, kind, key, times, visitors
    from (select day, kind, key, times, visitors from ${visitDays} union all ${ofEvents}) counted
    where day between ${from} and ${to}
    order by day, kind, key`);
  return rows;
}
