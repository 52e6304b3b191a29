import { and, desc, eq, ilike, or } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import { containing } from '#shared/pattern.ts';

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
