import { createHash } from 'node:crypto';

import { mails } from '#content/mails.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';
import type { Settings } from '#platform/env/settings.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { outlookOf, sendBySmtp, type Outlook, type OutgoingMail } from './adapters/smtp.server.ts';
import type { RenderedMail } from './render.server.tsx';
import * as repo from './repo.server.ts';
import { headerText, replyToOf, subjectOf, unsubscribeUrlOf, type MailContent, type MailKind } from './rules.ts';
import { hasSecretLink, openedContent, sealedContent } from './secret-link.server.ts';

export type { MailRow } from './repo.server.ts';

export const sendMailJob = 'send-mail';
/** Tries of one mail, spread by doubling pauses of at most 4 h over about 48 h. */
export const mailTries = 22;
/** Pauses after a refusal that may pass, in seconds: the fifth one, about ten hours after the first, is final. */
const refusalPauses = [900, 3_600, 10_800, 21_600];

export type NewMail = MailContent & { orderId: string | null; to: string; cause?: string };

/** The same for every try of a mail, and different for every mail: what a mail server and a reader recognise it by. */
function messageIdOf(name: string, cause: string, publicUrl: string): string {
  const part = cause === '' ? '' : `.${createHash('sha256').update(cause).digest('hex').slice(0, 16)}`;
  return `<${name}${part}@${new URL(publicUrl).hostname}>`;
}

function rowOf({ orderId, to, cause = '', ...mail }: NewMail, settings: Settings) {
  const content = sealedContent(settings, mail);
  const id = crypto.randomUUID();
  const { kind } = content;
  const messageId = messageIdOf(`${kind}.${orderId ?? id}`, cause, settings.publicUrl);
  return { id, orderId, kind, cause, toAddress: headerText(to), subject: subjectOf(content), content, messageId };
}

/**
 * Owes someone a mail, in the transaction of its cause: an order gets one mail of each kind and cause, however often this is
 * called.
 */
export async function queueMail(tx: Db, ctx: Pick<Ctx, 'jobs' | 'settings'>, mail: NewMail): Promise<void> {
  const stored = await repo.insertMail(tx, rowOf(mail, ctx.settings));
  if (stored !== null) await ctx.jobs.enqueue(tx, sendMailJob, { mailId: stored });
}

export type MailStatus = 'sent' | 'failed' | 'unknown';

const statusOf = (state: repo.MailRow['state'] | null): MailStatus =>
  state === 'sent' || state === 'failed' ? state : 'unknown';

/** Whether an order's mail is out: `unknown` while it waits or was never owed. */
export async function mailStatus(db: Db, orderId: string, kind: MailKind): Promise<MailStatus> {
  return statusOf(await repo.findState(db, orderId, kind));
}

/** Whether mails stay in the shop, to be read at /mailbox: a demo shop without a mail server. */
export function keepsMails(settings: Pick<Settings, 'smtpUrl' | 'shopMode'>): boolean {
  return settings.smtpUrl === undefined && settings.shopMode === 'demo';
}

async function deliver(settings: Settings, mail: Omit<OutgoingMail, 'from'>): Promise<void> {
  const from = settings.mailFrom ?? mails.from;
  if (settings.smtpUrl !== undefined) return sendBySmtp(settings.smtpUrl, { ...mail, from });
  if (!keepsMails(settings)) throw new Error('SMTP_URL is not set');
}

/** Adds to a mail what is learnt only when it is written, such as how its order was paid. */
export type Complete = (content: MailContent, orderId: string | null) => Promise<MailContent>;

const asItIs: Complete = (content) => Promise.resolve(content);

type Failure = { error: string; outlook: Outlook };

/** Why a try did not work, in the mail server's words; null when the mail is out. */
async function failureOf(
  ctx: Ctx,
  { id, orderId, content: stored, messageId, toAddress }: repo.MailRow,
  complete: Complete = asItIs,
): Promise<Failure | null> {
  try {
    if (stored === null) throw new Error('what this mail told is not kept any more');
    const content = await complete(openedContent(ctx.settings, stored), orderId);
    // What writes mails is large: it is loaded with the first mail, not with the shop.
    const { renderMail } = await import('./render.server.tsx');
    const rendered = await renderMail(content);
    const headers = { replyTo: replyToOf(content), unsubscribeUrl: unsubscribeUrlOf(content) };
    await deliver(ctx.settings, { messageId, to: toAddress, ...headers, ...rendered });
    const isShown = keepsMails(ctx.settings) || !hasSecretLink(content);
    await repo.updateToSent(ctx.db, id, isShown ? rendered : { ...rendered, html: null, text: null });
    return null;
  } catch (error) {
    const words = error instanceof Error ? error.message : 'unknown';
    return { error: words.slice(0, 500), outlook: outlookOf(error) };
  }
}

