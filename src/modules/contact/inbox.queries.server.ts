import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, isNull, like, lt, sql } from 'drizzle-orm';

import { deleteInBatches } from '#platform/db/batched-writes.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { listPage, type ListOrder, type ListPage } from '#platform/db/list-page.server.ts';
import { firstRow, hasRow } from '#platform/db/rows.server.ts';
import { emailEquals } from '#platform/db/data-subject.server.ts';
import { matchesAllWords } from '#platform/db/word-search.server.ts';

import type { MessageState } from './contact-message.ts';
import { contactMessages, contactReplies } from './tables.server.ts';

export type MessageRow = typeof contactMessages.$inferSelect;
export type ReplyRow = typeof contactReplies.$inferSelect;
type MessageQuery = { q: string; state: MessageState; page: ListPage };

const isIn = (state: MessageState) => {
  const { handledAt, isSpam } = contactMessages;
  if (state === 'all') return undefined;
  if (state === 'spam') return eq(isSpam, true);
  return and(eq(isSpam, false), state === 'open' ? isNull(handledAt) : isNotNull(handledAt));
};

const { name, email, subject, message, createdAt, id } = contactMessages;

const messageOrder: Omit<ListOrder, 'first'> = {
  sorts: { arrived: createdAt, subject, from: name },
  tie: [createdAt, id],
  indexed: 'desc',
};

/** Lists messages. By default open ones are oldest first, all others newest first. */
export const listMessages = (db: Db, { q, state, page }: MessageQuery) =>
  listPage({ ...messageOrder, first: state === 'open' ? 'arrived' : '-arrived' }, page, (part) =>
    db
      .select({ ...getTableColumns(contactMessages), position: part.position })
      .from(contactMessages)
      .where(and(isIn(state), matchesAllWords([name, email, subject, message], q), part.beyond))
      .orderBy(...part.orderBy)
      .limit(part.limit),
  );

/** Rows of open messages, for the dashboard. */
export const openRows = sql`from ${contactMessages} where ${contactMessages.handledAt} is null and not ${contactMessages.isSpam}`;

export const openSince = contactMessages.createdAt;

export function countOpenMessages(db: Db): Promise<number> {
  return db.$count(contactMessages, isIn('open'));
}

const selectMessage = (db: Db, id: string) => db.select().from(contactMessages).where(eq(contactMessages.id, id));

export function findMessage(db: Db, id: string): Promise<MessageRow | null> {
  return firstRow(selectMessage(db, id));
}

const isOneOf = (ids: readonly string[]) => inArray(contactMessages.id, [...ids]);

/** Returns these messages, locked until the transaction ends, in the same order for everyone. */
export async function lockMessages(tx: Db, ids: readonly string[]): Promise<MessageRow[]> {
  if (ids.length === 0) return [];
  return tx.select().from(contactMessages).where(isOneOf(ids)).orderBy(asc(contactMessages.id)).for('update');
}

/** Returns a message, locked until the transaction ends. Null if it does not exist. */
export function lockMessage(tx: Db, id: string): Promise<MessageRow | null> {
  return firstRow(selectMessage(tx, id).for('update'));
}

export async function insertMessage(tx: Db, message: typeof contactMessages.$inferInsert): Promise<void> {
  await tx.insert(contactMessages).values(message);
}

type Handling = Partial<Pick<MessageRow, 'handledAt' | 'isSpam'>>;

export async function updateMessages(tx: Db, ids: readonly string[], handling: Handling): Promise<void> {
  if (ids.length > 0) await tx.update(contactMessages).set(handling).where(isOneOf(ids));
}

/** Lists the replies to a message, oldest first. */
export async function listReplies(db: Db, message: string): Promise<ReplyRow[]> {
  const { messageId, createdAt, id } = contactReplies;
  return db.select().from(contactReplies).where(eq(messageId, message)).orderBy(asc(createdAt), asc(id));
}

/** Inserts an answer or note. False if one with the same id was stored before. */
export function insertReply(tx: Db, reply: typeof contactReplies.$inferInsert): Promise<boolean> {
  return hasRow(tx.insert(contactReplies).values(reply).onConflictDoNothing().returning({ id: contactReplies.id }));
}

/** Lists the messages from an address with the answers to them. */
export async function listMessagesFrom(db: Db, email: string) {
  const messages = await db.select().from(contactMessages).where(emailEquals(contactMessages.email, email));
  const { createdAt: at, kind, messageId, text } = contactReplies;
  const ids = messages.map(({ id }) => id);
  const answers = await db
    .select({ messageId, text, at })
    .from(contactReplies)
    .where(and(eq(kind, 'answer'), inArray(messageId, ids)))
    .orderBy(asc(at));
  return messages.map((message) => ({
    ...message,
    answers: answers.filter((answer) => answer.messageId === message.id),
  }));
}

/** Returns the newest `limit` messages from an address, newest first. */
export function listNewestMessagesFrom(db: Db, email: string, limit: number) {
  const { id, subject, createdAt, handledAt, isSpam } = contactMessages;
  return db
    .select({ id, subject, createdAt, handledAt, isSpam })
    .from(contactMessages)
    .where(emailEquals(contactMessages.email, email))
    .orderBy(desc(createdAt))
    .limit(limit);
}

export async function deleteMessagesFrom(tx: Db, email: string): Promise<void> {
  await tx.delete(contactMessages).where(emailEquals(contactMessages.email, email));
}

/** Deletes the messages from a domain, with their replies. Returns their number. */
export async function removeMessagesAt(tx: Db, domain: string): Promise<number> {
  const { email, id } = contactMessages;
  return (
    await tx
      .delete(contactMessages)
      .where(like(email, `%@${domain}`))
      .returning({ id })
  ).length;
}

export function deleteMessagesBefore(db: Db, before: Date) {
  return deleteInBatches(db, contactMessages, lt(contactMessages.createdAt, before));
}
