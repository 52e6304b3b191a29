import { and, asc, desc, eq, gt, lt, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import type { Db } from '#platform/db/database.server.ts';
import { firstRow } from '#platform/db/one-row.server.ts';
import { hasWords } from '#platform/db/search.server.ts';
import { identifier } from '#shared/identifier.ts';

import type { LogPlace } from './audit-entry.ts';
import { auditEntries, kindOf } from './tables.server.ts';

export type AuditRow = typeof auditEntries.$inferSelect;
type Asked = { subject: string; actor: string; kind: string; place: LogPlace; limit: number };

/** What a statement needs for a page of a log: the condition, the order of the rows, and the way back to the newest first. */
export function logPage(id: PgColumn, place: LogPlace) {
  const isNewer = place?.towards === 'newer';
  return {
    beyond: place === null ? undefined : (isNewer ? gt : lt)(id, place.from),
    order: isNewer ? asc(id) : desc(id),
    newestFirst: <Row>(rows: Row[]) => (isNewer ? rows.toReversed() : rows),
  };
}

/** What was changed, newest first, from a place on: by words of the subject, by who did it, by the kind of thing ('order'). */
export async function searchChanges(db: Db, { subject, actor, kind, place, limit }: Asked): Promise<AuditRow[]> {
  const { beyond, order, newestFirst } = logPage(auditEntries.id, place);
  const isMeant = and(
    hasWords([auditEntries.subject], subject),
    actor === '' ? undefined : eq(auditEntries.actorEmail, identifier(actor)),
    kind === '' ? undefined : eq(kindOf(auditEntries.subject), kind),
    beyond,
  );
  return newestFirst(await db.select().from(auditEntries).where(isMeant).orderBy(order).limit(limit));
}

/** Every value of an indexed expression, from one to the next in its index: the log itself is not read through. */
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

/** Everyone who has changed something, and the kinds of things that were changed. */
export async function knownOfChanges(db: Db): Promise<{ actors: string[]; kinds: string[] }> {
  const actors = await distinct(db, sql`${auditEntries.actorEmail}`);
  return { actors, kinds: await distinct(db, kindOf(auditEntries.subject)) };
}

/** The latest change of one kind to one subject, or null. */
export function latestChange(db: Db, action: string, subject: string): Promise<AuditRow | null> {
  const isMeant = and(eq(auditEntries.subject, subject), eq(auditEntries.action, action));
  return firstRow(db.select().from(auditEntries).where(isMeant).orderBy(desc(auditEntries.id)).limit(1));
}
