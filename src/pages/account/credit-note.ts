import { findOrderOfCustomer } from '#modules/orders/orders.server.ts';

import { customerPdfResponse } from '../order-pdf-response.server.ts';
import { customerLoader } from './customer-loader.server.ts';

/** Serves a credit note of a customer's order, which `number` names. */
export const loader = customerLoader(async ({ ctx, limits, user, params, request }) => {
  const order = await findOrderOfCustomer(ctx.db, user, params.number ?? '');
  const number = new URL(request.url).searchParams.get('number') ?? '';
  return customerPdfResponse({ ctx, limits, order, by: user.id, kind: 'credit_note', number });
});
