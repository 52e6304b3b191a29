import { and, eq, getTableColumns, gt, gte, lt, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';

import type { LogCursor } from '#modules/audit/audit-log.ts';
import { deleteInBatches, type Changed } from '#platform/db/batches.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { logPage } from '#platform/db/log-page.server.ts';

import { securityDays, type SecurityKind } from './security-log.ts';
import { securityEvents } from './tables.server.ts';

export type SecurityRow = typeof securityEvents.$inferSelect;
export type NewSecurityRow = Pick<SecurityRow, (typeof same)[number]>;

/** Columns that identify equal events. The first ones are those of an index. */
const same = ['kind', 'subject', 'accountId', 'source', 'accountHash'] as const;
const later = alias(securityEvents, 'later');

/** Returns the number of equal events within the current hour. */
export function countThisHour(db: Db, row: NewSecurityRow): Promise<number> {
  const isSame = and(...same.map((name) => eq(securityEvents[name], row[name])));
  return db.$count(securityEvents, and(isSame, gte(securityEvents.hour, sql`date_trunc('hour', now())`)));
}

export async function insertSecurityEvent(db: Db, row: NewSecurityRow): Promise<void> {
  const now = sql`clock_timestamp()`;
  await db
    .insert(securityEvents)
    .values({ ...row, hour: now, lastAt: now })
    .onConflictDoNothing();
}

type Query = { kind: SecurityKind | ''; cursor: LogCursor; limit: number };

/**
 * Returns events newest first from a cursor. Equal events within one hour form one row with their
 * count.
 */
export async function listSecurityEvents(db: Db, { kind, cursor, limit }: Query): Promise<SecurityRow[]> {
  const { beyond, order, newestFirst } = logPage(securityEvents.id, cursor);
  const begins = sql`date_trunc('hour', ${securityEvents.hour})`;
  const isAlike = and(
    ...same.map((name) => eq(later[name], securityEvents[name])),
    sql`${later.hour} >= ${begins} and ${later.hour} < ${begins} + interval '1 hour'`,
  );
  const ofHour = db
    .select({ count: sql<number>`sum(${later.count})::int` })
    .from(later)
    .where(isAlike);
  const newer = db
    .select({ id: later.id })
    .from(later)
    .where(and(isAlike, gt(later.id, securityEvents.id)));
  const matches = and(kind === '' ? undefined : eq(securityEvents.kind, kind), beyond, notExists(newer));
  const { count: _own, ...columns } = getTableColumns(securityEvents);
  const rows = db.select({ ...columns, count: sql<number>`(${ofHour})` }).from(securityEvents);
  return newestFirst(await rows.where(matches).orderBy(order).limit(limit));
}

/** Selects the events of the last 24 hours by kind. */
export const eventsOfLastDay = sql`
  select ${securityEvents.kind}, sum(${securityEvents.count})::int as count from ${securityEvents}
  where ${securityEvents.lastAt} > now() - interval '1 day' group by 1`;

/** Returns the events of an account that its owner may download. */
export function exportSecurityEvents(db: Db, accountId: string) {
  const { kind, subject, source, lastAt } = securityEvents;
  const columns = { what: kind, where: subject, from: source, at: lastAt };
  return db.select(columns).from(securityEvents).where(eq(securityEvents.accountId, accountId));
}

/**
 * Deletes the events before a date. The table's trigger uses the database clock, so rows that only
 * a process with a fast clock considers old are left alone.
 */
export function deleteOldSecurityEvents(db: Db, before: Date): Promise<Changed> {
  const { lastAt } = securityEvents;
  const isOld = and(lt(lastAt, before), lt(lastAt, sql`now() - make_interval(days => ${securityDays})`));
  return deleteInBatches(db, securityEvents, isOld);
}
