import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';

export const shippingOptions = pgTable('shipping_options', {
  id: uuid('id').primaryKey().defaultRandom(),
  name: text('name').notNull(),
  description: text('description').notNull(),
  priceCents: integer('price_cents').notNull(),
  /** Business days. */
  daysMin: integer('estimated_days_min').notNull(),
  daysMax: integer('estimated_days_max').notNull(),
  isActive: boolean('is_active').notNull().default(true),
  sortOrder: integer('sort_order').notNull().default(0),
});
