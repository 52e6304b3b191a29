import { orderPrefixes } from '#modules/content/order-number-prefixes.server.ts';

import { filterOf, type OrderFilter } from './list-orders.ts';

/** Returns the filter in a query string. Reads the prefixes of order numbers only for a search. */
export async function readFilter(
  ctx: Parameters<typeof orderPrefixes>[0],
  query: URLSearchParams,
): Promise<OrderFilter> {
  const filter = filterOf(query, []);
  return filter.search === '' ? filter : { ...filter, prefixes: await orderPrefixes(ctx) };
}

/** Orders per page of the admin list. */
export const orderPageSize = 50;
