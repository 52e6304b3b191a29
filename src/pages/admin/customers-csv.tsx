import { customersCsv } from '#modules/analytics/customers-csv.server.ts';
import { eachCustomer } from '#modules/analytics/customers.server.ts';

import { customerQuery } from './customers/query.ts';
import { adminLoader, csvFile } from './parts/loader.server.ts';

/** Every customer of the search as a file. */
export const loader = adminLoader(({ ctx, query }) => {
  const asked = customerQuery(query);
  return csvFile(ctx, {
    name: asked.guests ? 'guests' : 'customers',
    lines: customersCsv(eachCustomer(ctx.db, asked)),
  });
});
