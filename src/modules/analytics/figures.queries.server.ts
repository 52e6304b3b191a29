import { sql } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import { oneRow, rowsOf } from '#platform/db/rows.server.ts';
import { dayRangeToInstants } from '#shared/day-range.ts';
import { timeZone } from '#shared/shop-time.ts';

import type { CustomerCounts } from './figures.ts';
import { customerFigures } from './tables.server.ts';

const counts = sql`(count(*) filter (where not is_guest))::int as accounts, (count(*) filter (where is_guest))::int as guests`;

/** Counts the customers of the shop. */
export const countCustomers = (db: Db): Promise<CustomerCounts> =>
  oneRow(db, sql`select ${counts} from ${customerFigures}`);

/** Counts new customers by month of the shop's time zone, from a day on. */
export function listNewCustomers(db: Db, firstDay: string): Promise<(CustomerCounts & { month: string })[]> {
  const { from } = dayRangeToInstants({ from: firstDay, to: null });
  return rowsOf(
    db,
    sql`select to_char(since at time zone ${timeZone()}::text, 'YYYY-MM') as month, ${counts}
      from ${customerFigures} where since >= ${from?.toISOString() ?? '-infinity'}::timestamptz group by 1`,
  );
}
