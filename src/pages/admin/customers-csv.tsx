import { customersCsv } from '#modules/customers/export-customers.server.ts';
import { eachCustomer } from '#modules/customers/customers.server.ts';
import { unwrapOrThrow } from '#platform/http/http-error.server.ts';
import { rangeRefusals } from '#shared/day-range.ts';

import { customerQuery, sinceRange } from './customers/customer-query.server.ts';
import { adminLoader, csvFile } from './admin-loader.server.ts';

/** Exports all customers that the list shows, on all pages. */
export const loader = adminLoader(async (page) => {
  const { ctx, query } = page;
  unwrapOrThrow(sinceRange(query), rangeRefusals);
  const criteria = await customerQuery(ctx, query);
  return csvFile(page, {
    name: criteria.kind === 'all' ? 'customers' : criteria.kind,
    lines: customersCsv(eachCustomer(ctx.db, criteria, query.text('sort'))),
  });
});
