import { findCreditNote } from '../order-pdf-response.server.ts';
import { orderFile } from './orders/order-file.server.ts';

/** Serves a credit note of an order, which `number` names, as the customer gets it. */
export const loader = orderFile(({ ctx, order, query }) => findCreditNote(ctx, order, query.text('number')));
