import { mails } from '#content/mails.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import type { Settings } from '#platform/env/settings.server.ts';

import { sendBySmtp, type OutgoingMail } from './adapters/smtp.server.ts';
import * as repo from './repo.server.ts';
import { headerText, replyToOf, subjectOf, type MailContent, type MailKind } from './rules.ts';

export type { MailRow } from './repo.server.ts';

export const sendMailJob = 'send-mail';
/** Tries of one mail, spread by doubling pauses of at most 4 h over about 48 h. */
export const mailTries = 22;

export type NewMail = MailContent & { orderId: string | null; to: string };

/** Owes someone a mail, in the transaction of its cause; an order gets one mail of each kind, however often this is called. */
export async function queueMail(tx: Db, ctx: Pick<Ctx, 'jobs' | 'settings'>, mail: NewMail): Promise<void> {
  const { orderId, to, ...content } = mail;
  const id = crypto.randomUUID();
  const host = new URL(ctx.settings.publicUrl).hostname;
  const messageId = `<${content.kind}.${orderId ?? id}@${host}>`;
  const subject = subjectOf(content);
  const row = { id, orderId, kind: content.kind, toAddress: headerText(to), subject, content, messageId };
  const stored = await repo.insertMail(tx, row);
  if (stored !== null) await ctx.jobs.enqueue(tx, sendMailJob, { mailId: stored });
}

/** Whether an order's mail is out: `unknown` while it waits or was never owed. */
export async function mailStatus(db: Db, orderId: string, kind: MailKind): Promise<'sent' | 'failed' | 'unknown'> {
  const state = await repo.findState(db, orderId, kind);
  return state === 'sent' || state === 'failed' ? state : 'unknown';
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

/** Why a try did not work, in the mail server's words; null when the mail is out. */
async function refusal(ctx: Ctx, { id, content, messageId, toAddress }: repo.MailRow): Promise<string | null> {
  try {
    // What writes mails is large: it is loaded with the first mail, not with the shop.
    const { renderMail } = await import('./render.server.tsx');
    const rendered = await renderMail(content);
    await deliver(ctx.settings, { messageId, to: toAddress, replyTo: replyToOf(content), ...rendered });
    await repo.updateToSent(ctx.db, id, rendered);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : 'unknown';
  }
}

/** Sends a mail that is still owed, by SMTP or into the mailbox page; throws, to be tried again, when it is not taken. */
export async function sendMail(ctx: Ctx, mailId: string): Promise<void> {
  const mail = await repo.takeTry(ctx.db, mailId);
  if (mail === null) return;
  const reason = await refusal(ctx, mail);
  if (reason === null) return;
  await repo.updateAfterFailure(ctx.db, mailId, { error: reason.slice(0, 500), isFinal: mail.attempts >= mailTries });
  // The mail server's own words may name the customer: they stay in the row and out of logs and the job queue.
  throw new Error(`mail ${mailId} is not sent after try ${mail.attempts}`);
}

/** The newest mails first, at most 100: what the mailbox page lists. */
export function newestMails(db: Db): Promise<repo.MailSummary[]> {
  return repo.listNewest(db, 100);
}

/** One mail as it was sent, or null. */
export async function mailById(db: Db, id: string): Promise<repo.MailRow | null> {
  return repo.findMail(db, id);
}
