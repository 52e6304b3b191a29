import { sql, type SQL } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';

import type { CustomerSummary, Place } from './rules.ts';

export type CustomerRow = CustomerSummary & { micros: string };

type Listed = Omit<CustomerRow, 'since'> & { since: Date | string };

const columns = sql`
  c.id, c.is_guest as "isGuest", c.email, c.first_name as "firstName", c.last_name as "lastName", c.since,
  c.orders, c.paid_orders as "paidOrders", c.spent_cents::double precision as "spentCents",
  (extract(epoch from c.since) * 1000000)::bigint::text as "micros",
  case when not c.is_guest and exists (
    select from user_roles r where r.user_id = c.id::uuid and r.role = 'admin'
  ) then 'admin' else 'customer' end as "role"`;

async function rowsOf(db: Db, query: SQL): Promise<CustomerRow[]> {
  const { rows } = await db.execute(query);
  return (rows as Listed[]).map((row) => ({ ...row, since: new Date(row.since) }));
}

const at = ({ micros, id }: Place) =>
  sql`(to_timestamp(0) + ${micros}::bigint * interval '1 microsecond', ${id}::text)`;

export type Asked = {
  guests: boolean;
  pattern: string | null;
  /** Only those that come after this one, or before it. */
  place: Place | null;
  direction: 'older' | 'newer';
  limit: number;
};

/** Newest first; with direction `newer` the ones right before the place. */
export async function list(db: Db, { guests, pattern, place, direction, limit }: Asked): Promise<CustomerRow[]> {
  const isFound =
    pattern === null
      ? sql``
      : sql`and (c.email like ${pattern} or lower(c.first_name || ' ' || c.last_name) like ${pattern}
              or lower(c.last_name) like ${pattern})`;
  const isOlder = direction === 'older';
  const beyond = place === null ? sql`` : sql`and (c.since, c.id) ${isOlder ? sql`<` : sql`>`} ${at(place)}`;
  const order = isOlder ? sql`order by c.since desc, c.id desc` : sql`order by c.since, c.id`;
  const rows = await rowsOf(
    db,
    sql`with c as materialized (
          select * from customer_figures c where c.is_guest = ${guests} ${isFound} ${beyond} ${order} limit ${limit}
        )
        select ${columns} from c ${order}`,
  );
  return isOlder ? rows : rows.toReversed();
}

export async function find(db: Db, id: string): Promise<CustomerRow | null> {
  const [row] = await rowsOf(db, sql`select ${columns} from customer_figures c where c.id = ${id}`);
  return row ?? null;
}
