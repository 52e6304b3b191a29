import { orderPrefixes } from '#modules/content/order-prefixes.server.ts';
import { ordersCsv } from '#modules/orders/export-orders.server.ts';
import { filterOf } from '#modules/orders/list-orders.ts';

import { adminLoader, csvFile } from './admin-loader.server.ts';

/**
 * Exports all orders that match the list's filter, for
 * programs or for spreadsheets (`for=spreadsheet`).
 */
export const loader = adminLoader(async ({ ctx, query }) =>
  csvFile(ctx, {
    name: 'orders',
    lines: ordersCsv(ctx.db, filterOf(query.searchParams, await orderPrefixes(ctx)), {
      reader: query.searchParams.get('for') === 'spreadsheet' ? 'spreadsheet' : 'program',
    }),
  }),
);
