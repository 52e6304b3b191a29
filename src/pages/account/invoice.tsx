import { orderOfCustomer } from '#modules/orders/customer-orders.server.ts';

import { invoiceFile } from '../pdf-files.server.ts';
import { customerLoader } from './customer-loader.server.ts';

export const loader = customerLoader(async ({ ctx, limits, user, params }) => {
  const order = await orderOfCustomer(ctx.db, user, params.number ?? '');
  return invoiceFile({ ctx, limits, order, by: user.id });
});
