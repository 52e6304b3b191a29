import { and, desc, eq, ilike, or } from 'drizzle-orm';

import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { containing } from '#platform/db/pattern.server.ts';
import { decide } from '#platform/db/transaction.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { sendMailJob } from './service.server.ts';
import { mails } from './tables.server.ts';

export const mailStates = ['', 'queued', 'sent', 'failed'] as const;
export type MailStateAsked = (typeof mailStates)[number];
type Asked = { q: string; state: MailStateAsked; limit: number; offset: number };

const { id, kind, toAddress, subject, state, attempts, lastError, createdAt, sentAt } = mails;
const columns = { id, kind, toAddress, subject, state, attempts, lastError, createdAt, sentAt };

/** Mails that the shop owes or has sent, newest first. */
export function mailsOf(db: Db, asked: Asked) {
  const words =
    asked.q === '' ? undefined : or(ilike(toAddress, containing(asked.q)), ilike(subject, containing(asked.q)));
  return db
    .select(columns)
    .from(mails)
    .where(and(words, asked.state === '' ? undefined : eq(state, asked.state)))
    .orderBy(desc(createdAt), desc(id))
    .limit(asked.limit)
    .offset(asked.offset);
}

export type LoggedMail = Awaited<ReturnType<typeof mailsOf>>[number];

/** When the last mail left the shop, or null. */
export async function lastMailSentAt(db: Db): Promise<Date | null> {
  const rows = await db.select({ sentAt }).from(mails).where(eq(state, 'sent')).orderBy(desc(sentAt)).limit(1);
  return rows[0]?.sentAt ?? null;
}

/** How many mails the shop has given up on. */
export function failedMails(db: Db): Promise<number> {
  return db.$count(mails, eq(state, 'failed'));
}

/** Owes a mail again that is out or was given up on; one that is still owed is sent anyway. */
export function sendAgain(ctx: Ctx, mailId: string): Promise<Result<{ to: string }, 'no_mail' | 'on_its_way'>> {
  return decide<Result<{ to: string }, 'no_mail' | 'on_its_way'>>(ctx.db, async (tx) => {
    const rows = await tx.select().from(mails).where(eq(id, mailId)).for('update');
    const [mail] = rows;
    if (mail === undefined) return refuse('no_mail');
    if (mail.state === 'queued') return refuse('on_its_way');
    const again = mail.messageId.replace('@', `.${crypto.randomUUID().slice(0, 8)}@`);
    const messageId = mail.state === 'sent' ? again : mail.messageId;
    await tx.update(mails).set({ state: 'queued', attempts: 0, lastError: null, messageId }).where(eq(id, mailId));
    await ctx.jobs.enqueue(tx, sendMailJob, { mailId });
    return ok({ to: mail.toAddress });
  });
}
