import { publishedContent } from '#modules/content/content.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';
import type { Settings } from '#platform/env/settings.server.ts';

import { slow, enqueueJob, priorityOf, type NewMail, rowOf } from './enqueue-mail.server.ts';
import { findMail, type MailRow } from './mail-log.queries.server.ts';
import { hasDevMailbox } from './mail-log.server.ts';
import { defaultSender, unsubscribeUrlOf, type MailKind } from './mail.ts';
import { openedProps } from './sealed-mail-link.server.ts';
import {
  countAhead,
  deleteQueued,
  insertMail,
  refusedOnceMore,
  startAttempt,
  uncounted,
  updateQueued,
  markSentAndErase,
  markSent,
} from './send-mail.queries.server.ts';
import { MailDeliveryError, isCircuitClosed, sendBySmtp, type OutgoingMail, type FailureKind } from './smtp.server.ts';

/**
 * A mail fails when it is older than `mailHours` and was tried `mailTries` times. Tries while the
 * server is away do not count.
 */
const mailHours = 48;

const mailTries = 22;

/** True when emails have a way out: a server, or the mailbox of a demo. */
export const sendsMail = ({ settings }: Pick<Ctx, 'settings'>): boolean =>
  settings.smtpUrl !== undefined || hasDevMailbox(settings);

/**
 * True if a mail can be tried now: the mail server is not away, or its next probe is due.
 * Mails of a live shop without a server wait in the queue.
 */
export const mayTryMails = ({ settings }: Pick<Ctx, 'settings'>): boolean =>
  settings.smtpUrl === undefined ? hasDevMailbox(settings) : isCircuitClosed(settings.smtpUrl);

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

async function deliver(settings: Settings, mail: OutgoingMail): Promise<void> {
  if (settings.smtpUrl !== undefined) return sendBySmtp(settings.smtpUrl, mail);
  if (!hasDevMailbox(settings)) throw new Error('no email server is set');
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
