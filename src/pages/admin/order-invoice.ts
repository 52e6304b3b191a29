import { findInvoice } from '../pdf-files.server.ts';
import { orderFile } from './orders/order-file.server.ts';

/** Serves an order's invoice, as the customer gets it. */
export const loader = orderFile(({ ctx, order }) => findInvoice(ctx, order));
