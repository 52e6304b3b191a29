import { and, asc, desc, eq, isNotNull, isNull } from 'drizzle-orm';

import type { Actor } from '#modules/audit/audit-log.ts';
import { recordChange } from '#modules/audit/audit-log.server.ts';
import { enqueueMail } from '#modules/email/send-mail.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { firstRow, hasRow } from '#platform/db/rows.server.ts';
import { hasWords } from '#platform/db/word-search.server.ts';
import { decide } from '#platform/db/transaction.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { contactAnswer } from './contact.emails.server.ts';
import { contactMessages, contactReplies } from './tables.server.ts';
import type { InboxRefusal } from './inbox.schema.ts';
import { referenceOf, type MessageState } from './inbox.ts';

export type MessageRow = typeof contactMessages.$inferSelect;
export type ReplyRow = typeof contactReplies.$inferSelect;
type MessageQuery = { q: string; state: MessageState; limit: number; offset: number };

const isIn = (state: MessageState) => {
  const { handledAt, isSpam } = contactMessages;
  if (state === 'all') return undefined;
  if (state === 'spam') return eq(isSpam, true);
  return and(eq(isSpam, false), state === 'open' ? isNull(handledAt) : isNotNull(handledAt));
};

/** Returns messages: open ones oldest first, all others newest first. */
export function messagesOf(db: Db, { q, state, limit, offset }: MessageQuery): Promise<MessageRow[]> {
  const { name, email, subject, message, createdAt, id } = contactMessages;
  return db
    .select()
    .from(contactMessages)
    .where(and(isIn(state), hasWords([name, email, subject, message], q)))
    .orderBy(state === 'open' ? asc(createdAt) : desc(createdAt), asc(id))
    .limit(limit)
    .offset(offset);
}

export function openMessages(db: Db): Promise<number> {
  return db.$count(contactMessages, isIn('open'));
}

function repliesTo(db: Db, message: string): Promise<ReplyRow[]> {
  const { messageId, createdAt, id } = contactReplies;
  return db.select().from(contactReplies).where(eq(messageId, message)).orderBy(asc(createdAt), asc(id));
}

/** Returns a message with its replies, oldest first. Null if it does not exist. */
export async function messageView(db: Db, id: string) {
  const message = await firstRow(db.select().from(contactMessages).where(eq(contactMessages.id, id)));
  return message === null ? null : { message, replies: await repliesTo(db, id) };
}

type Done = Result<null, InboxRefusal>;

/** Runs `work` on a message that is locked until the transaction ends. Refuses `gone`. */
function onMessage(ctx: Ctx, id: string, work: (tx: Db, message: MessageRow) => Promise<Done>): Promise<Done> {
  return decide<Done>(ctx.db, async (tx) => {
    const message = await firstRow(tx.select().from(contactMessages).where(eq(contactMessages.id, id)).for('update'));
    return message === null ? refuse('gone') : work(tx, message);
  });
}

/**
 * `key` identifies the form, so that a form sent twice counts once. `seen` is the number of replies
 * that the writer knew of.
 */
type Writing = { id: string; text: string; key?: string | undefined; seen: number };

/** Stores an answer or note below a message. Returns false if the same form was stored before. */
function store(
  tx: Db,
  { id: messageId, text, key }: Writing,
  by: Pick<ReplyRow, 'kind' | 'authorEmail' | 'createdAt'>,
): Promise<boolean> {
  const reply = { messageId, text, ...by, id: key };
  return hasRow(tx.insert(contactReplies).values(reply).onConflictDoNothing().returning({ id: contactReplies.id }));
}

type Filed = Partial<Pick<MessageRow, 'handledAt' | 'isSpam'>>;

async function updateFiled(tx: Db, id: string, filed: Filed): Promise<void> {
  await tx.update(contactMessages).set(filed).where(eq(contactMessages.id, id));
}

/**
 * Mails an answer to the writer and files the message as answered. Refuses `written_meanwhile`, so
 * that nobody is answered twice by accident.
 */
export function answerMessage(ctx: Ctx, actor: Actor, writing: Writing): Promise<Done> {
  const { id, text, key, seen } = writing;
  return onMessage(ctx, id, async (tx, { email, message, handledAt }) => {
    const below = await repliesTo(tx, id);
    const isNews = ({ kind, authorEmail }: ReplyRow) => kind === 'answer' || authorEmail !== actor.email;
    if (below.slice(seen).some(isNews) && !below.some((reply) => reply.id === key)) return refuse('written_meanwhile');
    const now = ctx.now();
    if (!(await store(tx, writing, { kind: 'answer', authorEmail: actor.email, createdAt: now }))) return ok(null);
    await updateFiled(tx, id, { handledAt: now, isSpam: false });
    const data = { reference: referenceOf(id), message, answer: text, shopUrl: ctx.settings.publicUrl };
    await enqueueMail(tx, ctx, { kind: contactAnswer, to: email, data });
    const change = { before: { handledAt }, after: { handledAt: now, text } };
    await recordChange(tx, actor, { action: 'message.answer', subject: `message:${id}`, ...change });
    return ok(null);
  });
}

/** Stores an internal note below a message. */
export function addInternalNote(ctx: Ctx, actor: Actor, writing: Writing): Promise<Done> {
  const { id, text } = writing;
  return onMessage(ctx, id, async (tx) => {
    const by = { kind: 'note' as const, authorEmail: actor.email, createdAt: ctx.now() };
    if (!(await store(tx, writing, by))) return ok(null);
    await recordChange(tx, actor, { action: 'message.note', subject: `message:${id}`, before: null, after: { text } });
    return ok(null);
  });
}

/** Files a message as answered without an answer, or reopens it. Refuses `already_so`. */
export function fileMessage(ctx: Ctx, actor: Actor, { id, isOpen }: { id: string; isOpen: boolean }): Promise<Done> {
  return onMessage(ctx, id, async (tx, { handledAt: before }) => {
    if ((before === null) === isOpen) return refuse('already_so');
    const handledAt = isOpen ? null : ctx.now();
    await updateFiled(tx, id, { handledAt });
    const change = { before: { handledAt: before }, after: { handledAt } };
    await recordChange(tx, actor, { action: 'message.file', subject: `message:${id}`, ...change });
    return ok(null);
  });
}

type Sorting = { id: string; isSpam: boolean };

/** Moves a message to spam, or back to the inbox. Refuses `already_so`. */
export function sortMessage(ctx: Ctx, actor: Actor, { id, isSpam }: Sorting): Promise<Done> {
  return onMessage(ctx, id, async (tx, { isSpam: before }) => {
    if (before === isSpam) return refuse('already_so');
    await updateFiled(tx, id, { isSpam });
    const change = { before: { isSpam: before }, after: { isSpam } };
    await recordChange(tx, actor, { action: 'message.sort', subject: `message:${id}`, ...change });
    return ok(null);
  });
}
