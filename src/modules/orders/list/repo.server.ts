import { and, eq, isNotNull, or, sql, type SQL } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';

import { orderItems, orders } from '../tables.server.ts';
import { searchTerms, type OrderFilter } from './rules.ts';

const units = sql<number>`(select coalesce(sum(${orderItems.quantity}), 0)::int from ${orderItems} where ${orderItems.orderId} = ${orders.id})`;

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
const firstName = sql`lower(${orders.customer} ->> 'firstName')`;

function matches(search: string): SQL | undefined {
  const terms = searchTerms(search);
  if (terms === null) return undefined;
  const { numbers, email, names } = terms;
  const byName =
    'either' in names
      ? sql`${lastName} like ${names.either} or ${firstName} like ${names.either}`
      : sql`${lastName} like ${names.last} and ${firstName} like ${names.first}`;
  const byNumber = numbers.map((number) => sql`${orders.orderNumber} like ${number}`);
  return or(...byNumber, sql`${orders.email} like ${email}`, sql`(${byName})`);
}

function filtered({ search, status, payment, heldOnly }: OrderFilter): SQL | undefined {
  return and(
    matches(search),
    status === null ? undefined : eq(orders.status, status),
    payment === null ? undefined : eq(orders.paymentStatus, payment),
    heldOnly ? isNotNull(orders.holdReason) : undefined,
  );
}

export type Slice = { from: Spot | null; towards: 'older' | 'newer'; limit: number };

function within(filter: OrderFilter, { from, towards }: Slice): SQL | undefined {
  if (from === null) return filtered(filter);
  const there = sql`(${from.placedAt}::timestamptz, ${from.id}::uuid)`;
  const here = sql`(${orders.placedAt}, ${orders.id})`;
  return and(filtered(filter), towards === 'older' ? sql`${here} < ${there}` : sql`${here} > ${there}`);
}

// With the place of nulls named as the indexes have it: without it PostgreSQL would sort everything.
const newestFirst = sql`${orders.placedAt} desc nulls last, ${orders.id} desc nulls last`;
const oldestFirst = sql`${orders.placedAt} asc nulls first, ${orders.id} asc nulls first`;

/** Orders beyond a spot: to older ones the newest first, to newer ones the oldest first. */
export function listOrders(db: Db, filter: OrderFilter, slice: Slice) {
  return db
    .select(columns)
    .from(orders)
    .where(within(filter, slice))
    .orderBy(slice.towards === 'older' ? newestFirst : oldestFirst)
    .limit(slice.limit);
}

export type ListedOrder = Awaited<ReturnType<typeof listOrders>>[number];

/** Whole orders beyond a spot, newest first, for the export. */
export function listWhole(db: Db, filter: OrderFilter, slice: Slice) {
  return db
    .select({ order: orders, units, spot: sql<string>`${orders.placedAt}::text` })
    .from(orders)
    .where(within(filter, slice))
    .orderBy(newestFirst)
    .limit(slice.limit);
}

export type WholeOrder = Awaited<ReturnType<typeof listWhole>>[number];

export async function findNewestNumber(db: Db): Promise<string | null> {
  const rows = await db.select({ orderNumber: orders.orderNumber }).from(orders).orderBy(newestFirst).limit(1);
  return rows[0]?.orderNumber ?? null;
}
