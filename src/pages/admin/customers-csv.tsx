import { customersCsv } from '#modules/owner/analytics/reports/customers/csv/service.server.ts';
import { eachCustomer } from '#modules/owner/analytics/reports/customers/service.server.ts';

import { queryOf } from './customers/query.ts';
import { adminLoader, csvFile } from './parts/loader.server.ts';

/** Every customer of the search as a file. */
export const loader = adminLoader(({ ctx, request }) => {
  const query = queryOf(request);
  const lines = customersCsv(eachCustomer(ctx.db, query));
  return csvFile(ctx, { name: query.guests ? 'guests' : 'customers', lines });
});
