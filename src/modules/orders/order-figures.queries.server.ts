import { sql, type SQL } from 'drizzle-orm';

import type { MomentRange } from '#shared/day-range.ts';

import { figureKeyColumns, isCounted } from './list-orders.queries.server.ts';

const within = (at: SQL, { from, until }: MomentRange) =>
  sql`${at} >= ${from?.toISOString()}::timestamptz and ${at} < ${until?.toISOString()}::timestamptz`;

const keys = sql`${figureKeyColumns.code} as code, ${figureKeyColumns.source} as source,
  ${figureKeyColumns.state} as state, ${figureKeyColumns.device} as device`;

/** One row per order that was placed in a range and sold. */
const placedIn = (range: MomentRange) => sql`
  select orders.payment_mode as mode, orders.placed_at as at, ${keys}, 1 as orders,
    (${isCounted.paid})::int as paid_orders, orders.captured_cents as revenue_cents, 0 as refunded_cents,
    (select coalesce(sum(i.quantity), 0) from order_items i where i.order_id = orders.id) as units,
    null as refunded_order
  from orders
  where ${isCounted.sold} and orders.payment_mode is not null and ${within(sql`orders.placed_at`, range)}`;

/** One row per return of money in a range: refunds that succeeded, and lost disputes. */
const returnedIn = (range: MomentRange) => sql`
  select orders.payment_mode, returned.at, ${keys}, 0, 0, 0, returned.cents, 0, orders.id::text
  from (
    select payment_intent_id, created_at as at, amount_cents as cents from refunds
    where status = 'succeeded' and ${within(sql`created_at`, range)}
    union all
    select payment_intent_id, stated_at, amount_cents from disputes
    where status = 'lost' and ${within(sql`stated_at`, range)}
  ) returned
  join orders on orders.payment_intent_id = returned.payment_intent_id
  where ${isCounted.paid} and orders.payment_mode is not null`;

/**
 * Query for the sales and returns of a range, one per row: mode, at, the keys of the figures,
 * amounts in cents, and the order of a return.
 */
export const countedOrders = (range: MomentRange) => sql`${placedIn(range)} union all ${returnedIn(range)}`;

/** Moment of the first order, as an expression. Null without orders. */
export const firstPlacedAt = sql`(select min(placed_at) from orders)`;
