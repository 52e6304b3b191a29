import { getTableName, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

import type { Db } from './database.server.ts';

/**
 * Result of a batched change. `isComplete` is false if the time limit was reached: a later run
 * continues.
 */
export type BatchResult = { rowCount: number; isComplete: boolean };

/** Blocks of a table that one statement reads: about 0.8 MB, some thousand rows. */
const blocksAtOnce = 100;
/** Time limit of one call, in seconds. */
const runSeconds = 60;

/** Runs `step` until nothing is left, or for `runSeconds`. Each step is its own transaction. */
export async function inSteps(step: () => Promise<{ rowCount: number; isLast: boolean }>): Promise<BatchResult> {
  const until = performance.now() + runSeconds * 1_000;
  for (let rowCount = 0; ;) {
    const changed = await step();
    rowCount += changed.rowCount;
    if (changed.isLast) return { rowCount, isComplete: true };
    if (performance.now() > until) return { rowCount, isComplete: false };
  }
}

type Change = (isInStretch: SQL) => PromiseLike<{ rowCount: number | null }>;

/**
 * Changes rows of a table in ranges of blocks and reads each once. No statement takes longer
 * because the table is larger or was changed a lot.
 * Starts at a random range, so that runs that reach the time limit cover the table in turn.
 */
export async function updateByBlockRange(db: Db, table: PgTable, change: Change): Promise<BatchResult> {
  const { rows } = await db.execute<{ blocks: number }>(
    sql`select (pg_relation_size(${`"${getTableName(table)}"`}::regclass) / current_setting('block_size')::bigint)::int as blocks`,
  );
  const stretches = Math.max(1, Math.ceil((rows[0]?.blocks ?? 0) / blocksAtOnce));
  const first = Math.floor(Math.random() * stretches);
  let done = 0;
  return inSteps(async () => {
    const from = ((first + done) % stretches) * blocksAtOnce;
    done += 1;
    const tid = (block: number) => sql`${`(${block},0)`}::tid`;
    const { rowCount } = await change(
      sql`${table}.ctid >= ${tid(from)} and ${table}.ctid < ${tid(from + blocksAtOnce)}`,
    );
    return { rowCount: rowCount ?? 0, isLast: done === stretches };
  });
}

/** Deletes any number of rows of a table, in batches. */
export function deleteInBatches(db: Db, table: PgTable, where: SQL | undefined): Promise<BatchResult> {
  return updateByBlockRange(db, table, (isInStretch) =>
    db.execute(sql`delete from ${table} where ${isInStretch} and (${where ?? sql`true`})`),
  );
}
