import { Readable } from 'node:stream';

import { createReadableStreamFromReadable } from '@react-router/node';

import { customersCsv } from '#modules/owner/analytics/reports/customers/csv/service.server.ts';
import { eachCustomer } from '#modules/owner/analytics/reports/customers/service.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';

import type { Route } from './+types/customers-csv.ts';
import { queryOf } from './customers/query.ts';

/** Every customer of the search as a file, sent while it is read. */
export function loader({ context, request }: Route.LoaderArgs) {
  const { ctx } = context.get(pageRequest);
  const query = queryOf(request);
  const name = `${query.guests ? 'guests' : 'customers'}-${ctx.now().toISOString().slice(0, 10)}.csv`;
  const lines = customersCsv(eachCustomer(ctx.db, query));
  return new Response(createReadableStreamFromReadable(Readable.from(lines)), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
    },
  });
}
