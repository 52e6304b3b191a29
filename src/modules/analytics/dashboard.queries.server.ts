import { sql } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import { oneRow } from '#platform/db/rows.server.ts';
import type { DashboardAlert } from '#platform/monitoring-types.server.ts';

import { maxCounted, type AlertCount } from './dashboard.ts';

type Counted = { items: { count: number; first: string | null; since: string | null; dueAt: string | null }[] };

const momentOf = (text: string | null) => (text === null ? null : new Date(text));

/**
 * Counts the dashboard entries that need a person in one statement, at most 1,000 of each. `offset
 * 0` has the rows selected by their own index before their minimum is taken. Otherwise PostgreSQL
 * may walk the index of the minimum from the oldest row, past a million that do not wait.
 */
export async function countAlerts(db: Db, attention: readonly DashboardAlert[]): Promise<AlertCount[]> {
  const counts = attention.map(
    ({ rows, first = sql`null`, since = sql`null`, dueAt = sql`null` }) => sql`jsonb_build_object(
      'count', (select count(*) from (select 1 ${rows} limit ${maxCounted}) found),
      'first', (${first}), 'since', (select min(since) from (select ${since} as since ${rows} offset 0) waiting), 'dueAt', (${dueAt}))`,
  );
  const { items } = await oneRow<Counted>(db, sql`select jsonb_build_array(${sql.join(counts, sql`, `)}) as items`);
  return attention.flatMap(({ one, many, to, urgency }, i) => {
    const counted = items[i];
    if (counted === undefined) return [];
    const { count, first } = counted;
    const address = first === null ? to : `${to}/${first}`;
    return { one, many, urgency, count, to: address, since: momentOf(counted.since), dueAt: momentOf(counted.dueAt) };
  });
}
