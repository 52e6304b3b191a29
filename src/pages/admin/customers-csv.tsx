import { customersCsv } from '#modules/analytics/csv-exports.server.ts';
import { eachCustomer } from '#modules/analytics/customers.server.ts';
import { accepted } from '#platform/http/errors.server.ts';
import { rangeRefusals } from '#shared/day-range.ts';

import { customerQuery, sinceRange } from './customers/customer-query.ts';
import { adminLoader, csvFile } from './admin-loader.server.ts';

/** Exports all customers that match the search. */
export const loader = adminLoader(({ ctx, query }) => {
  accepted(sinceRange(query), rangeRefusals);
  const criteria = customerQuery(query);
  return csvFile(ctx, {
    name: criteria.guests ? 'guests' : 'customers',
    lines: customersCsv(eachCustomer(ctx.db, criteria)),
  });
});
