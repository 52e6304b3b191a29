import { orderPrefixes } from '#modules/content/order-prefixes.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { pageOf, type Cursor } from '#shared/paging.ts';

import {
  areReturnsMany,
  expectedOrders,
  findPosition,
  listOrders,
  type ListedOrder,
} from './list-orders.queries.server.ts';
import { filterOf, type OrderFilter } from './list-orders.ts';

export { findNewestOrderNumber, listOrdersAfter, type ListedOrder } from './list-orders.queries.server.ts';

/** Returns the filter in a query string. Reads the prefixes of order numbers only for a search. */
export async function readFilter(
  ctx: Parameters<typeof orderPrefixes>[0],
  query: URLSearchParams,
): Promise<OrderFilter> {
  const filter = filterOf(query, []);
  return filter.search === '' ? filter : { ...filter, prefixes: await orderPrefixes(ctx) };
}

/** Orders per page of the admin list. */
const pageSize = 50;

/**
 * Returns how many months to collect, one try after the other until a page is full, by the expected
 * matches. Few matches are collected all at once; more are collected near the page first. Very many
 * are found soon by scanning the list (null). Refunds are counted, because no estimate knows them.
 */
async function tries(db: Db, filter: OrderFilter): Promise<readonly (number | null)[]> {
  const expected = await expectedOrders(db, filter);
  if (expected <= 500) return [Infinity];
  if (expected <= 25_000) return [1, 2, Infinity];
  return filter.refunded === null || (await areReturnsMany(db, filter.refunded)) ? [null] : [Infinity];
}

/**
 * Returns one page of matching orders, newest first, with the cursors of its neighbors. If the
 * order of the cursor is gone, returns the first page.
 */
export async function findOrderPage(
  db: Db,
  filter: OrderFilter,
  { cursor = null, size = pageSize }: { cursor?: Cursor; size?: number } = {},
) {
  const from = cursor === null ? null : await findPosition(db, cursor.from);
  const towards = from === null ? 'older' : (cursor?.towards ?? 'older');
  let found: ListedOrder[] = [];
  for (const months of await tries(db, filter)) {
    found = await listOrders(db, filter, { from, towards, limit: size + 1, months });
    if (found.length > size) break;
  }
  const newestFirst = towards === 'newer' ? found.toReversed() : found;
  const { rows, newer, older } = pageOf(newestFirst, size, from === null ? null : { from, towards });
  const cursorOf = (order: ListedOrder | null, direction: 'older' | 'newer'): Cursor =>
    order === null ? null : { from: order.orderNumber, towards: direction };
  return { orders: rows, newer: cursorOf(newer, 'newer'), older: cursorOf(older, 'older') };
}
