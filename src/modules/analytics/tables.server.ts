import { sql, type SQLWrapper } from 'drizzle-orm';
import { bigint, bigserial, boolean, date, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

import { withoutAccents } from '#platform/db/search.server.ts';

const count = (name: string) => integer(name).notNull().default(0);
const cents = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0);

/*
 * Sums kept by triggers on orders, order_items, users and profiles, in the transaction that changes those. What all sales share is added
 * as a row of figure_deltas, so that no two sales wait for each other; a job folds these rows into the sums. A figure is
 * therefore always the sum plus its deltas.
 */

/** By the day (UTC) on which an order was placed, an account was made, or a guest first bought. */
export const dailyFigures = pgTable('daily_figures', {
  day: date('day').primaryKey(),
  orders: count('orders'),
  paidOrders: count('paid_orders'),
  revenueCents: cents('revenue_cents'),
  accounts: count('accounts'),
  guests: count('guests'),
});

/** Units and revenue of paid orders, by product. */
export const productFigures = pgTable('product_figures', {
  productId: uuid('product_id').primaryKey(),
  name: text('name').notNull(),
  units: count('units'),
  revenueCents: cents('revenue_cents'),
});

/** One row for a day, or for a product. */
export const figureDeltas = pgTable('figure_deltas', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  day: date('day'),
  productId: uuid('product_id'),
  name: text('name'),
  orders: count('orders'),
  paidOrders: count('paid_orders'),
  accounts: count('accounts'),
  guests: count('guests'),
  units: count('units'),
  revenueCents: cents('revenue_cents'),
});

/** Text that the search of customers looks through: email, then name without accents, after two spaces, which no search holds. */
export const searchedText = ({ email, firstName, lastName }: Record<'email' | 'firstName' | 'lastName', SQLWrapper>) =>
  sql`lower('  ' || ${email} || '  ' || ${withoutAccents(sql`${firstName} || ' ' || ${lastName}`)})`;

/**
 * One row for an account or for a guest known by e-mail alone, with what they ordered and spent. Few orders share a row: it is
 * written at once.
 */
export const customerFigures = pgTable(
  'customer_figures',
  {
    /** The account's id, or the guest's e-mail. */
    id: text('id').primaryKey(),
    isGuest: boolean('is_guest').notNull(),
    email: text('email').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    /** When the account was made, or the guest first bought. */
    since: timestamp('since', { withTimezone: true }).notNull(),
    orders: count('orders'),
    paidOrders: count('paid_orders'),
    spentCents: cents('spent_cents'),
  },
  ({ isGuest, since, id, email, firstName, lastName }) => [
    index('customer_figures_since').on(isGuest, since, id),
    index('customer_figures_search_by_words')
      .using('gin', sql`${searchedText({ email, firstName, lastName })} gin_trgm_ops`)
      .concurrently(),
  ],
);
