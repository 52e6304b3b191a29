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

/** Payments whose record at the provider still says whom they were for, though the shop has forgotten it. */
export const paymentsToForget = pgTable('payments_to_forget', {
  paymentIntentId: text('payment_intent_id').primaryKey(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});
