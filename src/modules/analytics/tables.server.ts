import { sql, type SQLWrapper } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  date,
  index,
  integer,
  pgMaterializedView,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';

import { searchedParts } from '#platform/db/word-search.server.ts';

const count = (name: string) => integer(name).notNull().default(0);
const cents = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0);

/**
 * Orders, revenue and new customers by UTC day: of the order, of the account's creation, or of a
 * guest's first order. A refund lowers the day of its order.
 */
export const salesByDay = pgMaterializedView('sales_by_day', {
  day: date('day').notNull(),
  orders: integer('orders').notNull(),
  paidOrders: integer('paid_orders').notNull(),
  revenueCents: bigint('revenue_cents', { mode: 'number' }).notNull(),
  accounts: integer('accounts').notNull(),
  guests: integer('guests').notNull(),
  countedAt: timestamp('counted_at', { withTimezone: true }).notNull(),
}).as(sql`
  select day, sum(orders)::integer as orders, sum(paid_orders)::integer as paid_orders,
    sum(revenue_cents)::bigint as revenue_cents, sum(accounts)::integer as accounts, sum(guests)::integer as guests,
    now() as counted_at
  from (
    select (placed_at at time zone 'UTC')::date as day, count(*) as orders,
      count(*) filter (where payment_status in ('paid', 'partially_refunded', 'refunded')) as paid_orders,
      coalesce(sum(captured_cents - returned_cents)
        filter (where payment_status in ('paid', 'partially_refunded', 'refunded')), 0) as revenue_cents,
      0 as accounts, 0 as guests
    from orders group by 1
    union all
    select (since at time zone 'UTC')::date, 0, 0, 0, count(*) filter (where not is_guest), count(*) filter (where is_guest)
    from customer_figures group by 1
  ) counted
  group by day`);

/** Units and revenue of paid orders, by product. A line's revenue is its share of its order's. */
export const salesByProduct = pgMaterializedView('sales_by_product', {
  productId: uuid('product_id').notNull(),
  name: text('name').notNull(),
  units: integer('units').notNull(),
  revenueCents: bigint('revenue_cents', { mode: 'number' }).notNull(),
}).as(sql`
  select i.product_id, max(i.name) as name, sum(i.quantity)::integer as units,
    sum(case when o.total_cents > 0
      then round((o.captured_cents - o.returned_cents)::numeric * i.total_cents / o.total_cents) else 0 end)::bigint as revenue_cents
  from order_items i join orders o on o.id = i.order_id
  where o.payment_status in ('paid', 'partially_refunded', 'refunded')
  group by i.product_id`);

/**
 * Sales by day of the shop's time zone, once the day is over: in total (`all`) and by each
 * dimension of the figures. `refunded` has a row per order of which money went back. A row without
 * a mode says that its day is counted.
 */
export const salesDays = pgTable(
  'sales_days',
  {
    zone: text('zone').notNull(),
    mode: text('mode').notNull(),
    day: date('day').notNull(),
    dimension: text('dimension').notNull(),
    key: text('key').notNull(),
    orders: count('orders'),
    paidOrders: count('paid_orders'),
    units: count('units'),
    revenueCents: cents('revenue_cents'),
    refundedCents: cents('refunded_cents'),
  },
  (table) => [primaryKey({ columns: [table.zone, table.mode, table.day, table.dimension, table.key] })],
);

/**
 * Moments of orders, refunds and disputes that changed after their day was over. Triggers write
 * them. Such a day is counted live until it is counted again.
 */
export const salesDayChanges = pgTable('sales_day_changes', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  at: timestamp('at', { withTimezone: true }).notNull(),
});

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
