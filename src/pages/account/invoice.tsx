import { findOrderOfCustomer } from '#modules/orders/orders.server.ts';

import { customerPdfResponse } from '../order-pdf-response.server.ts';
import { customerLoader } from './customer-loader.server.ts';

/** Serves the invoice of a customer's order. `number` names an earlier one. */
export const loader = customerLoader(async ({ ctx, limits, user, params, request }) => {
  const order = await findOrderOfCustomer(ctx.db, user, params.number ?? '');
  const number = new URL(request.url).searchParams.get('number') ?? '';
  return customerPdfResponse({ ctx, limits, order, by: user.id, kind: 'invoice', number });
});
