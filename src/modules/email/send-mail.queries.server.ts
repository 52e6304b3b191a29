import { and, eq, isNotNull, isNull, like, or, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';

import { preparedStatement, type Placeholders } from '#platform/db/prepared-statement.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { firstRow, hasRow } from '#platform/db/rows.server.ts';
import { defer } from '#platform/db/transaction.server.ts';

import type { MailContent } from './mail.ts';
import type { MailRow } from './mail-log.queries.server.ts';
import { mails } from './tables.server.ts';

const writeMail = preparedStatement((db, mail: Placeholders<typeof mails.$inferInsert>) =>
  db.insert(mails).values(mail).onConflictDoNothing().returning({ id: mails.id }),
);

/** Inserts a mail. Null if this order already has one of its kind and cause. */
export async function insertMail(db: Db, mail: typeof mails.$inferInsert): Promise<string | null> {
  return (await writeMail(db, mail))[0]?.id ?? null;
}

/** Inserts a mail that cannot be a duplicate, without waiting for the result (`defer`). */
export async function insertFirstMail(db: Db, mail: typeof mails.$inferInsert & { id: string }): Promise<string> {
  await defer(db, writeMail(db, mail));
  return mail.id;
}

const countTry = preparedStatement((db, { id }: Placeholders<{ id: string }>) =>
  db
    .update(mails)
    .set({ attempts: sql`${mails.attempts} + 1` })
    .where(and(eq(mails.id, id), eq(mails.state, 'queued')))
    .returning(),
);

/**
 * Counts a try before it begins, so that one ended by a crash counts too. Null if the mail is no
 * longer queued.
 */
export function startAttempt(db: Db, id: string): Promise<MailRow | null> {
  return firstRow(countTry(db, { id }));
}

/** Max tries for which a mail holds back later mails to its recipient. */
const triesThatHold = 3;
/** Max mails ahead to count. */
const maxAhead = 30;

const selectAhead = preparedStatement((db, { id, bulkKinds }: Placeholders<{ id: string; bulkKinds: string[] }>) =>
  db
    .select({
      // Qualified by hand: Drizzle writes unqualified names in statements on one table.
      ahead: sql<number>`(select count(*)::int from (
        select from mails e where e.to_address = mails.to_address and e.state = 'queued'
          and (e.created_at, e.id) < (mails.created_at, mails.id)
          and e.refusals = 0 and e.attempts <= ${sql.raw(String(triesThatHold))}
          and (e.kind = any(${bulkKinds}::text[])) = (mails.kind = any(${bulkKinds}::text[]))
        limit ${sql.raw(String(maxAhead))}) found)`,
    })
    .from(mails)
    .where(eq(mails.id, id)),
);

/**
 * Counts queued mails of the same class that the recipient must get before this one, at most 30.
 */
export async function countAhead(db: Db, id: string, bulkKinds: string[]): Promise<number> {
  return (await selectAhead(db, { id, bulkKinds }))[0]?.ahead ?? 0;
}

type Sent = { subject: string; html: string | null; text: string | null };

const writeSent = preparedStatement((db, { id, ...sent }: Placeholders<Sent & { id: string }>) =>
  db
    .update(mails)
    .set({ ...sent, state: 'sent', sentAt: sql`now()`, lastError: null, dismissedAt: null })
    // A try that was under way when the mail was replaced may still succeed.
    .where(and(eq(mails.id, id), or(eq(mails.state, 'queued'), isNotNull(mails.dismissedAt)))),
);

export async function markSent(db: Db, id: string, sent: Sent): Promise<void> {
  await writeSent(db, { id, ...sent });
}

/** Stores that a mail was sent, and erases its recipient and content. */
export async function markSentAndErase(db: Db, id: string): Promise<void> {
  const erased = { toAddress: '', content: null, html: null, text: null, lastError: null };
  await db
    .update(mails)
    .set({ ...erased, state: 'sent', sentAt: sql`now()` })
    .where(eq(mails.id, id));
}

/** Undoes the count of a try that never reached a working mail server. */
export const uncounted = { attempts: sql`${mails.attempts} - 1` };

export const refusedOnceMore = { refusals: sql`${mails.refusals} + 1` };

/** Updates a mail if it is still queued. */
export async function updateQueued(db: Db, id: string, change: PgUpdateSetSource<typeof mails>): Promise<void> {
  await db
    .update(mails)
    .set(change)
    .where(and(eq(mails.id, id), eq(mails.state, 'queued')));
}

/** Locks a mail for the transaction. Null if there is none. */
export function lockMail(tx: Db, id: string): Promise<MailRow | null> {
  return firstRow(tx.select().from(mails).where(eq(mails.id, id)).for('update'));
}

/** Queues a locked mail again that failed. */
export async function markQueued(tx: Db, id: string, content: MailContent): Promise<void> {
  const untried = { attempts: 0, refusals: 0, lastError: null, dismissedAt: null };
  await tx
    .update(mails)
    .set({ ...untried, state: 'queued', content })
    .where(eq(mails.id, id));
}

/** True when a queued mail of this kind has a cause that starts with a text without `%` and `_`. */
export function hasQueued(tx: Db, kind: string, causeStart: string): Promise<boolean> {
  const isStart = like(mails.cause, `${causeStart}%`);
  return hasRow(
    tx
      .select({ id: mails.id })
      .from(mails)
      .where(and(eq(mails.kind, kind), eq(mails.state, 'queued'), isStart))
      .limit(1),
  );
}

/** Records that a mail which was not sent needs no more attention. */
export async function markDismissed(tx: Db, id: string, change: PgUpdateSetSource<typeof mails>): Promise<void> {
  await tx
    .update(mails)
    .set({ ...change, state: 'failed', dismissedAt: sql`now()` })
    .where(eq(mails.id, id));
}

/** Dismisses a failed mail. False if it has not failed, or was dismissed before. */
export function claimDismissal(db: Db, id: string): Promise<boolean> {
  const isOpen = and(eq(mails.id, id), eq(mails.state, 'failed'), isNull(mails.dismissedAt));
  return hasRow(
    db
      .update(mails)
      .set({ dismissedAt: sql`now()` })
      .where(isOpen)
      .returning({ id: mails.id }),
  );
}

/** Deletes a queued mail that is no longer wanted. */
export async function deleteQueued(db: Db, id: string): Promise<void> {
  await db.delete(mails).where(and(eq(mails.id, id), eq(mails.state, 'queued')));
}
