import { sql } from 'drizzle-orm';

import { toldCountsDays } from '#modules/persuading/marketing/rules.ts';
import { emailCaptures } from '#modules/persuading/marketing/tables.server.ts';
import { isSale, keptCents } from '#modules/buying/orders/sales/service.server.ts';
import { orders } from '#modules/buying/orders/tables.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { oneRow } from '#platform/db/one-row.server.ts';
import type { Cents } from '#shared/money.ts';

const at = (moment: Date) => sql`${moment.toISOString()}::timestamptz`;

/** `bought`: people with a sale within 7 days after they were told. */
export type BackInStockReport = { waiting: number; told: number; bought: number; revenueCents: Cents };

/** Who waits for the product now, and who was told since a moment that it is back. */
export function backInStockReport(db: Db, since: Date): Promise<BackInStockReport> {
  return oneRow(
    db,
    sql`
    with told as materialized (
      select ${emailCaptures.id}, ${emailCaptures.email}, ${emailCaptures.toldAt} from ${emailCaptures}
      where ${emailCaptures.toldAt} > ${emailCaptures.createdAt} and ${emailCaptures.toldAt} >= ${at(since)}),
    sales as (
      select told.id as told_id, ${keptCents} as cents from told
      join ${orders} on ${orders.email} = told.email and ${isSale} and ${orders.placedAt} >= told.told_at
        and ${orders.placedAt} <= told.told_at + make_interval(days => ${toldCountsDays}))
    select (select count(*)::int from told) as told, count(distinct told_id)::int as bought,
      coalesce(sum(cents), 0)::float8 as "revenueCents",
      (select count(*)::int from ${emailCaptures}
        where ${emailCaptures.trigger} = 'sold-out' and ${emailCaptures.toldAt} is null) as waiting
    from sales`,
  );
}
