import type { Db } from '#platform/db/database.server.ts';
import { pageOf, type Place } from '#shared/paging.ts';

import * as repo from './repo.server.ts';
import type { OrderFilter } from './rules.ts';

export { findNewestNumber as newestOrderNumber, type ListedOrder } from './repo.server.ts';

/** Orders on one page of the admin's list. */
const pageSize = 50;

/** Up to this many orders are read sooner all at once than met by looking through a million; of more, the newest are met soon. */
const rare = 5_000;

/** One page of the orders that fit, newest first, with the places of its neighbours; an order that is gone leads to the beginning. */
export async function orderPage(
  db: Db,
  filter: OrderFilter,
  { place = null, size = pageSize }: { place?: Place; size?: number } = {},
) {
  const from = place === null ? null : await repo.findSpot(db, place.from);
  const towards = from === null ? 'older' : (place?.towards ?? 'older');
  const isRare = (await repo.expectedOrders(db, filter.search)) <= rare;
  const found = await repo.listOrders(db, filter, { from, towards, limit: size + 1, isRare });
  const newestFirst = towards === 'newer' ? found.toReversed() : found;
  const { rows, newer, older } = pageOf(newestFirst, size, from === null ? null : { from, towards });
  const beside = (order: repo.ListedOrder | null, way: 'older' | 'newer'): Place =>
    order === null ? null : { from: order.orderNumber, towards: way };
  return { orders: rows, newer: beside(newer, 'newer'), older: beside(older, 'older') };
}
