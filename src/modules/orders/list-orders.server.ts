import type { Db } from '#platform/db/database.server.ts';
import { pageOf, type Cursor } from '#shared/paging.ts';

import * as repo from './list-orders.queries.server.ts';
import type { OrderFilter } from './list-orders.ts';

export { findNewestNumber as newestOrderNumber, type ListedOrder } from './list-orders.queries.server.ts';

/** Orders per page of the admin list. */
const pageSize = 50;

/**
 * Returns how many months to collect, one try after the other until a page is full, by the expected
 * matches. Few matches are collected all at once; more are collected near the page first. Very many
 * are found soon by scanning the list (null).
 */
function tries(expected: number): readonly (number | null)[] {
  if (expected <= 500) return [Infinity];
  return expected <= 25_000 ? [1, 2, Infinity] : [null];
}

/**
 * Returns one page of matching orders, newest first, with the cursors of its neighbors. If the
 * order of the cursor is gone, returns the first page.
 */
export async function orderPage(
  db: Db,
  filter: OrderFilter,
  { place = null, size = pageSize }: { place?: Cursor; size?: number } = {},
) {
  const from = place === null ? null : await repo.findSpot(db, place.from);
  const towards = from === null ? 'older' : (place?.towards ?? 'older');
  let found: repo.ListedOrder[] = [];
  for (const months of tries(await repo.expectedOrders(db, filter.search))) {
    found = await repo.listOrders(db, filter, { from, towards, limit: size + 1, months });
    if (found.length > size) break;
  }
  const newestFirst = towards === 'newer' ? found.toReversed() : found;
  const { rows, newer, older } = pageOf(newestFirst, size, from === null ? null : { from, towards });
  const beside = (order: repo.ListedOrder | null, way: 'older' | 'newer'): Cursor =>
    order === null ? null : { from: order.orderNumber, towards: way };
  return { orders: rows, newer: beside(newer, 'newer'), older: beside(older, 'older') };
}
