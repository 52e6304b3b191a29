import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import { updateBefore } from '#platform/db/batched-writes.server.ts';
import { preparedStatement, type Placeholders } from '#platform/db/prepared-statement.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { listPage, type ListOrder, type ListPage } from '#platform/db/list-page.server.ts';
import { descending } from '#platform/db/planner.server.ts';
import { firstRow } from '#platform/db/rows.server.ts';
import { emailEquals } from '#platform/db/data-subject.server.ts';
import { matchesAllWords } from '#platform/db/word-search.server.ts';

import { noticeMailName, undeliverableDomain, type MailKind } from './mail.ts';
import { hasRecipient, mails } from './tables.server.ts';

const { id, orderId, kind, toAddress, subject, state, attempts, lastError, createdAt, sentAt, dismissedAt } = mails;
const columns = { id, orderId, kind, toAddress, subject, state, attempts, lastError, createdAt, sentAt, dismissedAt };

export type MailRow = typeof mails.$inferSelect;

/** Returns a mail, or null. */
export function findMail(db: Db, id: string): Promise<MailRow | null> {
  return firstRow(db.select().from(mails).where(eq(mails.id, id)));
}

const selectState = preparedStatement((db, { orderId, kind }: Placeholders<{ orderId: string; kind: string }>) =>
  db
    .select({ state: mails.state })
    .from(mails)
    .where(and(eq(mails.orderId, orderId), eq(mails.kind, kind)))
    .orderBy(desc(mails.createdAt))
    .limit(1),
);

export async function findState(db: Db, orderId: string, kind: string): Promise<MailRow['state'] | null> {
  return (await selectState(db, { orderId, kind }))[0]?.state ?? null;
}

export type MailStatus = 'sent' | 'failed' | 'unknown';

export const mailStatusFrom = (state: string | null): MailStatus =>
  state === 'sent' || state === 'failed' ? state : 'unknown';

/** Column for statements on orders: the state of an order's newest mail of a kind, or ''. */
const mailState = (orderId: PgColumn, kind: string) =>
  sql`coalesce((select ${mails.state}::text from ${mails} where ${mails.orderId} = ${orderId} and ${mails.kind} = ${kind} order by ${mails.createdAt} desc limit 1), '')`;

/** Column for statements on orders: like `mailStatus`. */
export const mailStatusOf = (orderId: PgColumn, { name }: Pick<MailKind, 'name'>) =>
  mailState(orderId, name).mapWith(mailStatusFrom);

/**
 * SQL condition: true when a mail of the kind exists for the order and cause in columns of another
 * statement.
 */
export const hasMail = ({ kind, orderId, cause }: { kind: string; orderId: PgColumn; cause: PgColumn }) => sql`exists (
  select 1 from ${mails} where ${mails.kind} = ${kind} and ${mails.orderId} = ${orderId} and ${mails.cause} = ${cause}::text)`;

/**
 * SQL condition: true when the address in a column can receive mail. Payments may lack an address,
 * and deleted accounts have an undeliverable one.
 */
export const isDeliverable = (address: PgColumn) =>
  sql`(${address} <> '' and ${address} not like ${`%${undeliverableDomain}`})`;

/** Lists all mails of an order, oldest first. */
export function listOrderMails(db: Db, orderId: string) {
  return db.select(columns).from(mails).where(eq(mails.orderId, orderId)).orderBy(asc(mails.createdAt));
}

/** Lists the newest mails for the mailbox page, at most 100. */
export function listNewestMails(db: Db) {
  return db.select(columns).from(mails).orderBy(descending(mails.createdAt)).limit(100);
}

export const mailStates = ['', 'queued', 'sent', 'failed', 'dismissed'] as const;
type MailStateFilter = (typeof mailStates)[number];

/** SQL condition: true for a mail that failed and was not dismissed. */
const isFailed = and(eq(state, 'failed'), isNull(dismissedAt));

function hasState(filter: MailStateFilter) {
  if (filter === '') return undefined;
  if (filter === 'dismissed') return isNotNull(dismissedAt);
  return filter === 'failed' ? isFailed : eq(state, filter);
}

const mailOrder: ListOrder = {
  sorts: { when: createdAt, to: toAddress },
  tie: [createdAt, id],
  first: '-when',
  indexed: 'desc',
};

type MailQuery = { q: string; state: MailStateFilter; page: ListPage };

/** Lists mails, newest first by default. */
export const listMails = (db: Db, { q, state: filter, page }: MailQuery) =>
  listPage(mailOrder, page, ({ beyond, orderBy, position, limit }) =>
    db
      .select({ ...columns, position })
      .from(mails)
      .where(and(matchesAllWords([toAddress, subject], q), hasState(filter), beyond))
      .orderBy(...orderBy)
      .limit(limit),
  );

