import { ordersCsv } from '#modules/orders/export-orders.server.ts';
import { filterOf } from '#modules/orders/list-orders.ts';

import { adminLoader, csvFile } from './admin-loader.server.ts';

/**
 * Exports all orders that match the list's filter, for
 * programs or for spreadsheets (`for=spreadsheet`).
 */
export const loader = adminLoader(({ ctx, query }) =>
  csvFile(ctx, {
    name: 'orders',
    lines: ordersCsv(ctx.db, filterOf(query.searchParams), {
      reader: query.searchParams.get('for') === 'spreadsheet' ? 'spreadsheet' : 'program',
    }),
  }),
);
