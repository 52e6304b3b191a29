import { sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

import type { Db } from './database.server.ts';

type Changed = { rowCount: number | null };

const rowsAtOnce = 5_000;

/** Repeats a change of at most `limit` rows until it finds fewer: each is a transaction of its own, and none takes long. */
export async function inBatches(change: (limit: number) => PromiseLike<Changed>): Promise<Changed> {
  for (let rowCount = 0; ;) {
    const changed = (await change(rowsAtOnce)).rowCount ?? 0;
    rowCount += changed;
    if (changed < rowsAtOnce) return { rowCount };
  }
}

/** Deletes what may be very much; a row that is changed meanwhile is looked at again. */
export function deleteInBatches(db: Db, table: PgTable, where: SQL | undefined): Promise<Changed> {
  return inBatches((limit) =>
    db.execute(
      sql`delete from ${table} where ctid = any (array(select ctid from ${table} where ${where ?? sql`true`} limit ${limit}))`,
    ),
  );
}
