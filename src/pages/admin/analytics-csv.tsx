import { analyticsCsv } from '#modules/owner/analytics/csv/service.server.ts';
import { analytics } from '#modules/owner/analytics/service.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';

import type { Route } from './+types/analytics-csv.ts';

/** The figures of the analytics page as a file. */
export async function loader({ context }: Route.LoaderArgs) {
  const { ctx } = context.get(pageRequest);
  const now = ctx.now();
  const name = `analytics-${now.toISOString().slice(0, 10)}.csv`;
  return new Response(analyticsCsv(await analytics(ctx.db, now)), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
    },
  });
}
