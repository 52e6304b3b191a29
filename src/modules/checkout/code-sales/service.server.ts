import { sql, type SQL } from 'drizzle-orm';

import { discountRedemptions } from '#modules/discounts/tables.server.ts';
import { isSale, keptCents } from '#modules/orders/sales.server.ts';
import { orders } from '#modules/orders/tables.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { oneRow } from '#platform/db/one-row.server.ts';
import type { Cents } from '#shared/money.ts';

/** `used`: codes that a sale was made with; `discountCents`: what they took off there. */
export type CodeSales = { given: number; used: number; revenueCents: Cents; discountCents: Cents };

/** What codes brought; `given` is a query of their ids, each once. A code that a checkout only holds or gave back is not used. */
export function codeSales(db: Db, given: SQL): Promise<CodeSales> {
  return oneRow(
    db,
    sql`
    with given as materialized (${given}),
    sales as (
      select ${discountRedemptions.codeId}, ${keptCents} as kept, (${orders.code} ->> 'amountCents')::int as saved
      from given
      join ${discountRedemptions} on ${discountRedemptions.codeId} = given.id and ${discountRedemptions.state} = 'redeemed'
      join ${orders} on ${orders.checkoutId} = ${discountRedemptions.checkoutId}
      where ${isSale})
    select (select count(*)::int from given) as given, count(distinct code_id)::int as used,
      coalesce(sum(kept), 0)::float8 as "revenueCents", coalesce(sum(saved), 0)::float8 as "discountCents"
    from sales`,
  );
}
