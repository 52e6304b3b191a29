import { createHash } from 'node:crypto';

import { publishedContent } from '#modules/content/content.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';
import type { Settings } from '#platform/env/settings.server.ts';
import { seal, unseal } from '#platform/session/seal.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';
import { oneLine } from '#shared/clean-text.ts';

import { defaultSender, undeliverableDomain, unsubscribeUrlOf, type MailContent, type MailKind } from './mail.ts';
import { hasDevMailbox } from './mail-log.server.ts';
import { findMail, type MailRow } from './mail-log.queries.server.ts';
import {
  countAhead,
  deleteQueued,
  hasQueued,
  insertFirstMail,
  insertMail,
  lockMail,
  refusedOnceMore,
  claimDismissal,
  startAttempt,
  uncounted,
  updateQueued,
  markDismissed,
  markSentAndErase,
  markQueued,
  markSent,
} from './send-mail.queries.server.ts';
import { MailDeliveryError, isCircuitClosed, sendBySmtp, type OutgoingMail, type FailureKind } from './smtp.server.ts';

export const sendMailJob = 'send-mail';
/**
 * A mail fails when it is older than `mailHours` and was tried `mailTries` times. Tries while the
 * server is away do not count.
 */
const mailHours = 48;
const mailTries = 22;

/** Job priorities: mails that the server is slow to accept, bulk mails, and all others. */
const [slow, bulk] = [0, 1];
export const transactional = 2;

/** True if a mail can be tried now: the mail server is not away, or its next probe is due. */
export const mayTryMails = ({ settings }: Pick<Ctx, 'settings'>): boolean =>
  settings.smtpUrl === undefined || isCircuitClosed(settings.smtpUrl);
/**
 * Pauses after a possibly temporary refusal, in seconds. The fifth refusal, about ten hours after
 * the first, is final.
 */
const refusalPauses = [900, 3_600, 10_800, 21_600];

/**
 * Number of tries with short pauses after retryable refusals, and the pause after later ones, in
 * seconds.
 */
const [quickTries, longPauseSeconds] = [100, 600];
const hungPauseSeconds = 30;

type JobOf = { id: string; kind: string; toAddress: string; priority: number; startAfterSeconds?: number };

/**
 * Enqueues the job of a mail. Jobs of one recipient and priority form a group, which runs one job
 * at a time.
 */
function enqueueJob(tx: Db, ctx: Pick<Ctx, 'jobs'>, { id, toAddress, priority, startAfterSeconds }: JobOf) {
  const recipient = createHash('sha256').update(toAddress.toLowerCase()).digest('base64url').slice(0, 16);
  const pause = startAfterSeconds === undefined ? {} : { startAfterSeconds };
  const group = `${recipient}.${priority === transactional ? 'one' : 'many'}`;
  return ctx.jobs.enqueue(tx, { name: sendMailJob, data: { mailId: id }, priority, group, ...pause });
}

