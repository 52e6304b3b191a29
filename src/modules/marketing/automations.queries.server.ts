import { createHash } from 'node:crypto';

import { and, asc, eq, exists, gt, gte, isNotNull, isNull, lt, notExists, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn, PgColumn } from 'drizzle-orm/pg-core';

import { deleteBefore, deleteInBatches } from '#platform/db/batched-writes.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { firstRow, hasRow, insertedRow } from '#platform/db/rows.server.ts';

import { normalAddress } from './email-capture.ts';
import { hasAgreed } from './email-capture.queries.server.ts';
import { automationEmails, automationRecipients, emailCaptures } from './tables.server.ts';

type Recipient = typeof automationRecipients.$inferSelect;

/** Returns the hash under which an address is stored, regardless of case and surrounding spaces. */
export function addressHash(email: string): string {
  return createHash('sha256').update(email.trim().toLowerCase()).digest('hex');
}

const isRecipient = (email: string) => eq(automationRecipients.addressHash, addressHash(email));

/** SQL: hash of the address of a captured row, as recipients have it. */
const hashOf = (email: AnyPgColumn) => sql`encode(sha256(convert_to(${email}, 'UTF8')), 'hex')`;

/**
 * Returns a query for the recipient of `isOne` if the newest consent of the address, a capture of
 * `isTheirs`, is older than the newest unsubscription. Without any consent, the latter counts.
 */
function selectLeft(db: Db, isOne: SQL, isTheirs: SQL) {
  const { id, stoppedAt } = automationRecipients;
  const newer = db
    .select({ id: emailCaptures.id })
    .from(emailCaptures)
    .where(and(isTheirs, gt(emailCaptures.createdAt, stoppedAt)));
  return db
    .select({ id })
    .from(automationRecipients)
    .where(and(isOne, isNotNull(stoppedAt), notExists(newer)));
}

/** True if the owner of an address unsubscribed and did not sign up again since. */
export function hasUnsubscribed(db: Db, email: string): Promise<boolean> {
  return hasRow(selectLeft(db, isRecipient(email), eq(emailCaptures.email, normalAddress(email))));
}

/** Same for the recipient of a link. */
export function hasRecipientLeft(db: Db, id: string): Promise<boolean> {
  const isTheirs = sql`${hashOf(emailCaptures.email)} = ${automationRecipients.addressHash}`;
  return hasRow(selectLeft(db, eq(automationRecipients.id, id), isTheirs));
}

/**
 * Returns the recipient with this address, created if missing and locked until the transaction
 * ends. Dates an old one anew, because the link in the next email must outlive it.
 */
export function upsertAndLockRecipient(tx: Db, addressHash: string): Promise<Recipient> {
  const values = { addressHash };
  const onConflict = { target: automationRecipients.addressHash, set: { ...values, createdAt: sql`now()` } };
  return insertedRow(tx.insert(automationRecipients).values(values).onConflictDoUpdate(onConflict).returning());
}

/**
 * Unsubscribes a recipient at a new time, so that addresses left since an earlier unsubscription
 * are covered too. False if there is no such recipient.
 */
export function markUnsubscribed(db: Db, id: string, stoppedAt: Date): Promise<boolean> {
  const isThis = eq(automationRecipients.id, id);
  return hasRow(
    db.update(automationRecipients).set({ stoppedAt }).where(isThis).returning({ id: automationRecipients.id }),
  );
}

export function findRecipient(db: Db, id: string): Promise<Recipient | null> {
  return firstRow(db.select().from(automationRecipients).where(eq(automationRecipients.id, id)));
}

/** Stores the decision on the email of a cause. Null if it was already stored. */
export async function insertEmail(tx: Db, email: typeof automationEmails.$inferInsert): Promise<string | null> {
  const insert = tx.insert(automationEmails).values(email).onConflictDoNothing();
  return (await firstRow(insert.returning({ id: automationEmails.id })))?.id ?? null;
}

export function countReminders(db: Db, recipientId: string, after: Date): Promise<number> {
  const { recipientId: to, kind, isSent, createdAt } = automationEmails;
  const isReminder = and(eq(kind, 'abandoned_checkout'), eq(isSent, true));
  return db.$count(automationEmails, and(eq(to, recipientId), isReminder, gt(createdAt, after)));
}

