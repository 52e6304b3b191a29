import type { Actor } from '#modules/audit/audit-log.ts';
import { recordChange } from '#modules/audit/audit-log.server.ts';
import { enqueueMail } from '#modules/email/enqueue-mail.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inResultTransaction, inTransaction } from '#platform/db/transaction.server.ts';
import { bulkAction, deletedName, type BulkRefusal, type BulkResult } from '#shared/bulk-action.ts';
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
import { inboxRefusals, type InboxRefusal } from './inbox.schema.ts';
import { referenceOf, type MessageMove } from './contact-message.ts';

/** Returns a message with its replies, oldest first. Null if it does not exist. */
export async function messageView(db: Db, id: string) {
  const message = await findMessage(db, id);
  return message === null ? null : { message, replies: await listReplies(db, id) };
}

type Done = Result<null, InboxRefusal>;

/** Runs `work` on a message that is locked until the transaction ends. Refuses `gone`. */
function onMessage(ctx: Ctx, id: string, work: (tx: Db, message: MessageRow) => Promise<Done>): Promise<Done> {
  return inResultTransaction<Done>(ctx.db, async (tx) => {
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

const refusedMessage = (id: string, row: MessageRow | undefined, reason: InboxRefusal) => ({
  id,
  name: row?.subject ?? deletedName('message', id),
  reason,
  sentence: inboxRefusals[reason],
});

/**
 * Files messages as answered, reopens them, or moves them to spam or back, and records it for each.
 * A refused message does not block the others. Refuses `gone` and `already_so`.
 */
export function moveMessages(
  ctx: Ctx,
  actor: Actor,
  { ids, move }: { ids: readonly string[]; move: MessageMove },
): Promise<Result<BulkResult<InboxRefusal>, BulkRefusal>> {
  return inTransaction(ctx.db, async (tx) => {
    const rows = new Map((await lockMessages(tx, ids)).map((row) => [row.id, row]));
    return bulkAction(ids, async (id) => {
      const row = rows.get(id);
      if (row === undefined) return refusedMessage(id, row, 'gone');
      const after = moveOf(row, move, ctx.now());
      if (after === null) return refusedMessage(id, row, 'already_so');
      const before = 'isSpam' in after ? { isSpam: row.isSpam } : { handledAt: row.handledAt };
      await updateMessages(tx, [id], after);
      await recordChange(tx, actor, { action: moveActions[move], subject: `message:${id}`, before, after });
      return { id, isChanged: true };
    });
  });
}
