import { capturesCsv, captureTriggers } from '#modules/persuading/marketing/list/service.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';

import type { Route } from './+types/emails-export.ts';
import { askedOf } from './forms/listing.ts';

/** The list of addresses as a file for a spreadsheet. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { ctx } = context.get(pageRequest);
  const asked = askedOf(request);
  const csv = await capturesCsv(ctx.db, { q: asked.q, trigger: asked.choice('from', captureTriggers) });
  const day = ctx.now().toISOString().slice(0, 10);
  const headers = {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="emails-${day}.csv"`,
    'Cache-Control': 'no-store',
  };
  return new Response(csv, { headers });
}