/**
 * SQL condition: true when no email of the kind was decided for the id in a column of another
 * statement.
 */
export const isUndecided = (db: Db, kind: string, subjectId: PgColumn) =>
  notExists(
    db
      .select({ id: automationEmails.id })
      .from(automationEmails)
      .where(and(eq(automationEmails.kind, kind), eq(automationEmails.subjectId, subjectId))),
  );

/**
 * SQL condition: true when the person agreed to emails, did not leave since, and has no reminder of
 * the checkout.
 */
export const needsReminder = (
  db: Db,
  { id, email }: { id: PgColumn; email: SQL },
  consentVersions: readonly string[],
) => and(hasAgreed(email, consentVersions, wantsEmails(db, emailCaptures)), isUndecided(db, 'abandoned_checkout', id));

/** Returns a query for the checkout of a reminder. */
export const selectRemindedCheckout = (db: Db, reminderId: string) =>
  db
    .select({ id: automationEmails.subjectId })
    .from(automationEmails)
    .where(and(eq(automationEmails.id, reminderId), eq(automationEmails.kind, 'abandoned_checkout')));

type LeftAddress = { email: AnyPgColumn; createdAt: AnyPgColumn };

/** SQL condition: true when the recipient unsubscribed after leaving the address. */
function unsubscribedSince({ email, createdAt: left }: LeftAddress) {
  return and(eq(automationRecipients.addressHash, hashOf(email)), gte(automationRecipients.stoppedAt, left));
}

const selectUnsubscribed = (db: Db, left: LeftAddress) =>
  db.select({ id: automationRecipients.id }).from(automationRecipients).where(unsubscribedSince(left));

/** SQL condition: true when the person who left an address still wants emails. */
export const wantsEmails = (db: Db, left: LeftAddress) => notExists(selectUnsubscribed(db, left));

/** SQL condition: true when the person who left an address has unsubscribed since. */
export const stoppedEmails = (db: Db, left: LeftAddress) => exists(selectUnsubscribed(db, left));

/** Lists the decided emails to an address, oldest first. */
export function listEmailsTo(db: Db, email: string) {
  const { kind, isSent, createdAt: at } = automationEmails;
  return db
    .select({ kind, isSent, at })
    .from(automationEmails)
    .innerJoin(automationRecipients, eq(automationRecipients.id, automationEmails.recipientId))
    .where(isRecipient(email))
    .orderBy(asc(at));
}

export function listUnsubscriptions(db: Db, email: string) {
  const { stoppedAt: at } = automationRecipients;
  return db
    .select({ at })
    .from(automationRecipients)
    .where(and(isRecipient(email), isNotNull(at)));
}

/** Stores the hash of `alias` for a recipient, unless the address has unsubscribed. */
export async function updateAddressHash(tx: Db, email: string, alias: string): Promise<void> {
  await tx
    .update(automationRecipients)
    .set({ addressHash: addressHash(alias) })
    .where(and(isRecipient(email), isNull(automationRecipients.stoppedAt)));
}

/** Deletes captured addresses whose owners unsubscribed before a moment. */
export function deleteCapturesOfUnsubscribed(db: Db, before: Date) {
  const stopped = sql`${unsubscribedSince(emailCaptures)} and ${lt(automationRecipients.stoppedAt, before)}`;
  return deleteInBatches(db, emailCaptures, sql`exists (select 1 from ${automationRecipients} where ${stopped})`);
}

export function deleteEmailsBefore(db: Db, before: Date) {
  return deleteBefore(db, { table: automationEmails, at: automationEmails.createdAt, before, which: undefined });
}

/** Deletes recipients without an email since a moment, who did not unsubscribe. */
export function deleteRecipientsBefore(db: Db, before: Date) {
  const { id, stoppedAt, createdAt } = automationRecipients;
  const theirs = db
    .select({ id: automationEmails.id })
    .from(automationEmails)
    .where(eq(automationEmails.recipientId, id));
  const which = isNull(stoppedAt);
  return deleteBefore(db, { table: automationRecipients, at: createdAt, before, which }, notExists(theirs));
}
