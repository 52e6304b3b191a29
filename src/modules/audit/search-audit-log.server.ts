import { and, asc, desc, eq, gt, lt, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import type { Db } from '#platform/db/database.server.ts';
import { firstRow } from '#platform/db/one-row.server.ts';
import { hasWords } from '#platform/db/search.server.ts';
import { identifier } from '#shared/identifier.ts';

import type { LogPlace } from './audit-log.ts';
import { auditEntries, kindOf } from './tables.server.ts';

export type AuditRow = typeof auditEntries.$inferSelect;
type ChangeQuery = { subject: string; actor: string; kind: string; place: LogPlace; limit: number };

/**
 * Returns the parts of a query for a page of a log: the condition, the sort order, and a function
 * that restores newest first.
 */
export function logPage(id: PgColumn, place: LogPlace) {
  const isNewer = place?.towards === 'newer';
  return {
    beyond: place === null ? undefined : (isNewer ? gt : lt)(id, place.from),
    order: isNewer ? asc(id) : desc(id),
    newestFirst: <Row>(rows: Row[]) => (isNewer ? rows.toReversed() : rows),
  };
}

/**
 * Returns changes newest first from a cursor, filtered by words of the subject, by actor, and by
 * kind of record ('order').
 */
export async function searchChanges(db: Db, { subject, actor, kind, place, limit }: ChangeQuery): Promise<AuditRow[]> {
  const { beyond, order, newestFirst } = logPage(auditEntries.id, place);
  const matches = and(
    hasWords([auditEntries.subject], subject),
    actor === '' ? undefined : eq(auditEntries.actorEmail, identifier(actor)),
    kind === '' ? undefined : eq(kindOf(auditEntries.subject), kind),
    beyond,
  );
  return newestFirst(await db.select().from(auditEntries).where(matches).orderBy(order).limit(limit));
}

/**
 * Returns the distinct values of an indexed expression by skipping from one to the next in its
 * index. The table itself is not scanned.
 */
async function distinct(db: Db, value: SQL): Promise<string[]> {
  const { rows } = await db.execute<{ value: string }>(sql`
    with recursive known as (
      select min(${value}) as value from ${auditEntries}
      union all
      select (select min(${value}) from ${auditEntries} where ${value} > known.value) from known where known.value is not null
    )
    select value from known where value is not null`);
  return rows.map((row) => row.value).toSorted();
}

/** Returns every actor and every kind of record in the log. */
export async function knownOfChanges(db: Db): Promise<{ actors: string[]; kinds: string[] }> {
  const actors = await distinct(db, sql`${auditEntries.actorEmail}`);
  return { actors, kinds: await distinct(db, kindOf(auditEntries.subject)) };
}

/** Returns the latest change of one kind to one subject, or null. */
export function latestChange(db: Db, action: string, subject: string): Promise<AuditRow | null> {
  const matches = and(eq(auditEntries.subject, subject), eq(auditEntries.action, action));
  return firstRow(db.select().from(auditEntries).where(matches).orderBy(desc(auditEntries.id)).limit(1));
}
