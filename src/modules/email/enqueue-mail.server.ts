import { createHash } from 'node:crypto';

import { publishedContent } from '#modules/content/content.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { oneLine } from '#shared/clean-text.ts';

import { undeliverableDomain, type MailKind } from './mail.ts';
import { sealedProps } from './sealed-mail-link.server.ts';
import { insertFirstMail, insertMail } from './send-mail.queries.server.ts';

export const sendMailJob = 'send-mail';

/** Job priority of mails that the server is slow to accept. */
export const slow = 0;
/** Job priority of bulk mails. */
const bulk = 1;
/** Job priority of all other mails. */
export const transactional = 2;

type JobOf = { id: string; kind: string; toAddress: string; priority: number; startAfterSeconds?: number };

/**
 * Enqueues the job of a mail. Jobs of one recipient and priority form a group, which runs one job
 * at a time.
 */
export function enqueueJob(tx: Db, ctx: Pick<Ctx, 'jobs'>, { id, toAddress, priority, startAfterSeconds }: JobOf) {
  const recipient = createHash('sha256').update(toAddress.toLowerCase()).digest('base64url').slice(0, 16);
  const pause = startAfterSeconds === undefined ? {} : { startAfterSeconds };
  const group = `${recipient}.${priority === transactional ? 'one' : 'many'}`;
  return ctx.jobs.enqueue(tx, { name: sendMailJob, data: { mailId: id }, priority, group, ...pause });
}

export const priorityOf = (kind: MailKind | undefined) => (kind?.isBulk === true ? bulk : transactional);

/**
 * A mail to enqueue. `orderId` and `cause` distinguish mails of one kind. Set `isFirst` if this
 * transaction creates the order, so no earlier mail can exist.
 */
export type NewMail<Props extends object> = {
  kind: MailKind<Props>;
  to: string;
  data: NoInfer<Props>;
  orderId?: string | null;
  cause?: string;
  isFirst?: boolean;
};

/**
 * Returns the Message-ID. It is the same for every try and unique per mail, so servers and readers
 * recognize repeats.
 */
function messageIdOf(name: string, cause: string, publicUrl: string): string {
  const part = cause === '' ? '' : `.${createHash('sha256').update(cause).digest('hex').slice(0, 16)}`;
  return `<${name}${part}@${new URL(publicUrl).hostname}>`;
}

/** Dependencies of enqueuing a mail. The transaction is passed beside them. */
export type EnqueueCtx = Pick<Ctx, 'db' | 'jobs' | 'cacheLifetime' | 'log' | 'settings' | 'catalogFacts'>;

/** Returns a mail as it is stored. The subject is written again when the mail is sent. */
export async function rowOf<Props extends object>(
  ctx: EnqueueCtx,
  { kind, to, data, orderId = null, cause = '' }: NewMail<Props>,
) {
  const { settings } = ctx;
  const id = crypto.randomUUID();
  const { name } = kind;
  const messageId = messageIdOf(`${name}.${orderId ?? id}`, cause, settings.publicUrl);
  const content = { kind: name, data: sealedProps(settings, kind, data) };
  const subject = kind.subject(data, await publishedContent(ctx));
  return { id, orderId, kind: name, cause, toAddress: oneLine(to), subject, content, messageId };
}

/**
 * Enqueues a mail in the transaction of its cause. An order gets one mail per kind and cause,
 * however often this is called. No-op without an address or for that of a deleted account
 * (`isReached`).
 */
export async function enqueueMail<Props extends object>(tx: Db, ctx: EnqueueCtx, mail: NewMail<Props>): Promise<void> {
  if (mail.to === '' || mail.to.endsWith(undeliverableDomain)) return;
  const row = await rowOf({ ...ctx, db: tx }, mail);
  const stored = mail.isFirst === true ? await insertFirstMail(tx, row) : await insertMail(tx, row);
  if (stored !== null) await enqueueJob(tx, ctx, { ...row, id: stored, priority: priorityOf(mail.kind) });
}
