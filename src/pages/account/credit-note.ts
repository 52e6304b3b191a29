import { findOrderOfCustomer } from '#modules/orders/orders.server.ts';

import { buyersFile } from '../pdf-files.server.ts';
import { customerLoader } from './customer-loader.server.ts';

/** Serves a credit note of a customer's order, which `number` names. */
export const loader = customerLoader(async ({ ctx, limits, user, params, request }) => {
  const order = await findOrderOfCustomer(ctx.db, user, params.number ?? '');
  const creditNote = new URL(request.url).searchParams.get('number') ?? '';
  return buyersFile({ ctx, limits, order, by: user.id, creditNote });
});
