import { boolean, check, integer, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';

/** What each place takes of a sale; a row without a state stands for the whole country. */
export const taxRates = pgTable(
  'tax_rates',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    country: text('country').notNull(),
    state: text('state').notNull().default(''),
    name: text('name').notNull(),
    /** Millionths. */
    ratePpm: integer('rate_ppm').notNull(),
    /** Whether prices hold the tax already. */
    inclusive: boolean('inclusive').notNull(),
    /** Where the rate comes from, in words. */
    source: text('source').notNull().default('sales-tax package'),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    unique('tax_rates_one_per_place').on(table.country, table.state),
    check('tax_rates_within_bounds', sql`${table.ratePpm} between 0 and 1000000`),
  ],
);
