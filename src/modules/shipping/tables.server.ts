import { sql } from 'drizzle-orm';
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
  /** Codes of the countries that it goes to. Empty for all. */
  countries: text('countries')
    .array()
    .notNull()
    .default(sql`'{}'`),
  /** Value of the items from which it is free. Null if it never is. */
  freeFromCents: integer('free_from_cents'),
});

/** Supported countries to which the owner does not sell. */
export const unsoldCountries = pgTable('unsold_countries', { country: text('country').primaryKey() });
