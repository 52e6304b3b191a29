import { and, eq, getTableColumns, gt, gte, lt, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';

import { deleteInBatches, type BatchResult } from '#platform/db/batched-writes.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { listPage, type ListOrder, type ListPage } from '#platform/db/list-page.server.ts';

import { securityDays, type SecurityKind } from './security-log.ts';
import { securityEvents } from './tables.server.ts';

export type SecurityRow = typeof securityEvents.$inferSelect;
export type NewSecurityRow = Pick<SecurityRow, (typeof identityColumns)[number]>;

/** Columns that identify equal events. The first ones are those of an index. */
const identityColumns = ['kind', 'subject', 'accountId', 'source', 'accountHash'] as const;
const laterEvent = alias(securityEvents, 'laterEvent');

/** Returns the number of equal events within the current hour. */
export function countThisHour(db: Db, row: NewSecurityRow): Promise<number> {
  const isSame = and(...identityColumns.map((name) => eq(securityEvents[name], row[name])));
  return db.$count(securityEvents, and(isSame, gte(securityEvents.hour, sql`date_trunc('hour', now())`)));
}

export async function insertSecurityEvent(db: Db, row: NewSecurityRow): Promise<void> {
  const now = sql`clock_timestamp()`;
  await db
    .insert(securityEvents)
    .values({ ...row, hour: now, lastAt: now })
    .onConflictDoNothing();
}

type Query = { kind: SecurityKind | ''; page: ListPage };

const eventOrder: ListOrder = {
  sorts: { last: securityEvents.id, what: securityEvents.kind },
  tie: [securityEvents.id],
  first: '-last',
  indexed: 'asc',
};

/**
 * Returns events newest first by default. Equal events within one hour form one row with their
 * count.
 */
export function listSecurityEvents(db: Db, { kind, page }: Query) {
  const begins = sql`date_trunc('hour', ${securityEvents.hour})`;
  const isAlike = and(
    ...identityColumns.map((name) => eq(laterEvent[name], securityEvents[name])),
    sql`${laterEvent.hour} >= ${begins} and ${laterEvent.hour} < ${begins} + interval '1 hour'`,
  );
  const ofHour = db
    .select({ count: sql<number>`sum(${laterEvent.count})::int` })
    .from(laterEvent)
    .where(isAlike);
  const newer = db
    .select({ id: laterEvent.id })
    .from(laterEvent)
    .where(and(isAlike, gt(laterEvent.id, securityEvents.id)));
  const matches = and(kind === '' ? undefined : eq(securityEvents.kind, kind), notExists(newer));
  const { count: _count, ...columns } = getTableColumns(securityEvents);
  return listPage(eventOrder, page, ({ beyond, orderBy, position, limit }) =>
    db
      .select({ ...columns, count: sql<number>`(${ofHour})`, position })
      .from(securityEvents)
      .where(and(matches, beyond))
      .orderBy(...orderBy)
      .limit(limit),
  );
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
export function deleteOldSecurityEvents(db: Db, before: Date): Promise<BatchResult> {
  const { lastAt } = securityEvents;
  const isOld = and(lt(lastAt, before), lt(lastAt, sql`now() - make_interval(days => ${securityDays})`));
  return deleteInBatches(db, securityEvents, isOld);
}
