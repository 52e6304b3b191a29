import { and, asc, desc, eq, ilike, isNotNull, isNull, or } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import { firstRow, hasRow } from '#platform/db/one-row.server.ts';
import { containing } from '#shared/pattern.ts';

import { contactMessages, contactReplies } from '../tables.server.ts';
import type { MessageState } from './rules.ts';

export type MessageRow = typeof contactMessages.$inferSelect;
export type ReplyRow = typeof contactReplies.$inferSelect;
type MessagesAsked = { q: string; state: MessageState; limit: number; offset: number };

const isIn = (state: MessageState) => {
  if (state === 'all') return undefined;
  return state === 'open' ? isNull(contactMessages.handledAt) : isNotNull(contactMessages.handledAt);
};

/** Open ones oldest first, all others newest first. */
export function listMessages(db: Db, { q, state, limit, offset }: MessagesAsked): Promise<MessageRow[]> {
  const { name, email, subject, message, createdAt, id } = contactMessages;
  const words = [name, email, subject, message].map((column) => ilike(column, containing(q)));
  return db
    .select()
    .from(contactMessages)
    .where(and(isIn(state), q === '' ? undefined : or(...words)))
    .orderBy(state === 'open' ? asc(createdAt) : desc(createdAt), asc(id))
    .limit(limit)
    .offset(offset);
}

export function countOpen(db: Db): Promise<number> {
  return db.$count(contactMessages, isIn('open'));
}

export function findMessage(db: Db, id: string): Promise<MessageRow | null> {
  return firstRow(db.select().from(contactMessages).where(eq(contactMessages.id, id)));
}

export function findLocked(tx: Db, id: string): Promise<MessageRow | null> {
  return firstRow(tx.select().from(contactMessages).where(eq(contactMessages.id, id)).for('update'));
}

export async function updateHandled(tx: Db, id: string, handledAt: Date | null): Promise<void> {
  await tx.update(contactMessages).set({ handledAt }).where(eq(contactMessages.id, id));
}

/** Oldest first. */
export function listReplies(db: Db, messageId: string): Promise<ReplyRow[]> {
  return db
    .select()
    .from(contactReplies)
    .where(eq(contactReplies.messageId, messageId))
    .orderBy(asc(contactReplies.createdAt), asc(contactReplies.id));
}

/** Stores what was written, once per id; says whether it was new. */
export function takeReply(tx: Db, reply: typeof contactReplies.$inferInsert): Promise<boolean> {
  return hasRow(tx.insert(contactReplies).values(reply).onConflictDoNothing().returning({ id: contactReplies.id }));
}
