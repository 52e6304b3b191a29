import { and, getTableName, lt, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

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

/** Rows that one statement of `updateBefore` changes. Those of one moment are not separated. */
const rowsAtOnce = 2_000;

type Aged = {
  table: PgTable;
  /** Time of the rows. It has an index of the rows for which `which` holds. */
  at: PgColumn;
  before: Date;
  /** Condition of the index, which changed rows no longer meet. */
  which: SQL | undefined;
};

/**
 * Changes the rows from before a time, oldest first. Reads each once, even if it was deleted and
 * is still in the index.
 */
export function updateBefore(db: Db, { table, at, before, which }: Aged, change: Change): Promise<BatchResult> {
  const isOld = and(lt(at, before), which);
  // As text, because a date of JavaScript has no microseconds.
  let from = '-infinity';
  return inSteps(async () => {
    const isAfter = sql`${at} > ${from}::timestamptz`;
    const next = db.select({ at }).from(table).where(and(isOld, isAfter)).orderBy(at).limit(rowsAtOnce).as('next');
    const [found] = await db.select({ last: sql<string | null>`max(${next.at})::text` }).from(next);
    const last = found?.last ?? null;
    if (last === null) return { rowCount: 0, isLast: true };
    const { rowCount } = await change(sql`${isOld} and ${isAfter} and ${at} <= ${last}::timestamptz`);
    from = last;
    return { rowCount: rowCount ?? 0, isLast: false };
  });
}

/** Deletes the rows from before a time that also meet `condition`, oldest first. */
export const deleteBefore = (db: Db, aged: Aged, condition?: SQL): Promise<BatchResult> =>
  updateBefore(db, aged, (isInStretch) =>
    db.execute(sql`delete from ${aged.table} where ${and(isInStretch, condition)}`),
  );

/** Deletes any number of rows of a table, in batches. */
export function deleteInBatches(db: Db, table: PgTable, where: SQL | undefined): Promise<BatchResult> {
  return updateByBlockRange(db, table, (isInStretch) =>
    db.execute(sql`delete from ${table} where ${isInStretch} and (${where ?? sql`true`})`),
  );
}
