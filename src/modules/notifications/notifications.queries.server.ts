import { and, eq, lt, sql, type SQL } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import { hasRow, oneRow } from '#platform/db/rows.server.ts';

import type { Notice, NoticeKind, NoticeLine, Preferences } from './notification-kinds.ts';
import { notificationPreferences, notificationRuns, notificationSummaryLines, activeAlerts } from './tables.server.ts';

/**
 * Rows to tell admins of, by kind. Each selects `subject`, `label`, `cents` and `due_at` of what is
 * the case now.
 */
export type NoticeSources = Readonly<Record<NoticeKind, SQL>>;

/** Seconds between two emails to an admin. */
const pauseSeconds = 40;

/** Time after which a thing that was over can be told again. */
const quietInterval = sql`interval '1 hour'`;

const present = (sources: NoticeSources): SQL =>
  sql.join(
    Object.entries(sources).map(([kind, rows]) => sql`select ${kind}::text as kind, found.* from (${rows}) found`),
    sql` union all `,
  );

const isKnown = sql`exists (
  select from ${activeAlerts} known where known.kind = present.kind and known.subject = present.subject)`;
const isOver = sql`${activeAlerts.createdAt} < now() - ${quietInterval} and not exists (
  select from present where present.kind = ${activeAlerts.kind} and present.subject = ${activeAlerts.subject})`;
const isDue = (summaryAt: Date) => lt(notificationSummaryLines.createdAt, summaryAt);

/**
 * True when something is new or over, a summary is due, or nothing was ever looked for. False
 * within the pause after an email.
 */
export async function hasNews(db: Db, sources: NoticeSources, summaryAt: Date): Promise<boolean> {
  const { found } = await oneRow<{ found: boolean }>(
    db,
    sql`with present as (${present(sources)})
      select not exists (select from ${notificationRuns} where ${notificationRuns.notifiedAt} > now() - make_interval(secs => ${pauseSeconds}::int))
        and (not exists (select from ${notificationRuns})
          or exists (select from present where not ${isKnown})
          or exists (select from ${activeAlerts} where ${isOver})
          or exists (select from ${notificationSummaryLines} where ${isDue(summaryAt)})) as found`,
  );
  return found;
}

/**
 * Starts a run and keeps other processes from one until the transaction ends. Null if another
 * process was faster. `isFirst` is true for the first run of the shop.
 */
export async function claimRun(tx: Db): Promise<{ isFirst: boolean } | null> {
  const isFirst = await hasRow(
    tx.insert(notificationRuns).values({ id: 1 }).onConflictDoNothing().returning({ id: notificationRuns.id }),
  );
  if (isFirst) return { isFirst };
  const isPast = sql`${notificationRuns.notifiedAt} <= now() - make_interval(secs => ${pauseSeconds}::int)`;
  const taken = tx
    .update(notificationRuns)
    .set({ notifiedAt: sql`now()` })
    .where(isPast);
  return (await hasRow(taken.returning({ id: notificationRuns.id }))) ? { isFirst } : null;
}

type Row = { kind: NoticeKind; subject: string; label: string; cents: number | null; due_at: string | Date | null };

/** Records what is new as told and returns it. Deletes what is over. */
export async function claimNewAlerts(tx: Db, sources: NoticeSources): Promise<Notice[]> {
  const { rows } = await tx.execute<Row>(sql`
    with present as (${present(sources)}),
      over as (delete from ${activeAlerts} where ${isOver}),
      told as (insert into notified_things (kind, subject) select kind, subject from present
        on conflict do nothing returning kind, subject)
    select present.* from present join told using (kind, subject)`);
  return rows.map(({ due_at, ...row }) => ({ ...row, dueAt: due_at === null ? null : new Date(due_at) }));
}

export async function insertSummaryLines(tx: Db, userId: string, lines: readonly NoticeLine[]): Promise<void> {
  if (lines.length === 0) return;
  await tx.insert(notificationSummaryLines).values(lines.map((line) => ({ ...line, userId })));
}

/** Takes the lines of summaries that are due, by admin. */
export async function claimSummaryLines(tx: Db, summaryAt: Date): Promise<Map<string, NoticeLine[]>> {
  const { id, userId, kind, line, path } = notificationSummaryLines;
  const taken = await tx
    .delete(notificationSummaryLines)
    .where(isDue(summaryAt))
    .returning({ id, userId, kind, line, path });
  return Map.groupBy(
    taken.toSorted((a, b) => a.id - b.id),
    (row) => row.userId,
  );
}

type StoredPreference = typeof notificationPreferences.$inferSelect;

export function listPreferences(db: Db, userId?: string): Promise<StoredPreference[]> {
  const isTheirs = userId === undefined ? undefined : eq(notificationPreferences.userId, userId);
  return db.select().from(notificationPreferences).where(isTheirs);
}

export async function upsertPreferences(tx: Db, userId: string, preferences: Preferences): Promise<void> {
  const rows = Object.entries(preferences).map(([kind, delivery]) => ({ userId, kind: kind as NoticeKind, delivery }));
  await tx
    .insert(notificationPreferences)
    .values(rows)
    .onConflictDoUpdate({
      target: [notificationPreferences.userId, notificationPreferences.kind],
      set: { delivery: sql`excluded.delivery` },
    });
}

/** Deletes the lines of a kind that wait for an admin's next summary. */
export async function deleteSummaryLines(tx: Db, userId: string, kind: NoticeKind): Promise<void> {
  const { userId: owner, kind: column } = notificationSummaryLines;
  await tx.delete(notificationSummaryLines).where(and(eq(owner, userId), eq(column, kind)));
}
