import { sql, type SQL } from 'drizzle-orm';

import { checkouts } from '#modules/buying/checkout/tables.server.ts';
import { discountRedemptions } from '#modules/buying/discounts/tables.server.ts';
import { codeHours } from '#modules/persuading/marketing/rules.ts';
import { emailCaptures } from '#modules/persuading/marketing/tables.server.ts';
import { isSale, keptCents } from '#modules/buying/orders/sales/service.server.ts';
import { orders } from '#modules/buying/orders/tables.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { oneRow } from '#platform/db/one-row.server.ts';
import type { Cents } from '#shared/money.ts';

/** `used`: codes that a sale was made with; `discountCents`: what they took off there. */
export type CodeSales = { given: number; used: number; revenueCents: Cents; discountCents: Cents };

/** What codes brought; `given` is a query of their ids, each once. A code that a checkout only holds or gave back is not used. */
function codeSales(db: Db, given: SQL): Promise<CodeSales> {
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

const at = (moment: Date) => sql`${moment.toISOString()}::timestamptz`;

/** What the codes brought that were given for an address since a moment. A row that names a code again is not another code. */
export function captureReport(db: Db, since: Date): Promise<CodeSales> {
  return codeSales(
    db,
    sql`select ${emailCaptures.codeId} as id from ${emailCaptures}
      where ${emailCaptures.codeId} is not null
        and ${emailCaptures.createdAt} >= ${at(since)} - make_interval(hours => ${codeHours})
      group by ${emailCaptures.codeId} having min(${emailCaptures.createdAt}) >= ${at(since)}`,
  );
}

/** What the offers brought of the checkouts that were begun since a moment. */
export function exitOfferReport(db: Db, since: Date): Promise<CodeSales> {
  return codeSales(
    db,
    sql`select ${checkouts.exitCodeId} as id from ${checkouts}
      where ${checkouts.exitCodeId} is not null and ${checkouts.createdAt} >= ${at(since)}`,
  );
}
