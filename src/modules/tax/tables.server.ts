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

/** Tax rate of each region. A row with an empty state applies to the whole country. */
export const taxRates = pgTable(
  'tax_rates',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    country: text('country').notNull(),
    state: text('state').notNull().default(''),
    name: text('name').notNull(),
    /** Millionths. */
    ratePpm: integer('rate_ppm').notNull(),
    /** True when prices include the tax. */
    inclusive: boolean('inclusive').notNull(),
    /** Origin of the rate, in words. */
    source: text('source').notNull().default('sales-tax package'),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    unique('tax_rates_one_per_place').on(table.country, table.state),
    check('tax_rates_within_bounds', sql`${table.ratePpm} between 0 and 1000000`),
  ],
);

/**
 * The owner's answer to "Where do you collect sales tax?": a row per region, with an empty state
 * for a whole country. Without any row the question is open.
 */
export const taxCollection = pgTable(
  'tax_collection',
  {
    country: text('country').notNull(),
    state: text('state').notNull().default(''),
    collects: boolean('collects').notNull(),
  },
  (table) => [primaryKey({ columns: [table.country, table.state] })],
);

/** Responses of the tax service per place. No street, no names. */
export const taxRateCache = pgTable(
  'tax_quotes',
  {
    country: text('country').notNull(),
    state: text('state').notNull(),
    postalCode: text('postal_code').notNull(),
    /** Millionths. Null if the service has never responded or does not know the place. */
    ratePpm: integer('rate_ppm'),
    inclusive: boolean('inclusive').notNull().default(false),
    name: text('name').notNull().default(''),
    /** Time of the last request, successful or not. */
    requestedAt: timestamp('asked_at', { withTimezone: true }).notNull(),
    /** Null if the service has never responded. */
    respondedAt: timestamp('answered_at', { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.country, table.state, table.postalCode] }),
    check('tax_quotes_within_bounds', sql`${table.ratePpm} between 0 and 1000000`),
    index('tax_quotes_asked_at').on(table.requestedAt),
  ],
);
