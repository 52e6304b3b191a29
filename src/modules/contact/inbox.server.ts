import type { Actor } from '#modules/audit/audit-log.ts';
import { recordChange, recordChanges } from '#modules/audit/audit-log.server.ts';
import { enqueueMail } from '#modules/email/send-mail.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { decide, inTransaction } from '#platform/db/transaction.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { contactAnswer } from './contact.emails.server.ts';
import {
  findMessage,
  insertReply,
  listReplies,
  lockMessage,
  lockMessages,
  updateMessages,
  type MessageRow,
  type ReplyRow,
} from './inbox.queries.server.ts';
import type { InboxRefusal } from './inbox.schema.ts';
import { referenceOf, type MessageMove } from './contact-message.ts';

export {
  deleteMessagesAt,
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
    await updateMessages(tx, [id], { handledAt: now, isSpam: false });
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

/** A chosen message and why it was not moved, or null. `subject` is empty if it does not exist. */
export type MessageOutcome = { id: string; subject: string; refusal: InboxRefusal | null };

type Moved = Pick<MessageRow, 'handledAt' | 'isSpam'>;

/** Returns what a move changes in a message. Null if it is there already. */
function moveOf({ handledAt, isSpam }: Moved, move: MessageMove, now: Date): Partial<Moved> | null {
  switch (move) {
    case 'done':
      return handledAt === null ? { handledAt: now } : null;
    case 'reopen':
      return handledAt === null ? null : { handledAt: null };
    case 'spam':
      return isSpam ? null : { isSpam: true };
    case 'inbox':
      return isSpam ? { isSpam: false } : null;
  }
}

const moveActions: Record<MessageMove, string> = {
  done: 'message.file',
  reopen: 'message.file',
  spam: 'message.sort',
  inbox: 'message.sort',
};

/**
 * Files messages as answered, reopens them, or moves them to spam or back, and records it for each.
 * A refused message does not block the others. Refuses `gone` and `already_so`.
 */
export function moveMessages(
  ctx: Ctx,
  actor: Actor,
  { ids, move }: { ids: readonly string[]; move: MessageMove },
): Promise<MessageOutcome[]> {
  return inTransaction(ctx.db, async (tx) => {
    const now = ctx.now();
    const rows = new Map((await lockMessages(tx, ids)).map((row) => [row.id, row]));
    const changes = [...rows.values()].flatMap((row) => {
      const after = moveOf(row, move, now);
      if (after === null) return [];
      const before = 'isSpam' in after ? { isSpam: row.isSpam } : { handledAt: row.handledAt };
      return [{ id: row.id, before, after }];
    });
    const [first] = changes;
    const moved = new Set(changes.map(({ id }) => id));
    if (first !== undefined) await updateMessages(tx, [...moved], first.after);
    const action = moveActions[move];
    await recordChanges(
      tx,
      actor,
      changes.map(({ id, before, after }) => ({ action, subject: `message:${id}`, before, after })),
    );
    return ids.map((id): MessageOutcome => {
      const row = rows.get(id);
      const refusal = row === undefined ? 'gone' : moved.has(id) ? null : 'already_so';
      return { id, subject: row?.subject ?? '', refusal };
    });
  });
}
