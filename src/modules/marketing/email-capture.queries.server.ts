import { and, asc, desc, eq, getTableColumns, isNotNull, isNull, like, lt, sql, type SQL } from 'drizzle-orm';

import { deleteInBatches } from '#platform/db/batched-writes.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { listPage, type ListOrder, type ListPage } from '#platform/db/list-page.server.ts';
import { firstRow, hasRow } from '#platform/db/rows.server.ts';
import { emailEquals } from '#platform/db/data-subject.server.ts';
import { matchesAllWords } from '#platform/db/word-search.server.ts';

import type { CaptureTrigger } from './email-capture.ts';
import { emailCaptures } from './tables.server.ts';

// Addresses left for a code or the newsletter, and those that wait for a sold-out product.

export type CaptureRow = typeof emailCaptures.$inferSelect;

/** Locks an address until the transaction ends. */
export async function lockAddress(db: Db, email: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`email_captures ${email}`}, 0))`);
}

/** Inserts a capture. One newsletter capture per address. */
export async function insertCapture(db: Db, capture: typeof emailCaptures.$inferInsert): Promise<void> {
  await db.insert(emailCaptures).values(capture).onConflictDoNothing();
}

/** Dates the consent to the newsletter of someone who left and signs up again. */
export async function renewNewsletter(db: Db, renewed: typeof emailCaptures.$inferInsert): Promise<void> {
  const { consentVersion, createdAt } = renewed;
  const isTheirs = and(eq(emailCaptures.email, renewed.email), eq(emailCaptures.trigger, 'newsletter'));
  await db.update(emailCaptures).set({ consentVersion, createdAt }).where(isTheirs);
}

/** Returns the id of the code that an address received last, or null. */
export async function findCodeId(db: Db, email: string): Promise<string | null> {
  const { codeId, createdAt } = emailCaptures;
  const isTheirs = and(eq(emailCaptures.email, email), isNotNull(codeId));
  const newest = db.select({ codeId }).from(emailCaptures).where(isTheirs).orderBy(desc(createdAt)).limit(1);
  return (await firstRow(newest))?.codeId ?? null;
}

/** Marks a code's mail as resent, which is allowed once. False if it was resent before. */
export function claimResend(db: Db, codeId: string, resentAt: Date): Promise<boolean> {
  const isLeft = and(eq(emailCaptures.codeId, codeId), isNull(emailCaptures.resentAt));
  return hasRow(db.update(emailCaptures).set({ resentAt }).where(isLeft).returning({ id: emailCaptures.id }));
}

const isWaiting = and(eq(emailCaptures.trigger, 'sold-out'), isNull(emailCaptures.notifiedAt));

export async function countWaiting(db: Db, email: string): Promise<number> {
  return db.$count(emailCaptures, and(eq(emailCaptures.email, email), isWaiting));
}

/** Lists captures that wait for stock, oldest first. */
export function listWaiting(db: Db, limit: number): Promise<CaptureRow[]> {
  return db.select().from(emailCaptures).where(isWaiting).orderBy(asc(emailCaptures.createdAt)).limit(limit);
}

/** Marks a waiting address as notified. False if it was not waiting any more. */
export function claimNotification(db: Db, email: string, notifiedAt: Date): Promise<boolean> {
  const isTheirs = and(eq(emailCaptures.email, email), isWaiting);
  return hasRow(db.update(emailCaptures).set({ notifiedAt }).where(isTheirs).returning({ id: emailCaptures.id }));
}

/**
 * SQL condition: true when an address agreed to emails with one of these consent versions. `counts`
 * says of which captures.
 */
export const hasAgreed = (email: SQL, consentVersions: readonly string[], counts: SQL) => sql`exists (
  select 1 from ${emailCaptures}
  where ${emailCaptures.email} = ${email} and ${emailCaptures.trigger} <> 'newsletter'
    and ${emailCaptures.consentVersion} = any(${sql.param([...consentVersions])}::text[]) and ${counts})`;

/** Lists the consents of an address, newest first. */
export function listConsents(db: Db, email: string, limit: number) {
  const { trigger, consentVersion: version, createdAt: at } = emailCaptures;
  return db
    .select({ trigger, version, at })
    .from(emailCaptures)
    .where(eq(emailCaptures.email, email))
    .orderBy(desc(at))
    .limit(limit);
}

export type CaptureQuery = {
  q: string;
  trigger: CaptureTrigger | '';
  page: ListPage;
  /** Additional condition of another module. */
  which: (left: Pick<typeof emailCaptures, 'email' | 'createdAt'>) => SQL;
};

const captureOrder: ListOrder = {
  sorts: { agreed: emailCaptures.createdAt, email: emailCaptures.email },
  tie: [emailCaptures.createdAt, emailCaptures.id],
  first: '-agreed',
  indexed: 'asc',
};

/** Lists captured addresses, newest first by default. An address captured twice appears twice. */
export const listCaptures = (db: Db, { q, trigger, page, which }: CaptureQuery) =>
  listPage(captureOrder, page, ({ beyond, orderBy, position, limit }) => {
    const isFrom = trigger === '' ? undefined : eq(emailCaptures.trigger, trigger);
    return db
      .select({ ...getTableColumns(emailCaptures), position })
      .from(emailCaptures)
      .where(and(matchesAllWords([emailCaptures.email], q), isFrom, which(emailCaptures), beyond))
      .orderBy(...orderBy)
      .limit(limit);
  });

export const findCapture = (db: Db, id: string): Promise<CaptureRow | null> =>
  firstRow(db.select().from(emailCaptures).where(eq(emailCaptures.id, id)));

/** Lists the captures of an address. */
export function listCapturesOf(db: Db, email: string): Promise<CaptureRow[]> {
  return db.select().from(emailCaptures).where(emailEquals(emailCaptures.email, email));
}

export async function deleteCapturesOf(tx: Db, email: string): Promise<void> {
  await tx.delete(emailCaptures).where(emailEquals(emailCaptures.email, email));
}

/** Deletes the addresses of a domain. Returns their number. */
export async function removeCapturesAt(tx: Db, domain: string): Promise<number> {
  const { email, id } = emailCaptures;
  return (
    await tx
      .delete(emailCaptures)
      .where(like(email, `%@${domain}`))
      .returning({ id })
  ).length;
}

export function deleteCapturesBefore(db: Db, before: Date) {
  return deleteInBatches(db, emailCaptures, lt(emailCaptures.createdAt, before));
}
