import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';
import { oneLine } from '#shared/clean-text.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { transactional, enqueueJob } from './enqueue-mail.server.ts';
import { findMail, type MailRow } from './mail-log.queries.server.ts';
import { unsubscribeUrlOf, type MailContent } from './mail.ts';
import {
  hasQueued,
  insertFirstMail,
  lockMail,
  claimDismissal,
  markDismissed,
  markQueued,
} from './send-mail.queries.server.ts';

export type ResendRefusal = 'no_mail' | 'on_its_way' | 'content_erased' | 'comes_once';

/** Changes to a mail that is sent again. */
type ResendChanges = {
  /** Address, if it is not that of the mail. */
  to?: string;
  /** Template data, from that of the mail. */
  data?: (data: object) => object;
};

/** Start of the causes of all mails that send a mail again. */
const copiesOf = ({ id, cause }: MailRow) => /^again [\da-f-]{36} /.exec(cause)?.[0] ?? `again ${id} `;

/** Stores and enqueues a copy of a mail, with a Message-ID of its own. Returns its id. */
async function enqueueCopy(tx: Db, ctx: Ctx, mail: MailRow & { content: MailContent }): Promise<string> {
  const { orderId, kind, toAddress, content, subject } = mail;
  const id = crypto.randomUUID();
  const messageId = mail.messageId.replace('@', `.${id.slice(0, 8)}@`);
  const cause = `${copiesOf(mail)}${id}`;
  const copy = { id, orderId, kind, toAddress, content, subject, messageId, cause };
  await insertFirstMail(tx, copy);
  await enqueueJob(tx, ctx, { ...copy, priority: transactional });
  return id;
}

/**
 * Sends a mail again, and returns the id of the queued one. A mail that was sent stays in the log
 * as it was, and its copy is a mail of its own. So is one to another address: it replaces a mail
 * that failed or is still queued. Refuses `no_mail`, `on_its_way` and `content_erased`. Refuses
 * `comes_once` for a sent automated email, because its recipient may have unsubscribed. In a
 * transaction pass `{ ...ctx, db: tx }`.
 */
export async function resendMail(
  ctx: Ctx,
  mailId: string,
  { to, data = (stored) => stored }: ResendChanges = {},
): Promise<Result<string, ResendRefusal>> {
  return inTransaction(ctx.db, async (tx) => {
    const mail = await lockMail(tx, mailId);
    if (mail === null) return refuse('no_mail');
    const toAddress = oneLine(to ?? mail.toAddress);
    const isMoved = toAddress !== mail.toAddress;
    if (mail.state === 'queued' && !isMoved) return refuse('on_its_way');
    if (mail.content === null) return refuse('content_erased');
    if (mail.state === 'sent' && unsubscribeUrlOf(mail.content.data) !== null) return refuse('comes_once');
    if (await hasQueued(tx, mail.kind, copiesOf(mail))) return refuse('on_its_way');
    const content = { ...mail.content, data: data(mail.content.data) };
    if (mail.state === 'failed' && !isMoved) {
      await markQueued(tx, mail.id, content);
      await enqueueJob(tx, ctx, { ...mail, priority: transactional });
      return ok(mail.id);
    }
    if (mail.state === 'queued') await markDismissed(tx, mail.id, { lastError: 'its address was corrected' });
    if (mail.state === 'failed') await markDismissed(tx, mail.id, {});
    return ok(await enqueueCopy(tx, ctx, { ...mail, toAddress, content }));
  });
}

export type DismissRefusal = 'no_mail' | 'not_failed';

/**
 * Dismisses a failed mail, so that it is not counted as one that needs attention. False if that
 * happened before. Refuses `no_mail` and `not_failed`.
 */
export async function dismissMail(db: Db, mailId: string): Promise<Result<boolean, DismissRefusal>> {
  if (await claimDismissal(db, mailId)) return ok(true);
  const mail = await findMail(db, mailId);
  if (mail === null) return refuse('no_mail');
  return mail.dismissedAt === null ? refuse('not_failed') : ok(false);
}
