import { and, eq, gt, gte, isNotNull, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import type { Db } from '#platform/db/database.server.ts';
import { descending, estimatedRowCount, unindexed } from '#platform/db/planner.server.ts';
import { firstRow, oneRow } from '#platform/db/rows.server.ts';
import { momentsOf, type DayRange, type MomentRange } from '#shared/day-range.ts';

import {
  figureDimensions,
  searchPatterns,
  type Counting,
  type FigureDimension,
  type FigureFilter,
  type OrderFilter,
} from './list-orders.ts';
import type { OrderStatus, PaymentStatus } from './order-status.ts';
import { items, placedBy } from './orders.queries.server.ts';
import { isToShip, unshipped } from './ship-orders.queries.server.ts';
import { disputes, figureKeys, monthOf, orderItems, orders, refunds, searchedText } from './tables.server.ts';

// Names are written out: drizzle omits table names here, so `id` would be the line's own.
const units = sql<number>`(select coalesce(sum(line.quantity), 0)::int from ${orderItems} line where line.order_id = orders.id)`;

const columns = {
  id: orders.id,
  orderNumber: orders.orderNumber,
  status: orders.status,
  paymentStatus: orders.paymentStatus,
  holdReason: orders.holdReason,
  isSample: orders.isSample,
  email: orders.email,
  customer: orders.customer,
  totalCents: orders.totalCents,
  carrierName: orders.carrierName,
  trackingNumber: orders.trackingNumber,
  version: orders.version,
  placedAt: orders.placedAt,
  units,
};

export type OrderPosition = { placedAt: string; id: string };

/** Returns an order's position in the list, to the microsecond; null if there is no such order. */
export function findPosition(db: Db, orderNumber: string): Promise<OrderPosition | null> {
  const position = { placedAt: sql<string>`${orders.placedAt}::text`, id: orders.id };
  return firstRow(db.select(position).from(orders).where(eq(orders.orderNumber, orderNumber)));
}

type Search = Pick<OrderFilter, 'search' | 'prefixes'>;

/**
 * Condition for orders whose text matches an alternative of a search; undefined without a search.
 */
function matchesSearch(search: Search): SQL | undefined {
  const patterns = searchPatterns(search);
  if (patterns === null) return undefined;
  const text = searchedText(orders);
  const fits = (pattern: string) => sql`${text} like ${pattern}`;
  return or(...patterns.map((all) => and(...all.map(fits)))) ?? sql`false`;
}

/** Returns about how many orders match a search, as the query planner expects. Reads no order. */
export async function expectedOrders(db: Db, search: Search): Promise<number> {
  const condition = matchesSearch(search);
  return condition === undefined ? Infinity : estimatedRowCount(db, sql`select 1 from ${orders} where ${condition}`);
}

/** Keys of the figures, as columns of a statement on orders. */
export const figureKeyColumns: Record<FigureDimension, SQL> = {
  code: figureKeys.code(orders),
  source: figureKeys.source(orders),
  state: figureKeys.state(orders),
  device: figureKeys.device(orders),
};

/** Condition for the orders that a figure counts. */
export const isCounted: Record<Counting, SQL> = {
  sold: sql`(${orders.capturedCents} > 0 or ${orders.paymentStatus} = 'not_required')`,
  paid: sql`${orders.capturedCents} > 0`,
};

const between = (column: PgColumn, { from, until }: MomentRange) =>
  and(from === null ? undefined : gte(column, from), until === null ? undefined : lt(column, until));

const succeededIn = (range: MomentRange) => and(eq(refunds.status, 'succeeded'), between(refunds.createdAt, range));
const lostIn = (range: MomentRange) => and(eq(disputes.status, 'lost'), between(disputes.statedAt, range));

/** Payments of which money went back within a range: refunds that succeeded, and lost disputes. */
const returnedPayments = (range: MomentRange) => sql`
  select ${refunds.paymentIntentId} from ${refunds} where ${succeededIn(range)}
  union all
  select ${disputes.paymentIntentId} from ${disputes} where ${lostIn(range)}`;

/** Most returns of money whose orders are found one by one, and then sorted. */
const fewReturns = 5_000;

/** True if money went back so often within the days that scanning the list finds a page sooner. */
export async function areReturnsMany(db: Db, days: DayRange): Promise<boolean> {
  const returned = sql`(select from (${returnedPayments(momentsOf(days))}) returned limit ${fewReturns + 1}) counted`;
  const { count } = await oneRow<{ count: number }>(db, sql`select count(*)::int as count from ${returned}`);
  return count > fewReturns;
}

/**
 * Condition for orders of which money went back within a range. With `isScan`, each order is looked
 * at by itself, from the end of the range on.
 */
function isReturned(range: MomentRange, isScan: boolean): SQL | undefined {
  if (!isScan) return sql`${orders.paymentIntentId} in (${returnedPayments(range)})`;
  return and(
    range.until === null ? undefined : lt(orders.placedAt, range.until),
    or(
      sql`exists (select from ${refunds} where ${refunds.paymentIntentId} = orders.payment_intent_id and ${succeededIn(range)})`,
      sql`exists (select from ${disputes} where ${disputes.paymentIntentId} = orders.payment_intent_id and ${lostIn(range)})`,
    ),
  );
}

function ofFigure({ counted, mode, refunded, ...keys }: FigureFilter, isScan: boolean): SQL | undefined {
  return and(
    ...figureDimensions.map((dimension) => {
      const key = keys[dimension];
      return key === null ? undefined : sql`${figureKeyColumns[dimension]} = ${key}`;
    }),
    counted === null ? undefined : isCounted[counted],
    mode === null ? undefined : eq(orders.paymentMode, mode),
    refunded === null ? undefined : and(isCounted.paid, isReturned(momentsOf(refunded), isScan)),
  );
}

function filtered(filter: OrderFilter, isScan: boolean) {
  const { status, payment, heldOnly, toShipOnly, customer, placed, search, prefixes, ...figure } = filter;
  return and(
    matchesSearch({ search, prefixes }),
    ofFigure(figure, isScan),
    status === null ? undefined : eq(orders.status, status),
    payment === null ? undefined : eq(orders.paymentStatus, payment),
    heldOnly ? isNotNull(orders.holdReason) : undefined,
    toShipOnly ? or(...unshipped.map(isToShip)) : undefined,
    customer === null ? undefined : placedBy(customer),
    between(orders.placedAt, placed),
  );
}

export type Slice = { from: OrderPosition | null; towards: 'older' | 'newer'; limit: number };

function within(filter: OrderFilter, { from, towards }: Slice, isScan = true): SQL | undefined {
  if (from === null) return filtered(filter, isScan);
  const there = sql`(${from.placedAt}::timestamptz, ${from.id}::uuid)`;
  const here = sql`(${orders.placedAt}, ${orders.id})`;
  return and(filtered(filter, isScan), towards === 'older' ? sql`${here} < ${there}` : sql`${here} > ${there}`);
}

const newestFirst = sql`${descending(orders.placedAt)}, ${descending(orders.id)}`;
const oldestFirst = sql`${orders.placedAt} asc nulls first, ${orders.id} asc nulls first`;

const inOrder = (towards: 'older' | 'newer') => (towards === 'older' ? newestFirst : oldestFirst);

const gathered = (towards: 'older' | 'newer') => {
  const moment = unindexed(orders.placedAt);
  return towards === 'older' ? sql`${moment} desc, ${orders.id} desc` : sql`${moment}, ${orders.id}`;
};

/**
 * Condition for orders placed in `months` months: the cursor's month, and those beside it in the
 * direction of paging. Without a cursor, they start with the newest order's month.
 */
function placedIn(months: number, { from, towards }: Slice): SQL | undefined {
  if (months === Infinity) return undefined;
  const first = monthOf(
    from === null ? sql`(select max(placed_at) from ${orders})` : sql`${from.placedAt}::timestamptz`,
  );
  const sign = sql.raw(towards === 'older' ? '-' : '+');
  const all = Array.from({ length: months }, (_, index) => sql`${first} ${sign} ${index} * interval '1 month'`);
  return sql`array[${monthOf(orders.placedAt)}] && array[${sql.join(all, sql`, `)}]`;
}

/**
 * Returns orders beyond a cursor: newest first towards older ones, oldest first towards newer ones.
 * With `months`, all matches of those months are collected before sorting. Null scans the list
 * until enough match. Both return the same orders.
 */
export function listOrders(db: Db, filter: OrderFilter, { months, ...slice }: Slice & { months: number | null }) {
  return db
    .select(columns)
    .from(orders)
    .where(months === null ? within(filter, slice) : and(within(filter, slice, false), placedIn(months, slice)))
    .orderBy(months === null ? inOrder(slice.towards) : gathered(slice.towards))
    .limit(slice.limit);
}

export type ListedOrder = Awaited<ReturnType<typeof listOrders>>[number];

/** Returns whole orders beyond a cursor, newest first, for the export. */
export function listExportedOrders(db: Db, filter: OrderFilter, slice: Slice) {
  return db
    .select({ order: orders, units, position: sql<string>`${orders.placedAt}::text` })
    .from(orders)
    .where(within(filter, slice))
    .orderBy(newestFirst)
    .limit(slice.limit);
}

export type ExportedOrder = Awaited<ReturnType<typeof listExportedOrders>>[number];

/** Returns the number of the newest order, or null. */
export async function findNewestOrderNumber(db: Db): Promise<string | null> {
  const newest = db.select({ orderNumber: orders.orderNumber }).from(orders).orderBy(newestFirst).limit(1);
  return (await firstRow(newest))?.orderNumber ?? null;
}

/** Conditions of an order query of the API; `undefined` matches any. */
type OrderQuery = {
  status: OrderStatus | undefined;
  paymentStatus: PaymentStatus | undefined;
  isHeld: boolean | undefined;
  placedAfter: string | undefined;
  placedBefore: string | undefined;
};

/** Page of a query; `after` is the order before its first one, null for the first page. */
type ApiPage = { after: { micros: string; id: string } | null; limit: number };

// Integers throughout: a float would lose the last digits of a microsecond.
const micros = sql<string>`(extract(epoch from ${orders.placedAt}) * 1000000)::bigint`;

function matchesQuery({ status, paymentStatus, isHeld, placedAfter, placedBefore }: OrderQuery) {
  return and(
    status === undefined ? undefined : eq(orders.status, status),
    paymentStatus === undefined ? undefined : eq(orders.paymentStatus, paymentStatus),
    isHeld === undefined ? undefined : isHeld ? isNotNull(orders.holdReason) : isNull(orders.holdReason),
    placedAfter === undefined ? undefined : gt(orders.placedAt, new Date(placedAfter)),
    placedBefore === undefined ? undefined : lt(orders.placedAt, new Date(placedBefore)),
  );
}

/**
 * Returns matching orders, newest first, each with its time in microseconds. That time and its id
 * are the cursor of the next page.
 */
export async function listOrdersAfter(db: Db, query: OrderQuery, { after, limit }: ApiPage) {
  const position = sql`(${orders.placedAt}, ${orders.id})`;
  const from = sql`(timestamptz 'epoch' + ${after?.micros ?? '0'}::bigint * interval '1 microsecond', ${after?.id ?? ''}::uuid)`;
  const found = await db
    .select({ order: orders, items, micros })
    .from(orders)
    .where(and(matchesQuery(query), after === null ? undefined : sql`${position} < ${from}`))
    .orderBy(descending(orders.placedAt), descending(orders.id))
    .limit(limit);
  return found.map(({ order, items: lines, micros: at }) => ({ order: { ...order, items: lines }, micros: at }));
}
