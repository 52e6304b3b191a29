import { findInvoice } from '../order-pdf-response.server.ts';
import { orderFile } from './orders/order-file.server.ts';

/** Serves an order's invoice, as the customer gets it. `number` names an earlier one. */
export const loader = orderFile(({ ctx, order, query }) => findInvoice(ctx, order, query.text('number')));
