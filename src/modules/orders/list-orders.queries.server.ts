import { and, eq, gt, gte, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import { idsWithTag, tagsColumn } from '#modules/team-notes/team-notes.queries.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { listPage, type ListOrder, type ListPage, type ListPart } from '#platform/db/list-page.server.ts';
import { descending, estimatedRowCount } from '#platform/db/planner.server.ts';
import { firstRow, oneRow } from '#platform/db/rows.server.ts';
import { dayRangeToInstants, type DayRange, type MomentRange } from '#shared/day-range.ts';

import {
  figureDimensions,
  searchPatterns,
  type Counting,
  type FigureDimension,
  type FigureFilter,
  type OrderFilter,
} from './list-orders.ts';
import type { OrderStatus, PaymentStatus } from './order-status.ts';
import { items, packages, placedBy } from './orders.queries.server.ts';
import { searchedText } from './searched-text.server.ts';
import { isOnHold, isToShip, unshippedStatuses } from './ship-orders.queries.server.ts';
import { disputes, figureKeys, monthOf, orderItems, orderPackages, orders, refunds } from './tables.server.ts';

// Names are written out: drizzle omits table names here, so `id` would be the line's own.
const units = sql<number>`(select coalesce(sum(line.quantity), 0)::int from ${orderItems} line where line.order_id = orders.id)`;

const tags = tagsColumn('order', [sql`orders.id::text`]);

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
  tags,
};

export const orderOrder: ListOrder = {
  sorts: {
    placed: orders.placedAt,
    payment: orders.paymentStatus,
    status: orders.status,
    total: orders.totalCents,
  },
  tie: [orders.placedAt, orders.id],
  first: '-placed',
  indexed: 'desc',
};

/** True for a page in the order of placing. */
const isByPlacing = ({ sort }: ListPart) => sort === 'placed' || sort === '-placed';

type Search = Pick<OrderFilter, 'search' | 'prefixes'>;

/**
 * Condition for orders with a further package whose number matches an alternative of a search.
 * Their ids are read first, so that the orders are found by two indexes.
 */
function hasPackage(patterns: readonly (readonly string[])[]): SQL | undefined {
  const number = sql`lower(${orderPackages.trackingNumber})`;
  const fits = or(...patterns.map((all) => and(...all.map((pattern) => sql`${number} like ${pattern}`))));
  return fits === undefined
    ? undefined
    : sql`${orders.id} = any(array(select ${orderPackages.orderId} from ${orderPackages} where ${fits}))`;
}

/**
 * Condition for orders whose text matches an alternative of a search; undefined without a search.
 */
function matchesSearch(search: Search): SQL | undefined {
  const patterns = searchPatterns(search);
  if (patterns === null) return undefined;
  const text = searchedText(orders);
  const fits = (pattern: string) => sql`${text} like ${pattern}`;
  return or(...patterns.map((all) => and(...all.map(fits))), hasPackage(patterns)) ?? sql`false`;
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
const lostIn = (range: MomentRange) => and(eq(disputes.status, 'lost'), between(disputes.providerUpdatedAt, range));

/** Payments of which money went back within a range: refunds that succeeded, and lost disputes. */
const returnedPayments = (range: MomentRange) => sql`
  select ${refunds.paymentIntentId} from ${refunds} where ${succeededIn(range)}
  union all
  select ${disputes.paymentIntentId} from ${disputes} where ${lostIn(range)}`;

/** Most returns of money whose orders are found one by one, and then sorted. */
const fewReturns = 5_000;

/** True if money went back so often within the days that scanning the list finds a page sooner. */
async function areReturnsMany(db: Db, days: DayRange): Promise<boolean> {
  const returned = sql`(select from (${returnedPayments(dayRangeToInstants(days))}) returned limit ${fewReturns + 1}) counted`;
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
    refunded === null ? undefined : and(isCounted.paid, isReturned(dayRangeToInstants(refunded), isScan)),
  );
}

function filtered(filter: OrderFilter, isScan: boolean) {
  const { status, payment, heldOnly, toShipOnly, customer, tag, placed, search, prefixes, ...figure } = filter;
  return and(
    matchesSearch({ search, prefixes }),
    ofFigure(figure, isScan),
    status === null ? undefined : eq(orders.status, status),
    payment === null ? undefined : eq(orders.paymentStatus, payment),
    heldOnly ? isOnHold : undefined,
    toShipOnly ? or(...unshippedStatuses.map(isToShip)) : undefined,
    customer === null ? undefined : placedBy(customer),
    tag === null ? undefined : sql`${orders.id} = any(${idsWithTag('order', tag)}::uuid[])`,
    between(orders.placedAt, placed),
  );
}

