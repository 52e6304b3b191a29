import { sql, type SQL } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';

import { lowStockUnits, mostCounted, type NeedName, type RecentOrder, type Waiting } from './rules.ts';

/** Undecided, and not yet too late for the shop's evidence. */
const undecided = sql`status not in ('won', 'lost', 'warning_closed', 'prevented')`;

const rows: Record<NeedName, SQL> = {
  held: sql`from orders where hold_reason is not null`,
  toShip: sql`from orders where status = 'confirmed' and hold_reason is null`,
  inPreparation: sql`from orders where status = 'processing' and hold_reason is null`,
  reviews: sql`from reviews where not is_approved and rejected_at is null`,
  messages: sql`from contact_messages where handled_at is null`,
  lowStock: sql`from products where is_active and on_hand - reserved <= ${lowStockUnits}`,
  mails: sql`from mails where state = 'failed'`,
  disputes: sql`from disputes where ${undecided}`,
  returns: sql`from order_returns where status in ('requested', 'received')`,
};

type Counted = Record<NeedName, number> & { disputeDueAt: Date | string | null; returnOf: string | null };

/** All counts at one moment, each of at most `mostCounted` rows. */
export async function countWaiting(db: Db): Promise<Waiting> {
  const counts = Object.entries(rows).map(
    ([name, from]) =>
      sql`(select count(*)::integer from (select 1 ${from} limit ${mostCounted}) found) as ${sql.identifier(name)}`,
  );
  const found = await db.execute(sql`
    select ${sql.join(counts, sql`, `)},
      (select min(evidence_due_at) from disputes where ${undecided}) as "disputeDueAt",
      (select o.order_number from order_returns r join orders o on o.id = r.order_id
       where r.status in ('requested', 'received') order by r.requested_at limit 1) as "returnOf"`);
  const counted = found.rows[0] as Counted | undefined;
  if (counted === undefined) throw new Error('counts without a row');
  const { disputeDueAt } = counted;
  return { ...counted, disputeDueAt: disputeDueAt === null ? null : new Date(disputeDueAt) };
}

type Listed = Omit<RecentOrder, 'placedAt'> & { placedAt: Date | string };

/** The orders that were placed last; the index ends with those that have no date, of which there are none. */
export async function listRecent(db: Db, limit: number): Promise<RecentOrder[]> {
  const found = await db.execute(sql`
    select id, order_number as "orderNumber", placed_at as "placedAt", total_cents as "totalCents", status,
      payment_status as "paymentStatus", hold_reason is not null as "isHeld",
      coalesce(nullif(trim(concat_ws(' ', customer ->> 'firstName', customer ->> 'lastName')), ''), email) as "customerName"
    from orders order by placed_at desc nulls last, id desc nulls last limit ${limit}`);
  return (found.rows as Listed[]).map((row) => ({ ...row, placedAt: new Date(row.placedAt) }));
}
