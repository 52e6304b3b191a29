import { Readable } from 'node:stream';

import { createReadableStreamFromReadable } from '@react-router/node';

import { ordersCsv } from '#modules/buying/orders/list/export/service.server.ts';
import { filterOf } from '#modules/buying/orders/list/rules.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';

import type { Route } from './+types/csv.ts';

/** The orders of the list's filter, all pages of it, as a file that is written while it is read. */
export function loader({ context, request }: Route.LoaderArgs) {
  const { ctx } = context.get(pageRequest);
  const lines = ordersCsv(ctx.db, filterOf(new URL(request.url).searchParams));
  const day = ctx.now().toISOString().slice(0, 10);
  return new Response(createReadableStreamFromReadable(Readable.from(lines)), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="orders-${day}.csv"`,
      'cache-control': 'no-store',
    },
  });
}
