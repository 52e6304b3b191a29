import { sql } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';

import { retentionRuns } from './tables.server.ts';

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
