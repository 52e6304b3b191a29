import { gte, isNotNull, sql, type SQL } from 'drizzle-orm';

import { mails } from '#modules/email/tables.server.ts';
import { reminderCountsDays } from '#modules/marketing/automations.ts';
import { automationEmails, automationRecipients } from '#modules/marketing/automations.tables.server.ts';
import { isSale, netRevenueCents } from '#modules/orders/sales.server.ts';
import { orderItems, orders } from '#modules/orders/tables.server.ts';
import { reviews } from '#modules/reviews/tables.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { oneRow } from '#platform/db/rows.server.ts';
import type { Cents } from '#shared/money.ts';

/** Outcomes of the e-mails of one kind. `due` is the sum of all other counts. */
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

/** E-mails of a kind that were decided since a moment, each joined with its mail. */
const decided = (kind: string, mailOfEmail: SQL, since: Date) => sql`
  select ${automationEmails.id}, ${automationEmails.aboutId}, ${automationEmails.isSent}, ${automationRecipients.addressHash},
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
export function reminderReport(db: Db, since: Date): Promise<ReminderReport> {
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
export function reviewRequestReport(db: Db, since: Date): Promise<ReviewRequestReport> {
  const mailOfEmail = sql`${mails.orderId} = ${automationEmails.aboutId}`;
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
export function stoppedReport(db: Db, since: Date): Promise<{ lately: number; ever: number }> {
  const { stoppedAt } = automationRecipients;
  return oneRow(
    db,
    sql`select (count(*) filter (where ${gte(stoppedAt, since)}))::int as lately, count(${stoppedAt})::int as ever
      from ${automationRecipients} where ${isNotNull(stoppedAt)}`,
  );
}
