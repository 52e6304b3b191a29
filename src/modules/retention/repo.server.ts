import { sql, type SQL } from 'drizzle-orm';

import { sessions, verifications } from '#modules/accounts/tables.server.ts';
import { carts } from '#modules/cart/tables.server.ts';
import { emptyDelivery } from '#modules/checkout/rules.ts';
import { checkouts, checkoutQuotes } from '#modules/checkout/tables.server.ts';
import { contactMessages } from '#modules/contact/tables.server.ts';
import { mails } from '#modules/email/tables.server.ts';
import { letterRecipients, letters } from '#modules/letters/tables.server.ts';
import { emailCaptures } from '#modules/marketing/tables.server.ts';
import { orders } from '#modules/orders/tables.server.ts';
import { paymentsToForget } from '#modules/personal-data/tables.server.ts';
import { securityDays } from '#modules/security/rules.ts';
import { securityEvents } from '#modules/security/tables.server.ts';
import { taxQuotes } from '#modules/tax/tables.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { rateLimitPoints } from '#platform/limits/tables.server.ts';

import { keptSince, type Period } from './rules.ts';

const at = (moment: Date) => sql`${moment.toISOString()}::timestamptz`;

/** Checkouts that are over: never paid, or paid and kept as an order. */
const isOver = sql`(${checkouts.state} = 'expired' or exists
  (select 1 from ${orders} where ${orders.checkoutId} = ${checkouts.id}))`;

const nobody = sql`${JSON.stringify(emptyDelivery)}::jsonb`;

const hashOf = (email: SQL) => sql`encode(sha256(convert_to(${email}, 'UTF8')), 'hex')`;

type Since = (period: Period) => SQL;

/** What is forgotten, one statement each, by the name under which it is counted. Each may run again at any time. */
const statements: Record<string, (since: Since, now: SQL) => SQL> = {
  // Before the checkouts themselves: what they forget here tells no more whom a payment was for.
  payments: (since) => sql`
    insert into ${paymentsToForget} (payment_intent_id)
    select distinct ${checkouts.paymentIntentId} from ${checkouts}
    join ${checkoutQuotes} on ${checkoutQuotes.checkoutId} = ${checkouts.id}
    where ${checkouts.createdAt} < ${since('checkoutDays')} and ${checkouts.state} = 'expired'
      and ${checkouts.paymentIntentId} is not null and body -> 'contact' <> 'null'
    on conflict do nothing`,
  checkouts: (since) => sql`
    update ${checkoutQuotes} set body = body || ${nobody}
    from ${checkouts}
    where ${checkouts.id} = ${checkoutQuotes.checkoutId} and ${checkouts.createdAt} < ${since('checkoutDays')}
      and ${isOver} and body <> body || ${nobody}`,
  checkoutPlaces: (since) => sql`
    update ${checkouts} set visitor_ip = ''
    where ${checkouts.createdAt} < ${since('checkoutDays')} and ${isOver} and ${checkouts.visitorIp} <> ''`,
  guestCarts: (since) => sql`
    delete from ${carts}
    where ${carts.customerId} is null and ${carts.updatedAt} < ${since('guestCartDays')}
      and (${carts.buyer} is null or ${carts.buyer} like 'guest:%')
      and not exists (select 1 from ${checkouts}
        where ${checkouts.cartId} = ${carts.id} and ${checkouts.state} not in ('expired', 'completed'))`,
  contactMessages: (since) => sql`
    delete from ${contactMessages} where ${contactMessages.createdAt} < ${since('contactMessageDays')}`,
  mails: (since) => sql`
    update ${mails} set content = null, html = null, text = null, last_error = null, to_address = ''
    where ${mails.createdAt} < ${since('mailDays')} and ${mails.state} <> 'queued' and ${mails.toAddress} <> ''`,
  captures: (since) => sql`
    delete from ${emailCaptures}
    where ${emailCaptures.createdAt} < ${since('captureDays')} or exists (select 1 from ${letterRecipients}
      where ${letterRecipients.addressHash} = ${hashOf(sql`${emailCaptures.email}`)}
        and ${letterRecipients.stoppedAt} < ${since('stoppedDays')}
        and ${letterRecipients.stoppedAt} > ${emailCaptures.createdAt})`,
  letters: (since) => sql`delete from ${letters} where ${letters.createdAt} < ${since('letterDays')}`,
  recipients: (since) => sql`
    delete from ${letterRecipients}
    where ${letterRecipients.stoppedAt} is null and ${letterRecipients.createdAt} < ${since('letterDays')}
      and not exists (select 1 from ${letters} where ${letters.recipientId} = ${letterRecipients.id})`,
  sessions: (_since, now) => sql`delete from ${sessions} where ${sessions.expiresAt} < ${now}`,
  verifications: (_since, now) => sql`delete from ${verifications} where ${verifications.expiresAt} < ${now}`,
  taxQuotes: (_since, now) => sql`delete from ${taxQuotes} where ${taxQuotes.askedAt} < ${now} - interval '30 days'`,
  securityEvents: (_since, now) => sql`
    delete from ${securityEvents} where ${securityEvents.lastAt} < ${now} - make_interval(days => ${securityDays}::int)`,
  limits: (_since, now) => sql`
    delete from ${rateLimitPoints} where ${rateLimitPoints.expire} < extract(epoch from ${now}) * 1000`,
};

export const forgettings = Object.keys(statements);

/** Forgets one kind of data; answers how many rows. */
export async function forget(db: Db, name: string, now: Date): Promise<number> {
  const statement = statements[name];
  if (statement === undefined) return 0;
  const since: Since = (period) => at(keptSince(period, now));
  const { rowCount } = await db.execute(statement(since, at(now)));
  return rowCount ?? 0;
}
