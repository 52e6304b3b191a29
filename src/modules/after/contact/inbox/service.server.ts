import type { Actor } from '#modules/ground/audit/rules.ts';
import { recordChange } from '#modules/ground/audit/service.server.ts';
import { enqueueMail } from '#modules/ground/email/service.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { decide } from '#platform/db/transaction.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { contactAnswer } from '../email.server.ts';
import type { InboxRefusal } from './contract.ts';
import * as repo from './repo.server.ts';
import { referenceOf } from './rules.ts';

export {
  countOpen as openMessages,
  listMessages as messagesOf,
  type MessageRow,
  type ReplyRow,
} from './repo.server.ts';

/** A message with what was written below it; null when there is none. */
export async function messageView(db: Db, id: string) {
  const message = await repo.findMessage(db, id);
  return message === null ? null : { message, replies: await repo.listReplies(db, id) };
}

type Done = Result<null, InboxRefusal>;
type Work = (tx: Db, message: repo.MessageRow) => Promise<Done>;

/** Works on a message that is locked until the transaction ends. Refuses `gone`. */
function onMessage(ctx: Ctx, id: string, work: Work): Promise<Done> {
  return decide<Done>(ctx.db, async (tx) => {
    const message = await repo.findLocked(tx, id);
    return message === null ? refuse('gone') : work(tx, message);
  });
}

/** `key` names the form: sent twice, it counts once. */
type Writing = { id: string; text: string; key?: string | undefined };

/** Stores an answer or a note below a message; false when the same form was stored before. */
function store(
  tx: Db,
  { id: messageId, text, key }: Writing,
  by: Pick<repo.ReplyRow, 'kind' | 'authorEmail' | 'createdAt'>,
) {
  return repo.takeReply(tx, { messageId, text, ...by, ...(key === undefined ? {} : { id: key }) });
}

/** Mails an answer to the writer and files the message as answered. */
export function answerMessage(ctx: Ctx, actor: Actor, writing: Writing): Promise<Done> {
  const { id, text } = writing;
  return onMessage(ctx, id, async (tx, { email, message, handledAt }) => {
    const now = ctx.now();
    if (!(await store(tx, writing, { kind: 'answer', authorEmail: actor.email, createdAt: now }))) return ok(null);
    await repo.updateHandled(tx, id, now);
    const data = { reference: referenceOf(id), message, answer: text, shopUrl: ctx.settings.publicUrl };
    await enqueueMail(tx, ctx, { kind: contactAnswer, to: email, data });
    const change = { before: { handledAt }, after: { handledAt: now, text } };
    await recordChange(tx, actor, { action: 'message.answer', subject: `message:${id}`, ...change });
    return ok(null);
  });
}

/** Stores a note below a message, for the shop's own people. */
export function noteMessage(ctx: Ctx, actor: Actor, writing: Writing): Promise<Done> {
  const { id, text } = writing;
  return onMessage(ctx, id, async (tx) => {
    const by = { kind: 'note' as const, authorEmail: actor.email, createdAt: ctx.now() };
    if (!(await store(tx, writing, by))) return ok(null);
    await recordChange(tx, actor, { action: 'message.note', subject: `message:${id}`, before: null, after: { text } });
    return ok(null);
  });
}

/** Files a message as answered without an answer, or opens it again. Refuses `already_so`. */
export function fileMessage(ctx: Ctx, actor: Actor, { id, isOpen }: { id: string; isOpen: boolean }): Promise<Done> {
  return onMessage(ctx, id, async (tx, { handledAt: before }) => {
    if ((before === null) === isOpen) return refuse('already_so');
    const handledAt = isOpen ? null : ctx.now();
    await repo.updateHandled(tx, id, handledAt);
    const change = { before: { handledAt: before }, after: { handledAt } };
    await recordChange(tx, actor, { action: 'message.file', subject: `message:${id}`, ...change });
    return ok(null);
  });
}
