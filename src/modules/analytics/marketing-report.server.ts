import { eq, gt, gte, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';

import { checkouts } from '#modules/checkout/tables.server.ts';
import { discountRedemptions } from '#modules/discounts/tables.server.ts';
import { codeHours, notifiedCountsDays } from '#modules/marketing/email-capture.ts';
import { emailCaptures } from '#modules/marketing/tables.server.ts';
import { isSale, netRevenueCents } from '#modules/orders/sales.server.ts';
import { orders } from '#modules/orders/tables.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { oneRow } from '#platform/db/rows.server.ts';
import type { Cents } from '#shared/money.ts';

/** `used` counts codes with a sale, and `discountCents` is what they took off. */
export type CodeSales = { given: number; used: number; revenueCents: Cents; discountCents: Cents };

/**
 * Reports the sales of codes. `issuedCodes` selects their ids, each once. A code that is only
 * reserved, or was released, is not used.
 */
function codeSales(db: Db, issuedCodes: SQL): Promise<CodeSales> {
  return oneRow(
    db,
    sql`
    with given as materialized (${issuedCodes}),
    sales as (
      select ${discountRedemptions.codeId}, ${netRevenueCents} as kept, (${orders.couponDiscount} ->> 'amountCents')::int as saved
      from given
      join ${discountRedemptions} on ${discountRedemptions.codeId} = given.id and ${discountRedemptions.state} = 'redeemed'
      join ${orders} on ${orders.checkoutId} = ${discountRedemptions.checkoutId}
      where ${isSale})
    select (select count(*)::int from given) as given, count(distinct code_id)::int as used,
      coalesce(sum(kept), 0)::float8 as "revenueCents", coalesce(sum(saved), 0)::float8 as "discountCents"
    from sales`,
  );
}

/**
 * Reports sales of codes issued for captured addresses since a moment. A row that repeats an older
 * code is not another code.
 */
export function captureReport(db: Db, since: Date): Promise<CodeSales> {
  const { codeId, createdAt } = emailCaptures;
  const couldCount = new Date(since.getTime() - codeHours * 3_600_000);
  return codeSales(
    db,
    sql`select ${codeId} as id from ${emailCaptures} where ${isNotNull(codeId)} and ${gte(createdAt, couldCount)}
      group by ${codeId} having min(${createdAt}) >= ${sql.param(since, createdAt)}`,
  );
}

/** Reports sales of exit-offer codes in checkouts that began since a moment. */
export function exitOfferReport(db: Db, since: Date): Promise<CodeSales> {
  const { exitCodeId, createdAt } = checkouts;
  return codeSales(
    db,
    sql`select ${exitCodeId} as id from ${checkouts} where ${isNotNull(exitCodeId)} and ${gte(createdAt, since)}`,
  );
}

/** `bought` counts people with a sale within 7 days after their notification. */
export type BackInStockReport = { waiting: number; notified: number; bought: number; revenueCents: Cents };

/**
 * Counts people who wait for the product now, and those notified since a moment that it is back.
 */
export function backInStockReport(db: Db, since: Date): Promise<BackInStockReport> {
  const { id, email, trigger, notifiedAt, createdAt } = emailCaptures;
  return oneRow(
    db,
    sql`
    with notified as materialized (
      select ${id}, ${email}, ${notifiedAt} as at from ${emailCaptures}
      where ${gt(notifiedAt, createdAt)} and ${gte(notifiedAt, since)}),
    sales as (
      select notified.id, ${netRevenueCents} as cents from notified
      join ${orders} on ${orders.email} = notified.email and ${isSale} and ${orders.placedAt} >= notified.at
        and ${orders.placedAt} <= notified.at + make_interval(days => ${notifiedCountsDays}))
    select (select count(*)::int from notified) as notified, count(distinct id)::int as bought,
      coalesce(sum(cents), 0)::float8 as "revenueCents",
      (select count(*)::int from ${emailCaptures} where ${eq(trigger, 'sold-out')} and ${isNull(notifiedAt)}) as waiting
    from sales`,
  );
}
