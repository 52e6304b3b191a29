import { findOrderByToken } from '#modules/orders/tracking.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';

import { buyersFile } from '../pdf-files.server.ts';
import type { Route } from './+types/track-invoice.ts';

/** Serves the invoice of a paid order to any holder of its link, because guests have no account. */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  const { ctx, limits } = context.get(pageRequest);
  const order = await findOrderByToken(ctx, new URL(request.url).searchParams.get('token') ?? '');
  return buyersFile({ ctx, limits, order, by: order?.id ?? '' });
}
