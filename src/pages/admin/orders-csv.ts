import { ordersCsv } from '#modules/orders/export-orders.server.ts';
import { placedRange } from '#modules/orders/list-orders.ts';
import { readFilter } from '#modules/orders/list-orders.server.ts';
import { unwrapOrThrow } from '#platform/http/http-error.server.ts';
import { rangeRefusals } from '#shared/day-range.ts';

import { adminLoader, csvFile } from './admin-loader.server.ts';

/**
 * Exports all orders that match the list's filter, for
 * programs or for spreadsheets (`for=spreadsheet`).
 */
export const loader = adminLoader(async (page) => {
  const { ctx, query } = page;
  unwrapOrThrow(placedRange(query.searchParams), rangeRefusals);
  return csvFile(page, {
    name: 'orders',
    lines: ordersCsv(ctx.db, await readFilter(ctx, query.searchParams), {
      sort: query.text('sort'),
      reader: query.searchParams.get('for') === 'spreadsheet' ? 'spreadsheet' : 'program',
    }),
  });
});
