import { createHash } from 'node:crypto';

import { and, eq, gt, isNotNull, notExists, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgColumn } from 'drizzle-orm/pg-core';

import type { Db } from '#platform/db/database.server.ts';
import { firstRow, hasRow, storedRow } from '#platform/db/rows.server.ts';

import { automationEmails, automationRecipients } from './automations.tables.server.ts';

type Recipient = typeof automationRecipients.$inferSelect;

/** Returns the hash under which an address is stored, regardless of case and surrounding spaces. */
export function addressHash(email: string): string {
  return createHash('sha256').update(email.trim().toLowerCase()).digest('hex');
}

export function hasStopped(db: Db, email: string): Promise<boolean> {
  const { id, addressHash: hash, stoppedAt } = automationRecipients;
  const isTheirs = eq(hash, addressHash(email));
  return hasRow(
    db
      .select({ id })
      .from(automationRecipients)
      .where(and(isTheirs, isNotNull(stoppedAt))),
  );
}

/**
 * Returns the recipient with this address, created if missing and locked until the transaction
 * ends.
 */
export function takeRecipient(tx: Db, addressHash: string): Promise<Recipient> {
  const values = { addressHash };
  const onConflict = { target: automationRecipients.addressHash, set: values };
  return storedRow(tx.insert(automationRecipients).values(values).onConflictDoUpdate(onConflict).returning());
}

/**
 * Unsubscribes a recipient at a new time, so that addresses left since an earlier unsubscription
 * are covered too. False if there is no such recipient.
 */
export function updateToStopped(db: Db, id: string, stoppedAt: Date): Promise<boolean> {
  const isThis = eq(automationRecipients.id, id);
  return hasRow(
    db.update(automationRecipients).set({ stoppedAt }).where(isThis).returning({ id: automationRecipients.id }),
  );
}

export function findRecipient(db: Db, id: string): Promise<Recipient | null> {
  return firstRow(db.select().from(automationRecipients).where(eq(automationRecipients.id, id)));
}

export type LeftAddress = { email: AnyPgColumn; createdAt: AnyPgColumn };

/** SQL condition: true when the recipient unsubscribed after leaving the address. */
export function stoppedSince({ email, createdAt: left }: LeftAddress) {
  const hash = sql`encode(sha256(convert_to(${email}, 'UTF8')), 'hex')`;
  return and(eq(automationRecipients.addressHash, hash), gt(automationRecipients.stoppedAt, left));
}

/** Stores the decision on the e-mail of a cause. Null if it was already stored. */
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
 * SQL condition: true when no e-mail of the kind was decided for the id in a column of another
 * statement.
 */
export const undecided = (db: Db, kind: string, aboutId: PgColumn) =>
  notExists(
    db
      .select({ id: automationEmails.id })
      .from(automationEmails)
      .where(and(eq(automationEmails.kind, kind), eq(automationEmails.aboutId, aboutId))),
  );

/** Returns a query for the checkout of a reminder. */
export const reminded = (db: Db, reminderId: string) =>
  db
    .select({ id: automationEmails.aboutId })
    .from(automationEmails)
    .where(and(eq(automationEmails.id, reminderId), eq(automationEmails.kind, 'abandoned_checkout')));