const priorityOf = (kind: MailKind | undefined) => (kind?.isBulk === true ? bulk : transactional);

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
async function rowOf<Props extends object>(
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

async function deliver(settings: Settings, mail: OutgoingMail): Promise<void> {
  if (settings.smtpUrl !== undefined) return sendBySmtp(settings.smtpUrl, mail);
  if (!hasDevMailbox(settings)) throw new Error('SMTP_URL is not set');
}

type Failure = { error: string; outlook: FailureKind };

const findKind = (kinds: readonly MailKind[], name: string) => kinds.find((kind) => kind.name === name);

/**
 * Tries to send a mail. Returns the failure in the mail server's words, or null once it is sent.
 */
async function failureOf(ctx: Ctx, kinds: readonly MailKind[], mail: MailRow): Promise<Failure | null> {
  const { id, orderId, content, messageId, toAddress } = mail;
  try {
    if (content === null) throw new Error('the content of this mail was erased');
    const kind = findKind(kinds, content.kind);
    if (kind === undefined) throw new Error(`no module writes mails of the kind ${content.kind}`);
    const opened = openedProps(ctx.settings, kind, content.data);
    const props = kind.complete === undefined ? opened : await kind.complete(ctx, opened, orderId);
    // Imported with the first mail, because the email renderer is large.
    const { renderMail } = await import('./render-mail.server.ts');
    const shop = await publishedContent(ctx);
    const rendered = await renderMail(kind, props, shop);
    const headers = {
      from: ctx.settings.mailFrom ?? defaultSender(shop.site),
      replyTo: kind.replyTo?.(props, shop) ?? null,
      unsubscribeUrl: unsubscribeUrlOf(props),
    };
    await deliver(ctx.settings, { messageId, to: toAddress, ...headers, ...rendered });
    if (kind.isForgotten === true) {
      await markSentAndErase(ctx.db, id);
      return null;
    }
    const isShown = hasDevMailbox(ctx.settings) || kind.isSecret !== true;
    await markSent(ctx.db, id, isShown ? rendered : { ...rendered, html: null, text: null });
    return null;
  } catch (error) {
    const message = error instanceof Error ? error.message : 'unknown';
    return { error: message.slice(0, 500), outlook: error instanceof MailDeliveryError ? error.outlook : 'retryable' };
  }
}

type Pause = { seconds: number; priority?: number };

/** Returns the pause before the mail is enqueued again. Null if its job is retried instead. */
function pauseAfter(outlook: FailureKind, { attempts, refusals }: MailRow): Pause | null {
  const doubtful = refusalPauses[refusals];
  if (outlook === 'doubtful' && doubtful !== undefined) return { seconds: doubtful };
  if (outlook === 'hung') return { seconds: hungPauseSeconds };
  // It blocked a worker for nothing, so mails that were not tried yet go first.
  if (outlook === 'slow') return { seconds: Math.min(60 * attempts, longPauseSeconds), priority: slow };
  if (outlook === 'retryable' && attempts > quickTries) return { seconds: longPauseSeconds };
  return null;
}

const isOutage = (outlook: FailureKind) => outlook === 'away' || outlook === 'hung';

/**
 * True if a mail has failed: refused permanently, refused for the last time, or not sent for two
 * days.
 */
function isGivenUp(now: Date, outlook: FailureKind, { attempts, refusals, createdAt }: MailRow): boolean {
  if (outlook === 'final') return true;
  if (outlook === 'doubtful') return refusals >= refusalPauses.length;
  const isOld = now.getTime() - createdAt.getTime() > mailHours * 3_600_000;
  return isOld && (isOutage(outlook) || attempts >= mailTries);
}

async function giveUp(ctx: Ctx, { id, kind, attempts }: MailRow, { error, outlook }: Failure): Promise<void> {
  await updateQueued(ctx.db, id, { lastError: error, state: 'failed' });
  if (outlook === 'final' || outlook === 'doubtful')
    return ctx.log.warn({ mailId: id, kind }, 'the mail server refused a mail for good');
  return ctx.log.error({ mailId: id, kind, attempts }, 'a mail could not be sent for two days');
}

type Untaken = { mail: MailRow; failure: Failure };

/** Stores the error, then enqueues the next try or throws so that the job is retried soon. */
async function tryAgain(ctx: Ctx, kinds: readonly MailKind[], { mail, failure }: Untaken): Promise<void> {
  const { error, outlook } = failure;
  const pause = pauseAfter(outlook, mail);
  const counts = outlook === 'doubtful' ? refusedOnceMore : isOutage(outlook) ? uncounted : {};
  await inTransaction(ctx.db, async (tx) => {
    await updateQueued(tx, mail.id, { lastError: error, ...counts });
    if (pause === null) return;
    const { seconds, priority = priorityOf(findKind(kinds, mail.kind)) } = pause;
    await enqueueJob(tx, ctx, { ...mail, priority, startAfterSeconds: seconds });
  });
  // The mail server's message may contain personal data, so it stays in the row and out of logs and
  // the job queue.
  if (pause === null) throw new Error(`mail ${mail.id} is not sent after try ${mail.attempts}`);
  ctx.log.warn({ mailId: mail.id, kind: mail.kind, outlook }, 'a mail was not taken; it is tried again later');
}

/**
 * Sends a queued mail by SMTP or to the dev mailbox. Waits while an earlier mail to the same
 * recipient is queued. Failed tries are repeated: soon after an outage, later after a refusal.
 */
export async function sendMail(ctx: Ctx, kinds: readonly MailKind[], mailId: string): Promise<void> {
  const bulkKinds = kinds.filter(({ isBulk }) => isBulk === true).map(({ name }) => name);
  const ahead = await countAhead(ctx.db, mailId, bulkKinds);
  if (ahead > 0) {
    const later = await findMail(ctx.db, mailId);
    if (later?.state !== 'queued') return;
    // The delay grows with the number of mails ahead.
    const priority = priorityOf(findKind(kinds, later.kind));
    return inTransaction(ctx.db, (tx) => enqueueJob(tx, ctx, { ...later, priority, startAfterSeconds: 1 + ahead }));
  }
  const mail = await startAttempt(ctx.db, mailId);
  if (mail === null) return;
  if (await findKind(kinds, mail.kind)?.isUnwanted?.(ctx, mail)) return deleteQueued(ctx.db, mailId);
  const failure = await failureOf(ctx, kinds, mail);
  if (failure === null) return;
  if (isGivenUp(ctx.now(), failure.outlook, mail)) return giveUp(ctx, mail, failure);
  await tryAgain(ctx, kinds, { mail, failure });
}

/** Sends a mail immediately, with a single try. False if it was not accepted. */
export async function sendAtOnce<Props extends object>(ctx: Ctx, mail: NewMail<Props>): Promise<boolean> {
  const id = await insertMail(ctx.db, await rowOf(ctx, mail));
  const row = id === null ? null : await startAttempt(ctx.db, id);
  if (row === null) return false;
  const failure = await failureOf(ctx, [mail.kind], row);
  if (failure !== null) await updateQueued(ctx.db, row.id, { lastError: failure.error, state: 'failed' });
  return failure === null;
}

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

type Secret = Pick<Settings, 'sessionSecret'>;
type Kind = Pick<MailKind, 'isSecret'>;

const purpose = 'mail-link';

function withUrl(kind: Kind, props: object, change: (url: string) => string): object {
  const isSealed = kind.isSecret === true && 'url' in props && typeof props.url === 'string';
  return isSealed ? { ...props, url: change(String(props.url)) } : props;
}

/**
 * Encrypts the link of a secret mail for storage, so that readers of the table cannot use it to
 * open an account.
 */
function sealedProps({ sessionSecret }: Secret, kind: Kind, props: object): object {
  return withUrl(kind, props, (url) => seal(sessionSecret, purpose, url));
}

/**
 * Decrypts the link of a stored mail. Mails queued before links were encrypted hold a plain URL.
 */
function openedProps({ sessionSecret }: Secret, kind: Kind, props: object): object {
  return withUrl(kind, props, (url) => (url.startsWith('http') ? url : unseal(sessionSecret, purpose, url)));
}
