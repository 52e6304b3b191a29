import type { Pool } from 'pg';

import type { MailServer } from '../support/mail-server.ts';

const live = `('open', 'awaiting_payment', 'payment_processing')`;
const paidIntents = `(select id, body->'metadata'->>'checkout_id' as checkout_id, (body->>'amount_received')::int as cents
  from sandbox_intents where body->>'status' = 'succeeded')`;

/** Violations, each as a query that counts them. `$1` is the initial stock of each product. */
const violationQueries = {
  'paid intents without an order': `select count(*) from ${paidIntents} i
    where not exists (select from orders o where o.payment_intent_id = i.id)`,
  'checkouts with two orders': `select count(*) from (select i.checkout_id from orders o
    join ${paidIntents} i on i.id = o.payment_intent_id group by 1 having count(*) > 1) twice`,
  'checkouts charged twice': `select count(*) from (select checkout_id from ${paidIntents} i group by 1 having count(*) > 1) twice`,
  'unpaid orders marked paid': `select count(*) from orders o where o.payment_status = 'paid'
    and not exists (select from ${paidIntents} i where i.id = o.payment_intent_id)`,
  'orders with a wrong amount': `select count(*) from orders o left join ${paidIntents} i on i.id = o.payment_intent_id
    where o.total_cents <> coalesce(i.cents, 0)
    or o.total_cents <> o.shipping_cents + (select sum(total_cents) from order_items where order_id = o.id)`,
  'orders held for review': `select count(*) from orders where hold_reason is not null`,
  'units sold beyond stock or lost': `select coalesce(sum(abs($1 - p.on_hand - p.sold)), 0) from (select on_hand,
    (select coalesce(sum(quantity), 0) from order_items i where i.product_id = products.id) as sold from products) p`,
  'leaked reservations': `select (select coalesce(sum(reserved), 0) from products) + (select count(*) from reservations)`,
  'leaked or miscounted codes': `select coalesce(sum(c.held + abs(c.used - (select count(*) from orders o where o.code->>'code' = c.code))
    + (select count(*) from discount_redemptions r where r.code_id = c.id and r.state = 'held')), 0) from discount_codes c`,
  'redemptions over the limit': `select coalesce(sum(greatest(0, (select count(*) from orders o where o.code->>'code' = c.code) - c.max_uses)), 0)
    from discount_codes c where c.max_uses is not null`,
  'orders without exactly one mail': `select count(*) from orders o where 1 <>
    (select count(*) from mails m where m.order_id = o.id and m.kind = 'order_confirmation')`,
  'mails without an order': `select count(*) from mails m where m.kind = 'order_confirmation'
    and not exists (select from orders o where o.id = m.order_id)`,
  'reservations that outlived their time by more than 30 s': `select count(*) from late_releases`,
  'checkouts live after their time': `select count(*) from checkouts where state in ${live} and expires_at < now()`,
};

export type Violations = Record<string, number>;

async function counted(pool: Pool, queries: Record<string, string>, values: readonly number[]): Promise<Violations> {
  const violations: Violations = {};
  for (const [name, query] of Object.entries(queries)) {
    const { rows } = await pool.query<Record<string, string>>(query, query.includes('$1') ? [...values] : []);
    violations[name] = Number(Object.values(rows[0] ?? {})[0]);
  }
  return violations;
}

/** Records checkouts that expire, and so release their goods, more than 30 s after their time. */
export async function watchReservations(pool: Pool): Promise<void> {
  await pool.query(`create table if not exists late_releases (seconds float8);
    create or replace function note_late_release() returns trigger language plpgsql as $$ begin
      insert into late_releases select extract(epoch from now() - old.expires_at);
      return new;
    end $$;
    create or replace trigger note_late_release before update of state on checkouts for each row
      when (new.state = 'expired' and old.state <> 'expired' and old.expires_at < now() - interval '30 seconds')
      execute function note_late_release()`);
}

/** Counts all violations. Every count must be zero once a shop has settled. */
export async function violationsOf(pool: Pool, stockAtFirst: number): Promise<Violations> {
  await pool.query('create table if not exists late_releases (seconds float8)');
  return counted(pool, violationQueries, [stockAtFirst]);
}

/** Result of `violationsOf` for a shop in which nothing went wrong. */
export const allZero: Violations = Object.fromEntries(Object.keys(violationQueries).map((name) => [name, 0]));

type Confirmation = { id: string; interrupted: number };

/**
 * Counts confirmations that did not arrive, and duplicates that no kill explains. If a process dies
 * while sending, it is unknown whether the mail was sent.
 */
export async function mailViolationsOf(pool: Pool, { taken }: MailServer): Promise<Violations> {
  const { rows } = await pool.query<Confirmation>(`select m.message_id as id, m.interrupted from mails m
    join orders o on o.id = m.order_id where m.kind = 'order_confirmation'`);
  const copiesOf = (id: string) => taken.filter(({ mail }) => mail.messageId === id).length;
  const copies = rows.map(({ id, interrupted }) => ({ count: copiesOf(id), interrupted }));
  const again = copies.map(({ count, interrupted }) => Math.max(0, count - 1 - interrupted));
  return {
    'confirmations that did not arrive': copies.filter(({ count }) => count === 0).length,
    'confirmations that came again without a kill': again.reduce((sum, count) => sum + count, 0),
  };
}

/** Result of `mailViolationsOf` for a mail server that received every confirmation once. */
export const noMailAstray: Violations = {
  'confirmations that did not arrive': 0,
  'confirmations that came again without a kill': 0,
};

const happenings = {
  checkouts: `select count(*) from checkouts`,
  'intents paid': `select count(*) from ${paidIntents} i`,
  'intents cancelled': `select count(*) from sandbox_intents where body->>'status' = 'canceled'`,
  orders: `select count(*) from orders`,
  'orders with the limited code': `select count(*) from orders where code->>'code' = 'LIMITED'`,
  'units sold': `select coalesce(sum(quantity), 0) from order_items`,
  'events of the provider': `select count(*) from sandbox_events`,
  'events never delivered': `select count(*) from sandbox_events where copies = 0`,
  'mails sent': `select count(*) from mails where state = 'sent'`,
  'mails that a kill interrupted': `select coalesce(sum(interrupted), 0) from mails`,
  'mails in the hands of a dead process': `select count(*) from pgboss.job where name = 'send-mail' and state = 'active'
    and started_on < now() - interval '1 second'`,
  'calls answered by a fault': `select count(*) from sandbox_answers where status >= 500`,
};

/** Counts of events during the run, for its printed report. */
export function happeningsOf(pool: Pool): Promise<Violations> {
  return counted(pool, happenings, []);
}

/** Returns the work of each process: checkouts that it leased last, and mails that it sent. */
export async function shareOf(pool: Pool): Promise<Violations> {
  const { rows } = await pool.query<{ work: string; process: string; count: string }>(
    `select 'checkouts leased' as work, process, count(*) from checkouts where process is not null group by process
    union all select 'mails sent', sent_by, count(*) from mails where state = 'sent' group by sent_by order by 1, 2`,
  );
  return Object.fromEntries(rows.map(({ work, process, count }) => [`${work} by ${process}`, Number(count)]));
}
