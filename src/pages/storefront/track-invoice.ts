import { findOrderByToken } from '#modules/orders/tracking.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';

import { customerPdfResponse } from '../order-pdf-response.server.ts';
import type { Route } from './+types/track-invoice.ts';

/**
 * Serves the invoice of a paid order to any holder of its link, because guests have no account.
 * `number` names an earlier one.
 */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  const { ctx, limits } = context.get(pageRequest);
  const { searchParams } = new URL(request.url);
  const order = await findOrderByToken(ctx, searchParams.get('token') ?? '');
  const number = searchParams.get('number') ?? '';
  return customerPdfResponse({ ctx, limits, order, by: order?.id ?? '', kind: 'invoice', number });
}
