import { sql } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';

import { codeSales, type CodeSales } from '../code-sales/service.server.ts';
import { checkouts } from '../tables.server.ts';

/** What the offers brought that were made in checkouts begun since a moment. */
export function exitOfferReport(db: Db, since: Date): Promise<CodeSales> {
  return codeSales(
    db,
    sql`select ${checkouts.exitCodeId} as id from ${checkouts}
      where ${checkouts.exitCodeId} is not null and ${checkouts.createdAt} >= ${since.toISOString()}::timestamptz`,
  );
}
