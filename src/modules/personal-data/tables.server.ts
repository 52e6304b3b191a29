import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

import { orders } from '#modules/orders/tables.server.ts';

/** Orders of deleted accounts whose customer must still be reached: contact goes when the order is closed. */
export const ordersToForget = pgTable('orders_to_forget', {
  orderId: uuid('order_id')
    .primaryKey()
    .references(() => orders.id),
  /** What stands in the place of the e-mail then. */
  alias: text('alias').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});
