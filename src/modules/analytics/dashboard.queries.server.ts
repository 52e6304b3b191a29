import { sql } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import { oneRow } from '#platform/db/rows.server.ts';
import type { Attention } from '#platform/monitoring.server.ts';

import { maxCounted, type Waiting } from './dashboard.ts';

type Counted = { items: { count: number; first: string | null; dueAt: string | null }[] };

/** Counts the dashboard entries that need a person in one statement, at most 1,000 of each. */
export async function countWaiting(db: Db, attention: readonly Attention[]): Promise<Waiting[]> {
  const counts = attention.map(
    ({ rows, first = sql`null`, dueAt = sql`null` }) => sql`jsonb_build_object(
      'count', (select count(*) from (select 1 ${rows} limit ${maxCounted}) found),
      'first', (${first}), 'dueAt', (${dueAt}))`,
  );
  const { items } = await oneRow<Counted>(db, sql`select jsonb_build_array(${sql.join(counts, sql`, `)}) as items`);
  return attention.flatMap(({ one, many, to, urgency }, i) => {
    const counted = items[i];
    if (counted === undefined) return [];
    const { count, first, dueAt } = counted;
    const address = first === null ? to : `${to}/${first}`;
    return { one, many, urgency, count, to: address, dueAt: dueAt === null ? null : new Date(dueAt) };
  });
}
