import { findReturnSlip } from '../order-pdf-response.server.ts';
import { orderFile } from './orders/order-file.server.ts';

/** Serves the slip of the order's return that the query names. */
export const loader = orderFile(({ ctx, order, query }) =>
  findReturnSlip(ctx, order, query.searchParams.get('return') ?? ''),
);
