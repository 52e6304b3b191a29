import type { SQL } from 'drizzle-orm';

import type { Db } from './database.server.ts';

/** The only row of a query that counts; `Row` names what it selects. */
export async function oneRow<Row extends object>(db: Db, query: SQL): Promise<Row> {
  const { rows } = await db.execute(query);
  const [row] = rows;
  if (row === undefined || rows.length > 1) throw new Error(`${rows.length} rows where there is one`);
  return row as Row;
}
