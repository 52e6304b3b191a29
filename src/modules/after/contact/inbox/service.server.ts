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

export type { MessageRow, ReplyRow } from './repo.server.ts';

/** Messages by their words or writer. */
export function messagesOf(db: Db, asked: repo.MessagesAsked): Promise<repo.MessageRow[]> {
  return repo.listMessages(db, asked);
}

/** How many messages wait for an answer. */
export function openMessages(db: Db): Promise<number> {
  return repo.countOpen(db);
}

/** A message with what was written below it; null when there is none. */
export async function messageDesk(db: Db, id: string) {
  const message = await repo.findMessage(db, id);
  return message === null ? null : { message, replies: await repo.listReplies(db, id) };
}

type Done = Result<null, InboxRefusal>;
/** `key` names the form: sent twice, it counts once. */
type Writing = { id: string; text: string; key?: string | undefined };

const named = (key: string | undefined) => (key === undefined ? {} : { id: key });

/** Mails an answer to the writer and files the message as answered. */
export function answerMessage(ctx: Ctx, actor: Actor, { id, text, key }: Writing): Promise<Done> {
  return decide<Done>(ctx.db, async (tx) => {
    const message = await repo.findLocked(tx, id);
    if (message === null) return refuse('gone');
    const now = ctx.now();
    const reply = { messageId: id, kind: 'answer' as const, text, authorEmail: actor.email, createdAt: now };
    if (!(await repo.takeReply(tx, { ...reply, ...named(key) }))) return ok(null);
    await repo.updateHandled(tx, id, now);
    const data = {
      reference: referenceOf(id),
      message: message.message,
      answer: text,
      shopUrl: ctx.settings.publicUrl,
    };
    await enqueueMail(tx, ctx, { kind: contactAnswer, to: message.email, data });
    const before = { handledAt: message.handledAt };
    await recordChange(tx, actor, {
      action: 'message.answer',
      subject: `message:${id}`,
      before,
      after: { handledAt: now, text },
    });
    return ok(null);
  });
}

/** Keeps a note below a message, for the shop's own people. */
export function noteMessage(ctx: Ctx, actor: Actor, { id, text, key }: Writing): Promise<Done> {
  return decide<Done>(ctx.db, async (tx) => {
    if ((await repo.findLocked(tx, id)) === null) return refuse('gone');
    const createdAt = ctx.now();
    const reply = { messageId: id, kind: 'note' as const, text, authorEmail: actor.email, createdAt };
    if (!(await repo.takeReply(tx, { ...reply, ...named(key) }))) return ok(null);
    await recordChange(tx, actor, { action: 'message.note', subject: `message:${id}`, before: null, after: { text } });
    return ok(null);
  });
}

/** Files a message as answered without an answer, or opens it again. Refuses `already_so`. */
export function fileMessage(ctx: Ctx, actor: Actor, { id, isOpen }: { id: string; isOpen: boolean }): Promise<Done> {
  return decide<Done>(ctx.db, async (tx) => {
    const message = await repo.findLocked(tx, id);
    if (message === null) return refuse('gone');
    if ((message.handledAt === null) === isOpen) return refuse('already_so');
    const handledAt = isOpen ? null : ctx.now();
    await repo.updateHandled(tx, id, handledAt);
    await recordChange(tx, actor, {
      action: 'message.file',
      subject: `message:${id}`,
      before: { handledAt: message.handledAt },
      after: { handledAt },
    });
    return ok(null);
  });
}
