import { and, eq, gt, notExists, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import type { Db } from '#platform/db/database.server.ts';

import { automationEmails, automationRecipients } from './tables.server.ts';

type Recipient = typeof automationRecipients.$inferSelect;

/** The recipient with this address, locked until the transaction ends. */
export async function takeRecipient(tx: Db, addressHash: string): Promise<Recipient> {
  const [row] = await tx
    .insert(automationRecipients)
    .values({ addressHash })
    .onConflictDoUpdate({ target: automationRecipients.addressHash, set: { addressHash } })
    .returning();
  if (row === undefined) throw new Error('the recipient was not stored');
  return row;
}

/** Ends all automated e-mails to a recipient; false when there is none. */
export async function updateToStopped(db: Db, id: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(automationRecipients)
    .set({ stoppedAt: sql`coalesce(${automationRecipients.stoppedAt}, ${now.toISOString()}::timestamptz)` })
    .where(eq(automationRecipients.id, id))
    .returning({ id: automationRecipients.id });
  return rows.length === 1;
}

export async function findRecipient(db: Db, id: string): Promise<Recipient | null> {
  const rows = await db.select().from(automationRecipients).where(eq(automationRecipients.id, id)).limit(1);
  return rows[0] ?? null;
}

/** Stores the decision on the e-mail of a cause, once; null when that was done before. */
export async function insertEmail(tx: Db, email: typeof automationEmails.$inferInsert): Promise<string | null> {
  const [row] = await tx
    .insert(automationEmails)
    .values(email)
    .onConflictDoNothing()
    .returning({ id: automationEmails.id });
  return row?.id ?? null;
}

export function countReminders(db: Db, recipientId: string, after: Date): Promise<number> {
  const { recipientId: to, kind, isSent, createdAt } = automationEmails;
  const isReminder = and(eq(kind, 'abandoned_checkout'), eq(isSent, true));
  return db.$count(automationEmails, and(eq(to, recipientId), isReminder, gt(createdAt, after)));
}

/** Nothing was decided about what a column of another statement names. */
export const undecided = (db: Db, kind: string, aboutId: PgColumn) =>
  notExists(
    db
      .select({ id: automationEmails.id })
      .from(automationEmails)
      .where(and(eq(automationEmails.kind, kind), eq(automationEmails.aboutId, aboutId))),
  );

/** A query of the checkout that a reminder is about. */
export const reminded = (db: Db, reminderId: string) =>
  db
    .select({ id: automationEmails.aboutId })
    .from(automationEmails)
    .where(and(eq(automationEmails.id, reminderId), eq(automationEmails.kind, 'abandoned_checkout')));
