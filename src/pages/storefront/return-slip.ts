import { findOrderByToken } from '#modules/orders/tracking.server.ts';
import { notFound } from '#platform/http/http-error.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';

import { findReturnSlip } from '../order-pdf-response.server.ts';
import type { Route } from './+types/return-slip.ts';

/** Serves the slip of a return to any holder of its order's link. */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const { ctx } = context.get(pageRequest);
  const order = await findOrderByToken(ctx, new URL(request.url).searchParams.get('token') ?? '');
  const slip = order === null ? null : await findReturnSlip(ctx, order, params.id);
  if (slip === null) throw notFound();
  return slip.write();
}
