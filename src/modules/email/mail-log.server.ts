import { and, desc, eq, gte, inArray, sql } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import { descending } from '#platform/db/planner.server.ts';
import { hasWords } from '#platform/db/word-search.server.ts';

import { mails } from './tables.server.ts';

export const mailStates = ['', 'queued', 'sent', 'failed'] as const;
type MailStateFilter = (typeof mailStates)[number];

const { id, kind, toAddress, subject, state, attempts, lastError, createdAt, sentAt } = mails;
const columns = { id, kind, toAddress, subject, state, attempts, lastError, createdAt, sentAt };

/** Lists queued, sent and failed mails, newest first. */
export function mailsOf(db: Db, query: { q: string; state: MailStateFilter; limit: number; offset: number }) {
  return db
    .select(columns)
    .from(mails)
    .where(and(hasWords([toAddress, subject], query.q), query.state === '' ? undefined : eq(state, query.state)))
    .orderBy(descending(createdAt), descending(id))
    .limit(query.limit)
    .offset(query.offset);
}

export type LoggedMail = Awaited<ReturnType<typeof mailsOf>>[number];

export async function lastMailSentAt(db: Db): Promise<Date | null> {
  const rows = await db.select({ sentAt }).from(mails).where(eq(state, 'sent')).orderBy(desc(sentAt)).limit(1);
  return rows[0]?.sentAt ?? null;
}

export function failedMails(db: Db): Promise<number> {
  return db.$count(mails, eq(state, 'failed'));
}

export type MailCounts = { sent: number; waiting: number; failed: number };

/** Counts mails of some kinds since a moment, by kind and state. */
export async function mailCounts<Kind extends string>(
  db: Db,
  kinds: readonly Kind[],
  since: Date,
): Promise<Record<Kind, MailCounts>> {
  const rows = await db
    .select({ kind, state, count: sql<number>`count(*)::int` })
    .from(mails)
    .where(and(inArray(kind, [...kinds]), gte(createdAt, since)))
    .groupBy(kind, state);
  const of = (name: string, at: string) => rows.find((row) => row.kind === name && row.state === at)?.count ?? 0;
  const counted = kinds.map((name) => [
    name,
    { sent: of(name, 'sent'), waiting: of(name, 'queued'), failed: of(name, 'failed') },
  ]);
  return Object.fromEntries(counted) as Record<Kind, MailCounts>;
}
