import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Every signed event of the provider that took effect, so that a copy does not. */
export const stripeEvents = pgTable('stripe_events', {
  id: text('id').primaryKey(),
  type: text('type').notNull(),
  intentId: text('intent_id'),
  receivedAt: timestamp('received_at', { withTimezone: true }).notNull().defaultNow(),
});

/** Payments whose record at the provider still says whom they were for, though the shop has erased it. */
export const paymentsToForget = pgTable('payments_to_forget', {
  paymentIntentId: text('payment_intent_id').primaryKey(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});
