import { sql, type SQLWrapper } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';

import { searchedParts } from '#platform/db/word-search.server.ts';

const count = (name: string) => integer(name).notNull().default(0);
const cents = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0);

/** Text that the customer search matches: email, then name. */
export const searchedText = ({ email, firstName, lastName }: Record<'email' | 'firstName' | 'lastName', SQLWrapper>) =>
  searchedParts([email, sql`${firstName} || ' ' || ${lastName}`]);

/**
 * One row per account or guest (known by email alone) with their orders and spending. Triggers on
 * orders, users and profiles write it.
 */
export const customerFigures = pgTable(
  'customer_figures',
  {
    id: text('id').primaryKey(),
    isGuest: boolean('is_guest').notNull(),
    email: text('email').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    since: timestamp('since', { withTimezone: true }).notNull(),
    orders: count('orders'),
    paidOrders: count('paid_orders'),
    spentCents: cents('spent_cents'),
  },
  ({ isGuest, since, id, email, firstName, lastName, orders, spentCents }) => [
    index('customer_figures_since').on(isGuest, since, id),
    index('customer_figures_newest').on(since, id).concurrently(),
    index('customer_figures_by_orders').on(orders, since, id).concurrently(),
    index('customer_figures_by_spent').on(spentCents, since, id).concurrently(),
    index('customer_figures_search')
      .using('gin', sql`${searchedText({ email, firstName, lastName })} gin_trgm_ops`)
      .concurrently(),
  ],
);

/**
 * Events of visitors, until their day is aggregated. `visitor` is a hash with a salt that is
 * deleted with the day.
 */
export const visitEvents = pgTable(
  'visit_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    day: date('day').notNull(),
    visitor: text('visitor').notNull(),
    kind: text('kind').notNull(),
    key: text('key').notNull(),
  },
  (table) => [index('visit_events_day').on(table.day, table.kind, table.key)],
);

export const visitSalts = pgTable('visit_salts', { day: date('day').primaryKey(), salt: text('salt').notNull() });

/** Aggregated counts of past days. */
export const visitDays = pgTable(
  'visit_days',
  {
    day: date('day').notNull(),
    kind: text('kind').notNull(),
    key: text('key').notNull(),
    times: integer('times').notNull(),
    visitors: integer('visitors').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.kind, table.key] })],
);
