import { sql, type SQLWrapper } from 'drizzle-orm';
import { bigint, bigserial, boolean, date, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

import { withoutAccents } from '#platform/db/word-search.server.ts';

const count = (name: string) => integer(name).notNull().default(0);
const cents = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0);

/*
 * Sums that triggers on orders, order_items, users and profiles maintain in the transaction of the
 * change. Triggers add shared sums as rows of figure_deltas, so that no two sales wait for each
 * other. A job folds these rows into the sums. A figure is therefore always the sum plus its
 * deltas.
 */

/** Figures by UTC day: of the order, of the account's creation, or of a guest's first order. */
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

/** A pending change of the figures of a day or of a product. */
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

/**
 * Text that the customer search matches: email, then name without accents. Two spaces start each
 * part, because no search term contains two.
 */
export const searchedText = ({ email, firstName, lastName }: Record<'email' | 'firstName' | 'lastName', SQLWrapper>) =>
  sql`lower('  ' || ${email} || '  ' || ${withoutAccents(sql`${firstName} || ' ' || ${lastName}`)})`;

/**
 * One row per account or guest (known by e-mail alone) with their orders and spending. Written
 * directly without deltas, because few orders share a row.
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
  ({ isGuest, since, id, email, firstName, lastName }) => [
    index('customer_figures_since').on(isGuest, since, id),
    index('customer_figures_search_by_words')
      .using('gin', sql`${searchedText({ email, firstName, lastName })} gin_trgm_ops`)
      .concurrently(),
  ],
);
