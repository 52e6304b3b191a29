import { customersCsv } from '#modules/analytics/csv-exports.server.ts';
import { eachCustomer } from '#modules/analytics/customers.server.ts';

import { customerQuery } from './customers/customer-query.ts';
import { adminLoader, csvFile } from './admin-loader.server.ts';

/** Exports all customers that match the search. */
export const loader = adminLoader(({ ctx, query }) => {
  const criteria = customerQuery(query);
  return csvFile(ctx, {
    name: criteria.guests ? 'guests' : 'customers',
    lines: customersCsv(eachCustomer(ctx.db, criteria)),
  });
});
