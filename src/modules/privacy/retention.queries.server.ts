import { sql } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';

import { retentionRuns } from './tables.server.ts';

const { completeAt, isComplete, part } = retentionRuns;

/** Records the result of a run of one part of retention. */
export async function upsertRun(
  db: Db,
  run: Pick<typeof retentionRuns.$inferSelect, 'part' | 'isComplete'>,
): Promise<void> {
  const ranAt = sql`now()`;
  await db
    .insert(retentionRuns)
    .values(run)
    .onConflictDoUpdate({
      target: retentionRuns.part,
      set: { isComplete: run.isComplete, ranAt, ...(run.isComplete ? { completeAt: ranAt } : {}) },
    });
}

/** Parts that have been incomplete for a day. A first run over a large backlog is not late yet. */
export const lateRows = sql`from ${retentionRuns} where not ${isComplete} and ${completeAt} < now() - interval '1 day'`;

export const lateSince = completeAt;

/** Selects one string with the names of all late parts, or null if there are none. */
export const lateParts = sql`select string_agg(${part}, ', ' order by ${part}) as parts ${lateRows}`;

/** Selects the parts whose last run left data past its retention period. */
export const incompleteParts = sql`select ${part}, 1 as count from ${retentionRuns} where not ${isComplete}`;
