import { sql, type SQL } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';

/** A stored figure that differs from a count of the orders. */
type WrongFigure = { figure: string; key: string; stored: string; counted: string };

const paid = sql`o.payment_status in ('paid', 'partially_refunded', 'refunded')`;
const revenue = sql`case when ${paid} then o.captured_cents - o.returned_cents else 0 end`;

const storedDays = sql`
  select day::text as key, array[sum(orders), sum(paid_orders), sum(revenue_cents)]::text as figures
  from (select * from daily_figures union all
        select day, orders, paid_orders, revenue_cents, accounts, guests from figure_deltas where day is not null) sums
  group by day having sum(orders) <> 0`;
const daysCounted = sql`
  select (o.placed_at at time zone 'UTC')::date::text as key,
    array[count(*), count(*) filter (where ${paid}), sum(${revenue})]::text as figures
  from orders o group by 1`;

const storedProducts = sql`
  select product_id::text as key, array[sum(units), sum(revenue_cents)]::text as figures
  from (select product_id, units, revenue_cents from product_figures union all
        select product_id, units, revenue_cents from figure_deltas where product_id is not null) sums
  group by product_id having sum(units) <> 0`;
const productsCounted = sql`
  select i.product_id::text as key,
    array[sum(i.quantity), sum(round((${revenue})::numeric * i.total_cents / greatest(o.total_cents, 1)))]::text as figures
  from order_items i join orders o on o.id = i.order_id where ${paid} group by 1`;

const storedCustomers = sql`
  select id as key, array[orders, paid_orders, spent_cents]::text as figures from customer_figures`;
const customersCounted = sql`
  select coalesce(o.customer_id, o.email) as key,
    array[count(*), count(*) filter (where ${paid}), sum(${revenue})]::text as figures
  from orders o left join users u on u.id::text = o.customer_id
  where u.id is not null or (o.customer_id is null and o.email <> '')
  group by 1
  union all
  select u.id::text, array[0, 0, 0]::text
  from users u left join orders o on o.customer_id = u.id::text
  where o.id is null`;

const storedPeople = sql`
  select 'all' as key, array[sum(accounts), sum(guests)]::text as figures
  from (select accounts, guests from daily_figures union all select accounts, guests from figure_deltas) sums`;
const peopleCounted = sql`
  select 'all' as key, array[(select count(*) from users),
    (select count(distinct o.email) from orders o where o.customer_id is null and o.email <> '')]::text as figures`;

const pairs: [string, SQL, SQL][] = [
  ['day', storedDays, daysCounted],
  ['product', storedProducts, productsCounted],
  ['customer', storedCustomers, customersCounted],
  ['accounts and guests', storedPeople, peopleCounted],
];

async function compare(tx: Db, [figure, stored, counted]: [string, SQL, SQL]): Promise<WrongFigure[]> {
  const { rows } = await tx.execute<Omit<WrongFigure, 'figure'>>(sql`
    select key, coalesce(k.figures, 'nothing') as stored, coalesce(c.figures, 'nothing') as counted
    from (${stored}) k full join (${counted}) c using (key)
    where k.figures is distinct from c.figures order by key limit 20`);
  return rows.map((row) => ({ figure, ...row }));
}

/**
 * Compares every stored figure with a plain SQL count of orders and accounts in one snapshot. Empty
 * if all agree.
 */
export function wrongFigures(db: Db): Promise<WrongFigure[]> {
  return inTransaction(db, async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read`);
    await tx.execute(sql`set local statement_timeout = 0`);
    const found: WrongFigure[] = [];
    for (const pair of pairs) found.push(...(await compare(tx, pair)));
    return found;
  });
}
