import type { Db } from '#platform/db/database.server.ts';

import * as repo from './repo.server.ts';

/** Orders that fit, newest first, each with the microsecond in which it was placed: with its id it is the cursor of the next page. */
export async function ordersAfter(db: Db, query: repo.OrderQuery, page: repo.Page) {
  const found = await repo.listAfter(db, query, page);
  return found.map(({ order, items, micros }) => ({
    order: { ...order, items },
    micros,
  }));
}
