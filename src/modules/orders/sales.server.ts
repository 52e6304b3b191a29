import { sql } from 'drizzle-orm';

import { orders } from './tables.server.ts';

/** Whether an order is a sale: paid or free, whatever went back later. */
export const isSale = sql`${orders.paymentStatus} in ('paid', 'partially_refunded', 'refunded', 'not_required')`;

/** What an order brought and the shop kept, in cents. */
export const keptCents = sql`(${orders.capturedCents} - ${orders.returnedCents})`;
