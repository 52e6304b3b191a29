import { eq, gt, gte, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import { checkouts } from '#modules/checkout/tables.server.ts';
import { discountRedemptions } from '#modules/discounts/tables.server.ts';
import { codeHours, notifiedCountsDays } from '#modules/marketing/email-capture.ts';
import { emailCaptures, automationEmails, automationRecipients } from '#modules/marketing/tables.server.ts';
import { isSale, netRevenueCents } from '#modules/orders/sales.queries.server.ts';
import { orders, orderItems } from '#modules/orders/tables.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { oneRow } from '#platform/db/rows.server.ts';
import type { Cents } from '#shared/money.ts';
import { mails } from '#modules/email/tables.server.ts';
import { reminderCountsDays } from '#modules/marketing/automations.ts';
import { reviews } from '#modules/reviews/tables.server.ts';

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
      select ${discountRedemptions.codeId}, ${netRevenueCents} as revenue, (${orders.couponDiscount} ->> 'amountCents')::int as saved
      from given
      join ${discountRedemptions} on ${discountRedemptions.codeId} = given.id and ${discountRedemptions.state} = 'redeemed'
      join ${orders} on ${orders.checkoutId} = ${discountRedemptions.checkoutId}
      where ${isSale})
    select (select count(*)::int from given) as given, count(distinct code_id)::int as used,
      coalesce(sum(revenue), 0)::float8 as "revenueCents", coalesce(sum(saved), 0)::float8 as "discountCents"
    from sales`,
  );
}

/**
 * Reports sales of codes issued for captured addresses since a moment. A row that repeats an older
 * code is not another code.
 */
export function reportCaptures(db: Db, since: Date): Promise<CodeSales> {
  const { codeId, createdAt } = emailCaptures;
  const couldCount = new Date(since.getTime() - codeHours * 3_600_000);
  return codeSales(
    db,
    sql`select ${codeId} as id from ${emailCaptures} where ${isNotNull(codeId)} and ${gte(createdAt, couldCount)}
      group by ${codeId} having min(${createdAt}) >= ${sql.param(since, createdAt)}`,
  );
}

/** Reports sales of exit-offer codes in checkouts that began since a moment. */
export function reportExitOffers(db: Db, since: Date): Promise<CodeSales> {
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
export function reportBackInStock(db: Db, since: Date): Promise<BackInStockReport> {
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

/** Outcomes of the emails of one kind. `due` is the sum of all other counts. */
export type EmailCounts = {
  due: number;
  sent: number;
  waiting: number;
  failed: number;
  /** Deleted from the outbox before it was sent. */
  withdrawn: number;
  /** Not sent: the recipient had unsubscribed. */
  stopped: number;
  /** Not sent: the recipient had one shortly before. */
  spared: number;
};

/** Emails of a kind that were decided since a moment, each joined with its mail. */
const decided = (kind: string, mailOfEmail: SQL, since: Date) => sql`
  select ${automationEmails.id}, ${automationEmails.subjectId}, ${automationEmails.isSent}, ${automationRecipients.addressHash},
    coalesce(${automationRecipients.stoppedAt} <= ${automationEmails.createdAt}, false) as had_stopped, ${mails.state}, ${mails.sentAt}
  from ${automationEmails} join ${automationRecipients} on ${automationRecipients.id} = ${automationEmails.recipientId}
  left join ${mails} on ${mails.kind} = ${kind} and ${mailOfEmail}
  where ${automationEmails.kind} = ${kind} and ${gte(automationEmails.createdAt, since)}`;

const counts = sql`
  count(*)::int as due,
  (count(*) filter (where state = 'sent'))::int as sent,
  (count(*) filter (where state = 'queued'))::int as waiting,
  (count(*) filter (where state = 'failed'))::int as failed,
  (count(*) filter (where is_sent and state is null))::int as withdrawn,
  (count(*) filter (where not is_sent and had_stopped))::int as stopped,
  (count(*) filter (where not is_sent and not had_stopped))::int as spared`;

/** `brought` counts reminders followed by a sale to the same address within 7 days. */
export type ReminderReport = EmailCounts & { brought: number; revenueCents: Cents };

/**
 * Reports abandoned-checkout reminders since a moment. Orders store the address and reminders only
 * its hash, so they are joined by the hash.
 */
export function reportReminders(db: Db, since: Date): Promise<ReminderReport> {
  const mailOfEmail = sql`${mails.orderId} is null and ${mails.cause} = ${automationEmails.id}::text`;
  return oneRow(
    db,
    sql`
    with decided as materialized (${decided('abandoned_checkout', mailOfEmail, since)}),
    sales as (
      select encode(sha256(convert_to(${orders.email}, 'UTF8')), 'hex') as address_hash, ${orders.placedAt},
        ${netRevenueCents} as cents
      from ${orders} where ${isSale} and ${gte(orders.placedAt, since)}),
    brought as (
      select decided.id, sum(sales.cents) as cents from decided join sales using (address_hash)
      where decided.state = 'sent' and sales.placed_at >= decided.sent_at
        and sales.placed_at <= decided.sent_at + make_interval(days => ${reminderCountsDays})
      group by decided.id)
    select ${counts}, count(brought.id)::int as brought, coalesce(sum(brought.cents), 0)::float8 as "revenueCents"
    from decided left join brought using (id)`,
  );
}

/** `reviewed` counts requests that led to a review by a signed-in buyer. */
export type ReviewRequestReport = EmailCounts & { reviewed: number };

/**
 * Reports review requests since a moment. A review counts for the newest earlier request about the
 * same product to its signed-in author.
 */
export function reportReviewRequests(db: Db, since: Date): Promise<ReviewRequestReport> {
  const mailOfEmail = sql`${mails.orderId} = ${automationEmails.subjectId}`;
  return oneRow(
    db,
    sql`
    with decided as materialized (${decided('review_request', mailOfEmail, since)}),
    answers as (
      select distinct on (${reviews.id}) decided.id
      from decided join ${orders} on ${orders.id} = decided.about_id
      join ${reviews} on ${reviews.customerId} = ${orders.customerId} and ${reviews.createdAt} >= decided.sent_at
      where decided.state = 'sent' and exists (select from ${orderItems}
        where ${orderItems.orderId} = ${orders.id} and ${orderItems.productId} = ${reviews.productId})
      order by ${reviews.id}, decided.sent_at desc)
    select ${counts}, (select count(distinct id)::int from answers) as reviewed from decided`,
  );
}

/** Counts recipients who unsubscribed: since a moment, and ever. */
export function reportUnsubscribed(db: Db, since: Date): Promise<{ lately: number; ever: number }> {
  const { stoppedAt } = automationRecipients;
  return oneRow(
    db,
    sql`select (count(*) filter (where ${gte(stoppedAt, since)}))::int as lately, count(${stoppedAt})::int as ever
      from ${automationRecipients} where ${isNotNull(stoppedAt)}`,
  );
}
