import { and, asc, desc, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';

import { emailCaptures } from './tables.server.ts';

export type CaptureRow = typeof emailCaptures.$inferSelect;

/** Locks an address until the transaction ends. */
export async function takeAddress(db: Db, email: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`email_captures ${email}`}, 0))`);
}

/** Stores a capture; the newsletter's once per address. */
export async function insertCapture(db: Db, capture: typeof emailCaptures.$inferInsert): Promise<void> {
  await db.insert(emailCaptures).values(capture).onConflictDoNothing();
}

/** The code that an address was given last, or null. */
export async function findCodeId(db: Db, email: string): Promise<string | null> {
  const [row] = await db
    .select({ codeId: emailCaptures.codeId })
    .from(emailCaptures)
    .where(and(eq(emailCaptures.email, email), isNotNull(emailCaptures.codeId)))
    .orderBy(desc(emailCaptures.createdAt))
    .limit(1);
  return row?.codeId ?? null;
}

/** Takes the one repetition of a code's mail; says whether it was left. */
export async function takeResend(db: Db, codeId: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(emailCaptures)
    .set({ resentAt: now })
    .where(and(eq(emailCaptures.codeId, codeId), isNull(emailCaptures.resentAt)))
    .returning({ id: emailCaptures.id });
  return rows.length > 0;
}

const isWaiting = and(eq(emailCaptures.trigger, 'sold-out'), isNull(emailCaptures.notifiedAt));

export async function countWaiting(db: Db, email: string): Promise<number> {
  return db.$count(emailCaptures, and(eq(emailCaptures.email, email), isWaiting));
}

/** Who waits for stock, longest first. */
export function listWaiting(db: Db, limit: number): Promise<CaptureRow[]> {
  return db.select().from(emailCaptures).where(isWaiting).orderBy(asc(emailCaptures.createdAt)).limit(limit);
}

/** Marks an address that waits as notified; says whether it was still waiting. */
export async function takeNotification(db: Db, email: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(emailCaptures)
    .set({ notifiedAt: now })
    .where(and(eq(emailCaptures.email, email), isWaiting))
    .returning({ id: emailCaptures.id });
  return rows.length > 0;
}

/** Whether an address agreed to e-mails in one of these versions of the consent, as a condition of another statement. */
export const hasAgreed = (email: SQL, consentVersions: readonly string[]) => sql`exists (
  select 1 from ${emailCaptures}
  where ${emailCaptures.email} = ${email} and ${emailCaptures.trigger} <> 'newsletter'
    and ${emailCaptures.consentVersion} = any(${sql.param([...consentVersions])}::text[]))`;

export type Consent = { trigger: string; version: string; at: Date };

/** What an address agreed to, newest first. */
export function listConsents(db: Db, email: string, limit: number): Promise<Consent[]> {
  const { trigger, consentVersion: version, createdAt: at } = emailCaptures;
  return db
    .select({ trigger, version, at })
    .from(emailCaptures)
    .where(eq(emailCaptures.email, email))
    .orderBy(desc(at))
    .limit(limit);
}
