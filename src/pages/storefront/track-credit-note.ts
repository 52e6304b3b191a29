import { findOrderByToken } from '#modules/orders/tracking.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';

import { customerPdfResponse } from '../order-pdf-response.server.ts';
import type { Route } from './+types/track-credit-note.ts';

/** Serves a credit note, which `number` names, to any holder of its order's link. */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  const { ctx, limits } = context.get(pageRequest);
  const { searchParams } = new URL(request.url);
  const order = await findOrderByToken(ctx, searchParams.get('token') ?? '');
  const number = searchParams.get('number') ?? '';
  return customerPdfResponse({ ctx, limits, order, by: order?.id ?? '', kind: 'credit_note', number });
}
