import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Signed events of the provider that were processed, so that a copy has no effect. */
export const stripeEvents = pgTable('stripe_events', {
  id: text('id').primaryKey(),
  type: text('type').notNull(),
  intentId: text('intent_id'),
  receivedAt: timestamp('received_at', { withTimezone: true }).notNull().defaultNow(),
});

/** Payments whose record at the provider still names the buyer, although the shop has erased it. */
export const pendingPaymentErasures = pgTable('payments_to_forget', {
  paymentIntentId: text('payment_intent_id').primaryKey(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});
