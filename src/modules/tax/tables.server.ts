import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
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

/** What a tax service said of each place that was asked for: no street, nobody's name. */
export const taxQuotes = pgTable(
  'tax_quotes',
  {
    country: text('country').notNull(),
    state: text('state').notNull(),
    postalCode: text('postal_code').notNull(),
    /** Millionths. Null while the service never answered, and where it knows no such place. */
    ratePpm: integer('rate_ppm'),
    inclusive: boolean('inclusive').notNull().default(false),
    name: text('name').notNull().default(''),
    /** When it was asked for last, answered or not. */
    askedAt: timestamp('asked_at', { withTimezone: true }).notNull(),
    /** Null as long as it never was answered. */
    answeredAt: timestamp('answered_at', { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.country, table.state, table.postalCode] }),
    check('tax_quotes_within_bounds', sql`${table.ratePpm} between 0 and 1000000`),
    index('tax_quotes_asked_at').on(table.askedAt),
  ],
);