/** Keeps the reason of a refusal and tries again after its pause; false when the last pause is over. */
async function retryRefused(ctx: Ctx, { id, refusals }: repo.MailRow, error: string): Promise<boolean> {
  const startAfterSeconds = refusalPauses[refusals];
  if (startAfterSeconds === undefined) return false;
  await inTransaction(ctx.db, async (tx) => {
    await repo.updateAfterRefusal(tx, id, error);
    await ctx.jobs.enqueue(tx, sendMailJob, { mailId: id }, { startAfterSeconds });
  });
  return true;
}

/**
 * Sends a mail that is still owed, by SMTP or into the mailbox page. Throws, to be tried again, when it is not taken. One that
 * the mail server refuses is tried again over about ten hours if that may pass, and has failed at once if it cannot.
 */
export async function sendMail(ctx: Ctx, mailId: string, complete?: Complete): Promise<void> {
  const mail = await repo.takeTry(ctx.db, mailId);
  if (mail === null) return;
  const failure = await failureOf(ctx, mail, complete);
  if (failure === null) return;
  const { error, outlook } = failure;
  // The mail server's own words may name the customer: they stay in the row and out of logs and the job queue.
  if (outlook === 'doubtful' && (await retryRefused(ctx, mail, error))) {
    return ctx.log.warn({ mailId, kind: mail.kind }, 'the mail server refused a mail; it is tried again later');
  }
  const isRefused = outlook !== 'passing';
  await repo.updateAfterFailure(ctx.db, mailId, { error, isFinal: isRefused || mail.attempts >= mailTries });
  if (isRefused) return ctx.log.warn({ mailId, kind: mail.kind }, 'the mail server refused a mail for good');
  throw new Error(`mail ${mailId} is not sent after try ${mail.attempts}`);
}

/** Sends a mail that nobody is owed, once and now; false when it is not taken. Nothing tries it again. */
export async function sendAtOnce(ctx: Ctx, mail: NewMail): Promise<boolean> {
  const id = await repo.insertMail(ctx.db, rowOf(mail, ctx.settings));
  const row = id === null ? null : await repo.takeTry(ctx.db, id);
  if (row === null) return false;
  const failure = await failureOf(ctx, row);
  if (failure !== null) await repo.updateAfterFailure(ctx.db, row.id, { error: failure.error, isFinal: true });
  return failure === null;
}

/** Takes back a mail that is not out yet and not wanted any more. */
export function withdrawMail(db: Db, mailId: string): Promise<void> {
  return repo.deleteQueued(db, mailId);
}

export type ResendRefusal = 'no_mail' | 'on_its_way' | 'not_kept';

/**
 * Owes a mail once more that is sent or has failed; one that was sent goes out as a new one. Refuses `no_mail`, `on_its_way`, and
 * `not_kept` when its text was deleted. Within a transaction pass `{ ...ctx, db: tx }`.
 */
export async function resendMail(ctx: Ctx, mailId: string): Promise<Result<null, ResendRefusal>> {
  const mail = await repo.findMail(ctx.db, mailId);
  if (mail === null) return refuse('no_mail');
  if (mail.state === 'queued') return refuse('on_its_way');
  if (mail.content === null) return refuse('not_kept');
  const again = mail.messageId.replace('@', `.${crypto.randomUUID().slice(0, 8)}@`);
  const messageId = mail.state === 'sent' ? again : mail.messageId;
  return inTransaction(ctx.db, async (tx) => {
    if (!(await repo.updateToQueued(tx, mail, messageId))) return refuse('on_its_way');
    await ctx.jobs.enqueue(tx, sendMailJob, { mailId });
    return ok(null);
  });
}

/** Every mail of an order, oldest first, with how far it is. */
export async function mailsOfOrder(db: Db, orderId: string): Promise<(repo.MailSummary & { status: MailStatus })[]> {
  const found = await repo.listOfOrder(db, orderId);
  return found.map((mail) => ({ ...mail, status: statusOf(mail.state) }));
}

/** The newest mails first, at most 100: what the mailbox page lists. */
export function newestMails(db: Db): Promise<repo.MailSummary[]> {
  return repo.listNewest(db, 100);
}

/** One mail as it was sent, or null. */
export async function mailById(db: Db, id: string): Promise<repo.MailRow | null> {
  return repo.findMail(db, id);
}

/** What a template makes of its sample, or null when there is no such template. */
export async function renderedSample(kind: string, shopUrl: string): Promise<RenderedMail | null> {
  const { sampleOf } = await import('./samples.server.ts');
  const content = sampleOf(kind, shopUrl);
  if (content === null) return null;
  const { renderMail } = await import('./render.server.tsx');
  return renderMail(content);
}
