import { and, or, sql, type SQL } from 'drizzle-orm';

import { searchedText } from './tables.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { estimatedRowCount, unindexed } from '#platform/db/planner.server.ts';
import type { MomentRange } from '#shared/day-range.ts';
import type { Cursor } from '#shared/paging.ts';
import { searchedWords, wordPatterns } from '#shared/search-patterns.ts';

import type { CustomerSummary, CustomerCursor } from './customers.ts';

export type CustomerRow = CustomerSummary & { micros: string };

type Listed = Omit<CustomerRow, 'since'> & { since: Date | string };

const columns = sql`
  c.id, c.is_guest as "isGuest", c.email, c.first_name as "firstName", c.last_name as "lastName", c.since,
  c.orders, c.paid_orders as "paidOrders", c.spent_cents::double precision as "spentCents",
  (extract(epoch from c.since) * 1000000)::bigint::text as "micros",
  case when c.is_guest then 'customer' else coalesce((
    select r.role::text from user_roles r where r.user_id = c.id::uuid and r.role <> 'customer' limit 1
  ), 'customer') end as "role"`;

async function rowsOf(db: Db, query: SQL): Promise<CustomerRow[]> {
  const { rows } = await db.execute(query);
  return (rows as Listed[]).map((row) => ({ ...row, since: new Date(row.since) }));
}

const at = ({ micros, id }: CustomerCursor) =>
  sql`(to_timestamp(0) + ${micros}::bigint * interval '1 microsecond', ${id}::text)`;

export type CustomerListQuery = {
  guests: boolean;
  search: string;
  since: MomentRange;
  cursor: Cursor<CustomerCursor>;
  limit: number;
};

type SearchQuery = Pick<CustomerListQuery, 'guests' | 'search' | 'since'>;

const text = searchedText({ email: sql`c.email`, firstName: sql`c.first_name`, lastName: sql`c.last_name` });

/**
 * Condition for customers whose email or name contains every word of a search. A word of one or two
 * letters must begin a word.
 */
function matchesSearch({ guests, search, since }: SearchQuery): SQL {
  const bound = (at: Date | null, compare: SQL) =>
    at === null ? sql`` : sql` and c.since ${compare} ${at.toISOString()}::timestamptz`;
  const ofKind = sql`c.is_guest = ${guests}${bound(since.from, sql`>=`)}${bound(since.until, sql`<`)}`;
  const words = searchedWords(search);
  if (words === null) return ofKind;
  const fits = (pattern: string) => sql`${text} like ${pattern}`;
  const isOne = or(...wordPatterns(words).map((patterns) => and(...patterns.map(fits)))) ?? sql`false`;
  return sql`${ofKind} and ${isOne}`;
}

/**
 * Returns the planner's estimate of how many customers match a search. Infinity without a search.
 */
export async function estimateCustomers(db: Db, query: SearchQuery): Promise<number> {
  if (searchedWords(query.search) === null) return Infinity;
  return estimatedRowCount(db, sql`select 1 from customer_figures c where ${matchesSearch(query)}`);
}

/**
 * Lists customers newest first, or towards newer ones, starting beside the cursor. `isRare`
 * collects all matches before it sorts them.
 */
export async function listCustomerRows(
  db: Db,
  { guests, search, since, cursor, limit, isRare }: CustomerListQuery & { isRare: boolean },
): Promise<CustomerRow[]> {
  const isOlder = cursor?.towards !== 'newer';
  const beyond = cursor === null ? sql`` : sql`and (c.since, c.id) ${isOlder ? sql`<` : sql`>`} ${at(cursor.from)}`;
  const by = (moment: SQL) => (isOlder ? sql`order by ${moment} desc, c.id desc` : sql`order by ${moment}, c.id`);
  const order = by(sql`c.since`);
  const gathered = by(unindexed(sql`c.since`));
  const rows = await rowsOf(
    db,
    sql`with c as materialized (
          select * from customer_figures c where ${matchesSearch({ guests, search, since })} ${beyond} ${isRare ? gathered : order} limit ${limit}
        )
        select ${columns} from c ${order}`,
  );
  return isOlder ? rows : rows.toReversed();
}

export async function findCustomer(db: Db, id: string): Promise<CustomerRow | null> {
  const [row] = await rowsOf(db, sql`select ${columns} from customer_figures c where c.id = ${id}`);
  return row ?? null;
}
