import { sql, type SQLWrapper } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

import { searchedParts } from '#platform/db/word-search.server.ts';

const count = (name: string) => integer(name).notNull().default(0);

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
    spentCents: bigint('spent_cents', { mode: 'number' }).notNull().default(0),
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
