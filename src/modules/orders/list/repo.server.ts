import { and, eq, isNotNull, or, sql, type SQL } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';

import { orderItems, orders } from '../tables.server.ts';
import { searchTerms, type OrderFilter } from './rules.ts';

// In plain names: drizzle leaves the tables' names away here, and `id` would be the line's own.
const units = sql<number>`(select coalesce(sum(line.quantity), 0)::int from ${orderItems} line where line.order_id = orders.id)`;

const columns = {
  id: orders.id,
  orderNumber: orders.orderNumber,
  status: orders.status,
  paymentStatus: orders.paymentStatus,
  holdReason: orders.holdReason,
  email: orders.email,
  customer: orders.customer,
  totalCents: orders.totalCents,
  carrierName: orders.carrierName,
  trackingNumber: orders.trackingNumber,
  version: orders.version,
  placedAt: orders.placedAt,
  units,
};

export type Spot = { placedAt: string; id: string };

/** Where an order stands in the list, to the microsecond; null when there is no such order. */
export async function findSpot(db: Db, orderNumber: string): Promise<Spot | null> {
  const rows = await db
    .select({ placedAt: sql<string>`${orders.placedAt}::text`, id: orders.id })
    .from(orders)
    .where(eq(orders.orderNumber, orderNumber))
    .limit(1);
  return rows[0] ?? null;
}

const lastName = sql`lower(${orders.customer} ->> 'lastName')`;
const wholeName = sql`lower((${orders.customer} ->> 'firstName') || ' ' || (${orders.customer} ->> 'lastName'))`;

/** The ways in which an order can be meant, each found by an index of its own; none for an empty search. */
function meanings(search: string): SQL[] {
  const terms = searchTerms(search);
  if (terms === null) return [];
  const { numbers, email, name } = terms;
  return [
    ...numbers.map((number) => sql`${orders.orderNumber} like ${number}`),
    sql`${orders.email} like ${email}`,
    sql`${lastName} like ${name}`,
    sql`${wholeName} like ${name}`,
  ];
}

/** Of one meaning, more orders than this are many: they are met soon when the newest are looked through. */
export const few = 3_000;

/** The orders that a search means, by their ids, when they are few in each meaning; else null, and the list looks for them itself. */
export async function findMeant(db: Db, search: string): Promise<string[] | null> {
  const parts = meanings(search).map(
    (meaning, kind) =>
      sql`(select ${orders.id} as id, ${kind}::int as kind from ${orders} where ${meaning} limit ${few + 1})`,
  );
  if (parts.length === 0) return null;
  const { rows } = await db.execute<{ ids: string[] | null }>(sql`
    with found as materialized (${sql.join(parts, sql` union all `)}),
    counted as (select count(*) as orders from found group by kind)
    select case when (select max(orders) from counted) > ${few} then null else array(select distinct id from found) end
      as ids`);
  return rows[0]?.ids ?? null;
}

type Meant = readonly string[] | null;

function filtered({ search, status, payment, heldOnly }: OrderFilter, meant: Meant): SQL | undefined {
  return and(
    meant === null ? or(...meanings(search)) : sql`${orders.id} = any(${sql.param(meant)}::uuid[])`,
    status === null ? undefined : eq(orders.status, status),
    payment === null ? undefined : eq(orders.paymentStatus, payment),
    heldOnly ? isNotNull(orders.holdReason) : undefined,
  );
}

export type Slice = { from: Spot | null; towards: 'older' | 'newer'; limit: number };

function within(filter: OrderFilter, { from, towards }: Slice, meant: Meant): SQL | undefined {
  if (from === null) return filtered(filter, meant);
  const there = sql`(${from.placedAt}::timestamptz, ${from.id}::uuid)`;
  const here = sql`(${orders.placedAt}, ${orders.id})`;
  return and(filtered(filter, meant), towards === 'older' ? sql`${here} < ${there}` : sql`${here} > ${there}`);
}

// With the place of nulls named as the indexes have it: without it PostgreSQL would sort everything.
const newestFirst = sql`${orders.placedAt} desc nulls last, ${orders.id} desc nulls last`;
const oldestFirst = sql`${orders.placedAt} asc nulls first, ${orders.id} asc nulls first`;

const inOrder = (towards: 'older' | 'newer') => (towards === 'older' ? newestFirst : oldestFirst);

// Of orders that are gathered already: in an order that no index has, so that they are read by their ids and then sorted.
const gatheredFirst = (towards: 'older' | 'newer') => {
  const moment = sql`(${orders.placedAt} + interval '0')`;
  return towards === 'older' ? sql`${moment} desc, ${orders.id} desc` : sql`${moment}, ${orders.id}`;
};

/** Orders beyond a spot: to older ones the newest first, to newer ones the oldest first; `meant` is what findMeant gave. */
export function listOrders(db: Db, filter: OrderFilter, slice: Slice, meant: Meant) {
  return db
    .select(columns)
    .from(orders)
    .where(within(filter, slice, meant))
    .orderBy(meant === null ? inOrder(slice.towards) : gatheredFirst(slice.towards))
    .limit(slice.limit);
}

export type ListedOrder = Awaited<ReturnType<typeof listOrders>>[number];

/** Whole orders beyond a spot, newest first, for the export. */
export function listWhole(db: Db, filter: OrderFilter, slice: Slice) {
  return db
    .select({ order: orders, units, spot: sql<string>`${orders.placedAt}::text` })
    .from(orders)
    .where(within(filter, slice, null))
    .orderBy(newestFirst)
    .limit(slice.limit);
}

export type WholeOrder = Awaited<ReturnType<typeof listWhole>>[number];

export async function findNewestNumber(db: Db): Promise<string | null> {
  const rows = await db.select({ orderNumber: orders.orderNumber }).from(orders).orderBy(newestFirst).limit(1);
  return rows[0]?.orderNumber ?? null;
}
