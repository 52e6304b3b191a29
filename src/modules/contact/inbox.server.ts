import type { Actor } from '#modules/audit/audit-log.ts';
import { recordChange } from '#modules/audit/audit-log.server.ts';
import { enqueueMail } from '#modules/email/send-mail.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { decide } from '#platform/db/transaction.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { contactAnswer } from './contact.emails.server.ts';
import {
  findMessage,
  insertReply,
  listReplies,
  lockMessage,
  updateMessage,
  type MessageRow,
  type ReplyRow,
} from './inbox.queries.server.ts';
import type { InboxRefusal } from './inbox.schema.ts';
import { referenceOf } from './contact-message.ts';

export {
  countOpenMessages,
  listMessages,
  listNewestMessagesFrom,
  type MessageRow,
  type ReplyRow,
} from './inbox.queries.server.ts';

/** Returns a message with its replies, oldest first. Null if it does not exist. */
export async function messageView(db: Db, id: string) {
  const message = await findMessage(db, id);
  return message === null ? null : { message, replies: await listReplies(db, id) };
}

type Done = Result<null, InboxRefusal>;

/** Runs `work` on a message that is locked until the transaction ends. Refuses `gone`. */
function onMessage(ctx: Ctx, id: string, work: (tx: Db, message: MessageRow) => Promise<Done>): Promise<Done> {
  return decide<Done>(ctx.db, async (tx) => {
    const message = await lockMessage(tx, id);
    return message === null ? refuse('gone') : work(tx, message);
  });
}

/**
 * `key` identifies the form, so that a form sent twice counts once. `seen` is the number of replies
 * that the writer knew of.
 */
type Writing = { id: string; text: string; key?: string | undefined; seen: number };

/**
 * Mails an answer to the writer and files the message as answered. Refuses `written_meanwhile`, so
 * that nobody is answered twice by accident.
 */
export function answerMessage(ctx: Ctx, actor: Actor, writing: Writing): Promise<Done> {
  const { id, text, key, seen } = writing;
  return onMessage(ctx, id, async (tx, { email, message, handledAt }) => {
    const below = await listReplies(tx, id);
    const isNews = ({ kind, authorEmail }: ReplyRow) => kind === 'answer' || authorEmail !== actor.email;
    if (below.slice(seen).some(isNews) && !below.some((reply) => reply.id === key)) return refuse('written_meanwhile');
    const now = ctx.now();
    if (
      !(await insertReply(tx, {
        messageId: id,
        text,
        id: key,
        kind: 'answer',
        authorEmail: actor.email,
        createdAt: now,
      }))
    )
      return ok(null);
    await updateMessage(tx, id, { handledAt: now, isSpam: false });
    const data = { reference: referenceOf(id), message, answer: text, shopUrl: ctx.settings.publicUrl };
    await enqueueMail(tx, ctx, { kind: contactAnswer, to: email, data });
    const change = { before: { handledAt }, after: { handledAt: now, text } };
    await recordChange(tx, actor, { action: 'message.answer', subject: `message:${id}`, ...change });
    return ok(null);
  });
}

/** Stores an internal note below a message. */
export function addInternalNote(ctx: Ctx, actor: Actor, writing: Writing): Promise<Done> {
  const { id, text, key } = writing;
  return onMessage(ctx, id, async (tx) => {
    const by = { kind: 'note' as const, authorEmail: actor.email, createdAt: ctx.now() };
    if (!(await insertReply(tx, { messageId: id, text, id: key, ...by }))) return ok(null);
    await recordChange(tx, actor, { action: 'message.note', subject: `message:${id}`, before: null, after: { text } });
    return ok(null);
  });
}

/** Files a message as answered without an answer, or reopens it. Refuses `already_so`. */
export function fileMessage(ctx: Ctx, actor: Actor, { id, isOpen }: { id: string; isOpen: boolean }): Promise<Done> {
  return onMessage(ctx, id, async (tx, { handledAt: before }) => {
    if ((before === null) === isOpen) return refuse('already_so');
    const handledAt = isOpen ? null : ctx.now();
    await updateMessage(tx, id, { handledAt });
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
    await updateMessage(tx, id, { isSpam });
    const change = { before: { isSpam: before }, after: { isSpam } };
    await recordChange(tx, actor, { action: 'message.sort', subject: `message:${id}`, ...change });
    return ok(null);
  });
}
