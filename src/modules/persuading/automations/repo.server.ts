import { and, eq, gt, notExists, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import type { Db } from '#platform/db/database.server.ts';

import { letterRecipients, letters } from './tables.server.ts';

export type Recipient = typeof letterRecipients.$inferSelect;

/** The recipient with this address, held for the transaction. */
export async function takeRecipient(tx: Db, addressHash: string): Promise<Recipient> {
  const [row] = await tx
    .insert(letterRecipients)
    .values({ addressHash })
    .onConflictDoUpdate({ target: letterRecipients.addressHash, set: { addressHash } })
    .returning();
  if (row === undefined) throw new Error('the recipient was not stored');
  return row;
}

/** Ends all letters to a recipient; false when there is none. */
export async function updateToStopped(db: Db, id: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(letterRecipients)
    .set({ stoppedAt: sql`coalesce(${letterRecipients.stoppedAt}, ${now.toISOString()}::timestamptz)` })
    .where(eq(letterRecipients.id, id))
    .returning({ id: letterRecipients.id });
  return rows.length === 1;
}

export async function findRecipient(db: Db, id: string): Promise<Recipient | null> {
  const rows = await db.select().from(letterRecipients).where(eq(letterRecipients.id, id)).limit(1);
  return rows[0] ?? null;
}

type NewLetter = typeof letters.$inferInsert;

/** Decides on the letter of a cause, once; null when that was done before. */
export async function insertLetter(tx: Db, letter: NewLetter): Promise<string | null> {
  const rows = await tx.insert(letters).values(letter).onConflictDoNothing().returning({ id: letters.id });
  return rows[0]?.id ?? null;
}

export function countReminders(db: Db, recipientId: string, after: Date): Promise<number> {
  const isReminder = and(eq(letters.kind, 'abandoned_checkout'), eq(letters.isSent, true));
  return db.$count(letters, and(eq(letters.recipientId, recipientId), isReminder, gt(letters.createdAt, after)));
}

/** Nothing was decided about what a column of another statement names. */
export const undecided = (db: Db, kind: string, aboutId: PgColumn) =>
  notExists(
    db
      .select({ id: letters.id })
      .from(letters)
      .where(and(eq(letters.kind, kind), eq(letters.aboutId, aboutId))),
  );

/** A query of the checkout that a reminder is about. */
export const reminded = (db: Db, letterId: string) =>
  db
    .select({ id: letters.aboutId })
    .from(letters)
    .where(and(eq(letters.id, letterId), eq(letters.kind, 'abandoned_checkout')));
