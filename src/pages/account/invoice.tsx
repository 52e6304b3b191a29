import { findOrderOfCustomer } from '#modules/orders/orders.server.ts';

import { buyersFile } from '../pdf-files.server.ts';
import { customerLoader } from './customer-loader.server.ts';

export const loader = customerLoader(async ({ ctx, limits, user, params }) => {
  const order = await findOrderOfCustomer(ctx.db, user, params.number ?? '');
  return buyersFile({ ctx, limits, order, by: user.id });
});
