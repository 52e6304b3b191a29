import type { Db } from '#platform/db/database.server.ts';

import * as repo from './repo.server.ts';
import type { OrderFilter, PagePlace } from './rules.ts';

export type { ListedOrder } from './repo.server.ts';

/** Orders on one page of the admin's list. */
const pageSize = 50;

/** Up to this many orders are read sooner all at once than met by looking through a million; of more, the newest are met soon. */
const rare = 5_000;

export type OrderPage = { orders: repo.ListedOrder[]; newer: PagePlace; older: PagePlace };

/** One page of the orders that fit, newest first, with the places of its neighbours; an order that is gone leads to the beginning. */
export async function orderPage(
  db: Db,
  filter: OrderFilter,
  { place = null, size = pageSize }: { place?: PagePlace; size?: number } = {},
): Promise<OrderPage> {
  const from = place === null ? null : await repo.findSpot(db, place.from);
  const towards = from === null ? 'older' : (place?.towards ?? 'older');
  const isRare = (await repo.expectedOrders(db, filter.search)) <= rare;
  const found = await repo.listOrders(db, filter, { from, towards, limit: size + 1, isRare });
  const hasMore = found.length > size;
  const cut = found.slice(0, size);
  const orders = towards === 'newer' ? cut.toReversed() : cut;
  const [first, last] = [orders[0]?.orderNumber, orders.at(-1)?.orderNumber];
  const isBegun = towards === 'older' ? from !== null : hasMore;
  const goesOn = towards === 'older' ? hasMore : true;
  return {
    orders,
    newer: isBegun && first !== undefined ? { from: first, towards: 'newer' } : null,
    older: goesOn && last !== undefined ? { from: last, towards: 'older' } : null,
  };
}

/** The number of the order that came in last, or null. */
export function newestOrderNumber(db: Db): Promise<string | null> {
  return repo.findNewestNumber(db);
}
