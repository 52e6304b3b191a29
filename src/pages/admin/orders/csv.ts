import { ordersCsv } from '#modules/buying/orders/list/export/service.server.ts';
import { filterOf } from '#modules/buying/orders/list/rules.ts';

import { adminLoader, csvFile } from '../parts/loader.server.ts';

/** The orders of the list's filter, all pages of it, as a file. */
export const loader = adminLoader(({ ctx, query }) =>
  csvFile(ctx, { name: 'orders', lines: ordersCsv(ctx.db, filterOf(query.searchParams)) }),
);