export type LoggedMail = Awaited<ReturnType<typeof listMails>>['rows'][number];

export async function lastMailSentAt(db: Db): Promise<Date | null> {
  const rows = await db.select({ sentAt }).from(mails).where(eq(state, 'sent')).orderBy(desc(sentAt)).limit(1);
  return rows[0]?.sentAt ?? null;
}

/** Counts mails that failed and were not dismissed. */
export function countFailedMails(db: Db): Promise<number> {
  return db.$count(mails, isFailed);
}

export type MailCounts = { sent: number; waiting: number; failed: number };

/** Counts mails of some kinds since a moment, by kind and state. */
export async function countMails<Kind extends string>(
  db: Db,
  kinds: readonly Kind[],
  since: Date,
): Promise<Record<Kind, MailCounts>> {
  const rows = await db
    .select({ kind, state, count: sql<number>`count(*)::int` })
    .from(mails)
    .where(and(inArray(kind, [...kinds]), gte(createdAt, since)))
    .groupBy(kind, state);
  const of = (name: string, at: string) => rows.find((row) => row.kind === name && row.state === at)?.count ?? 0;
  const counted = kinds.map((name) => [
    name,
    { sent: of(name, 'sent'), waiting: of(name, 'queued'), failed: of(name, 'failed') },
  ]);
  return Object.fromEntries(counted) as Record<Kind, MailCounts>;
}

/** SQL condition: true for a mail that is sent or failed. */
const isDone = inArray(state, ['sent', 'failed']);

/** Returns the mails to an address, newest first, for the download of a person's data. */
export function listMailsTo(db: Db, email: string) {
  return db
    .select({ kind, subject, state, at: createdAt })
    .from(mails)
    .where(emailEquals(toAddress, email))
    .orderBy(desc(createdAt));
}

/**
 * Deletes the mails to a person, except queued ones. Messages from the person went to the shop's
 * support address. They are deleted even if they are still queued.
 */
export async function deleteMailsOfPerson(tx: Db, email: string): Promise<void> {
  const writer = sql`lower(${mails.content} -> 'data' ->> 'email') = ${email}`;
  await tx.delete(mails).where(or(and(emailEquals(toAddress, email), isDone), writer));
}

/** Deletes the mails of an order whose customer is erased, except queued ones. */
export async function eraseOrderMails(tx: Db, order: string): Promise<void> {
  await tx.delete(mails).where(and(eq(orderId, order), isDone));
}

/** Deletes all mails of orders that are deleted, also queued ones. */
export async function removeAllOrderMails(tx: Db, orders: readonly string[]): Promise<void> {
  await tx.delete(mails).where(inArray(orderId, [...orders]));
}

/**
 * Clears content and address of mails created before a date, in batches. The record that a mail was
 * sent, and when, stays.
 */
export function clearMailsBefore(db: Db, date: Date) {
  return updateBefore(db, { table: mails, at: createdAt, before: date, which: hasRecipient(mails) }, (isInStretch) =>
    db.update(mails).set({ content: null, html: null, text: null, lastError: null, toAddress: '' }).where(isInStretch),
  );
}

/** SQL rows of mails that failed and were not dismissed. */
export const failedMails = sql`from ${mails} where ${isFailed}`;

/** Selects the failed mails to tell admins of. An email to an admin is not told to admins. */
export const failedMailNotices = sql`select ${mails.id}::text as subject, ${mails.kind} as label, null::int as cents,
  null::timestamptz as due_at ${failedMails} and ${mails.kind} <> ${noticeMailName}`;

/** SQL rows of mails that have waited for more than 5 minutes. */
export const lateMails = sql`from ${mails} where ${mails.state} = 'queued' and ${mails.createdAt} < now() - interval '5 minutes'`;

export const mailsSince = createdAt;

/** SQL rows of waiting mails whose last try failed. */
const failingMails = sql`from ${mails} where ${mails.state} = 'queued' and ${mails.lastError} is not null`;

export const lateMailCount = sql`select count(*)::int ${lateMails}`;
export const failingMailCount = sql`select count(*)::int ${failingMails}`;
export const mailCountsByState = sql`select case when ${dismissedAt} is null then ${state}::text else 'dismissed' end as state, count(*)::int
  from ${mails} group by 1`;

/** Counts mails that have waited for more than 5 minutes, and mails whose last try failed. */
export async function countWaitingMails(db: Db): Promise<{ late: number; failing: number }> {
  const { rows } = await db.execute<{ late: number; failing: number }>(
    sql`select (${lateMailCount}) as late, (${failingMailCount}) as failing`,
  );
  return rows[0] ?? { late: 0, failing: 0 };
}
