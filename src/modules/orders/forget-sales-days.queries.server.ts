import { inArray, sql, type SQL } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import { timeZone } from '#shared/shop-zone.ts';

import { disputes, orders, refunds, salesDays } from './tables.server.ts';

/** Day of a moment in the shop's time zone. */
export const localDay = (at: SQL) => sql`(${at} at time zone ${timeZone()}::text)::date`;

/** Condition for the rows that say which days are counted. */
export const isMarker = () => sql`zone = ${timeZone()}::text and mode = '' and dimension = ''`;

/**
 * Has the days of changed orders and of their returns counted again. Called in the transaction that
 * changes an amount, a key of the figures or a return. It deletes nothing for a change of the last
 * hours, because only days that are over are counted.
 */
export async function forgetSalesDays(tx: Db, orderIds: readonly string[]): Promise<void> {
  const isChanged = inArray(orders.id, [...orderIds]);
  const ofPayment = sql`join ${orders} on orders.payment_intent_id = returned.payment_intent_id where ${isChanged}`;
  await tx.execute(sql`
    delete from ${salesDays} where ${isMarker()} and day in (
      select ${localDay(sql`at`)} from (
        select placed_at as at from ${orders} where ${isChanged}
        union all select returned.created_at from ${refunds} returned ${ofPayment}
        union all select returned.stated_at from ${disputes} returned ${ofPayment}
      ) moment)`);
}