/**
 * Condition for orders placed in `months` months: the cursor's month, and those beside it in the
 * direction of paging. Without a cursor, they start with the first month in that direction.
 */
function placedIn(months: number, { from, isDescending }: ListPart): SQL | undefined {
  if (months === Infinity) return undefined;
  const edge = sql`(select ${sql.raw(isDescending ? 'max' : 'min')}(placed_at) from ${orders})`;
  const first = monthOf(from === null ? edge : sql`${from[0]}::timestamptz`);
  const sign = sql.raw(isDescending ? '-' : '+');
  const all = Array.from({ length: months }, (_, index) => sql`${first} ${sign} ${index} * interval '1 month'`);
  return sql`array[${monthOf(orders.placedAt)}] && array[${sql.join(all, sql`, `)}]`;
}

/**
 * Returns orders beyond a cursor, in the direction of paging. With `months`, all matches of those
 * months are collected before sorting. Null scans the list until enough match. Both return the same
 * orders.
 */
export function listOrders(db: Db, filter: OrderFilter, { months, part }: { months: number | null; part: ListPart }) {
  const isScan = months === null;
  return db
    .select({ ...columns, position: part.position })
    .from(orders)
    .where(and(filtered(filter, isScan), part.beyond, isScan ? undefined : placedIn(months, part)))
    .orderBy(...(isScan ? part.orderBy : part.gatheredBy))
    .limit(part.limit);
}

/**
 * Returns how many months to collect, one try after the other until a page is full, by the expected
 * matches. Few matches are collected all at once; more are collected near the page first, if it is
 * in the order of placing. Very many are found soon by scanning the list (null). A count finds the
 * matches of a search all at once. Refunds are counted, because no estimate knows them.
 */
async function tries(db: Db, filter: OrderFilter, part: ListPart): Promise<readonly (number | null)[]> {
  const expected = await expectedOrders(db, filter);
  if (expected <= 500 || (part.isCount && expected < Infinity)) return [Infinity];
  if (expected <= 25_000) return isByPlacing(part) ? [1, 2, Infinity] : [Infinity];
  return filter.refunded === null || (await areReturnsMany(db, filter.refunded)) ? [null] : [Infinity];
}

/** Returns one page of matching orders, newest first by default. */
export const findOrderPage = (db: Db, filter: OrderFilter, page: ListPage) =>
  listPage(orderOrder, page, async (part) => {
    let found: Awaited<ReturnType<typeof listOrders>> = [];
    for (const months of await tries(db, filter, part)) {
      found = await listOrders(db, filter, { months, part });
      if (found.length >= part.limit) break;
    }
    return found;
  });

export type ListedOrder = Awaited<ReturnType<typeof findOrderPage>>['rows'][number];

/** Returns one page of whole orders, for the export. */
export const listExportedOrders = (db: Db, filter: OrderFilter, page: ListPage) =>
  listPage(orderOrder, page, ({ beyond, orderBy, position, limit }) =>
    db
      .select({ order: orders, packages, units, tags, position })
      .from(orders)
      .where(and(filtered(filter, true), beyond))
      .orderBy(...orderBy)
      .limit(limit),
  );

export type ExportedOrder = Awaited<ReturnType<typeof listExportedOrders>>['rows'][number];

/** Returns the number of the newest order, or null. */
export async function findNewestOrderNumber(db: Db): Promise<string | null> {
  const newest = db
    .select({ orderNumber: orders.orderNumber })
    .from(orders)
    .orderBy(descending(orders.placedAt), descending(orders.id))
    .limit(1);
  return (await firstRow(newest))?.orderNumber ?? null;
}

/** Returns the number of any order that is no sample, or null. */
export async function findOwnOrderNumber(db: Db): Promise<string | null> {
  const own = db.select({ orderNumber: orders.orderNumber }).from(orders).where(eq(orders.isSample, false)).limit(1);
  return (await firstRow(own))?.orderNumber ?? null;
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
    isHeld === undefined ? undefined : isHeld ? isOnHold : isNull(orders.holdReason),
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
    .select({ order: orders, packages, items, micros })
    .from(orders)
    .where(and(matchesQuery(query), after === null ? undefined : sql`${position} < ${from}`))
    .orderBy(descending(orders.placedAt), descending(orders.id))
    .limit(limit);
  return found.map(({ order, micros: at, ...details }) => ({ order: { ...order, ...details }, micros: at }));
}
