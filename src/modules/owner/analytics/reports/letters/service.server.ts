import { sql, type SQL } from 'drizzle-orm';

import { mails } from '#modules/ground/email/tables.server.ts';
import { reminderCountsDays } from '#modules/persuading/automations/rules.ts';
import { letterRecipients, letters } from '#modules/persuading/automations/tables.server.ts';
import { isSale, keptCents } from '#modules/buying/orders/sales/service.server.ts';
import { orderItems, orders } from '#modules/buying/orders/tables.server.ts';
import { reviews } from '#modules/after/reviews/tables.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { oneRow } from '#platform/db/one-row.server.ts';
import type { Cents } from '#shared/money.ts';

/** What became of the letters of one kind; `due` is the sum of all the others. */
export type LetterCounts = {
  due: number;
  sent: number;
  waiting: number;
  failed: number;
  /** Not out, and not owed any more. */
  withdrawn: number;
  /** Not sent: the reader had stopped letters. */
  stopped: number;
  /** Not sent: the reader had just had one. */
  spared: number;
};

/** Letters of a kind that were decided on since a moment, each with its mail. */
const decided = (kind: string, mailOfLetter: SQL, since: Date) => sql`
  select ${letters.id}, ${letters.aboutId}, ${letters.isSent}, ${letterRecipients.addressHash},
    coalesce(${letterRecipients.stoppedAt} <= ${letters.createdAt}, false) as had_stopped, ${mails.state}, ${mails.sentAt}
  from ${letters} join ${letterRecipients} on ${letterRecipients.id} = ${letters.recipientId}
  left join ${mails} on ${mails.kind} = ${kind} and ${mailOfLetter}
  where ${letters.kind} = ${kind} and ${letters.createdAt} >= ${since.toISOString()}::timestamptz`;

const counts = sql`
  count(*)::int as due,
  (count(*) filter (where state = 'sent'))::int as sent,
  (count(*) filter (where state = 'queued'))::int as waiting,
  (count(*) filter (where state = 'failed'))::int as failed,
  (count(*) filter (where is_sent and state is null))::int as withdrawn,
  (count(*) filter (where not is_sent and had_stopped))::int as stopped,
  (count(*) filter (where not is_sent and not had_stopped))::int as spared`;

/** `brought`: reminders with a sale to the same address within 7 days after they were sent. */
export type ReminderReport = LetterCounts & { brought: number; revenueCents: Cents };

/** Abandoned-checkout reminders since a moment. An order names its address, a letter the address's hash: they meet in the hash. */
export function reminderReport(db: Db, since: Date): Promise<ReminderReport> {
  const mailOfLetter = sql`${mails.orderId} is null and ${mails.cause} = ${letters.id}::text`;
  return oneRow(
    db,
    sql`
    with decided as materialized (${decided('abandoned_checkout', mailOfLetter, since)}),
    sales as (
      select encode(sha256(convert_to(${orders.email}, 'UTF8')), 'hex') as address_hash, ${orders.placedAt},
        ${keptCents} as cents
      from ${orders} where ${isSale} and ${orders.placedAt} >= ${since.toISOString()}::timestamptz),
    brought as (
      select decided.id, sum(sales.cents) as cents from decided join sales using (address_hash)
      where decided.state = 'sent' and sales.placed_at >= decided.sent_at
        and sales.placed_at <= decided.sent_at + make_interval(days => ${reminderCountsDays})
      group by decided.id)
    select ${counts}, count(brought.id)::int as brought, coalesce(sum(brought.cents), 0)::float8 as "revenueCents"
    from decided left join brought using (id)`,
  );
}

/** `reviewed`: requests that their buyers answered, as far as reviews tell whose they are. */
export type ReviewRequestReport = LetterCounts & { reviewed: number };

/** Review requests since a moment. A review answers the newest request to its signed-in writer that came before it and for what it is about. */
export function reviewRequestReport(db: Db, since: Date): Promise<ReviewRequestReport> {
  const mailOfLetter = sql`${mails.orderId} = ${letters.aboutId}`;
  return oneRow(
    db,
    sql`
    with decided as materialized (${decided('review_request', mailOfLetter, since)}),
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

/** Unsubscribed: since a moment, and ever. */
export function stoppedReport(db: Db, since: Date): Promise<{ lately: number; ever: number }> {
  return oneRow(
    db,
    sql`
    select (count(*) filter (where ${letterRecipients.stoppedAt} >= ${since.toISOString()}::timestamptz))::int as lately,
      count(*)::int as ever
    from ${letterRecipients} where ${letterRecipients.stoppedAt} is not null`,
  );
}
