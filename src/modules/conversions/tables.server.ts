import { index, integer, pgEnum, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true });

/**
 * Visits of buyers who gave consent before paying, with the data that the advertiser needs. Deleted
 * once sent or too old.
 */
export const consentedVisits = pgTable('agreed_visits', {
  checkoutId: uuid('checkout_id').primaryKey(),
  ip: text('ip').notNull(),
  userAgent: text('user_agent').notNull(),
  sourceUrl: text('source_url').notNull(),
  at: at('at').notNull().defaultNow(),
});

export const conversionState = pgEnum('conversion_state', ['waiting', 'sent', 'failed']);

/** Purchase events for the advertiser: one per order, whoever triggers it. */
export const conversions = pgTable(
  'conversions',
  {
    eventId: text('event_id').primaryKey(),
    orderId: uuid('order_id').notNull().unique(),
    state: conversionState('state').notNull().default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    problem: text('problem'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (table) => [index('conversions_state').on(table.state)],
);
