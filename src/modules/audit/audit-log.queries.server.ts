import { and, desc, eq, getTableColumns, gt, sql, type SQL } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import { listPage, type ListOrder, type ListPage } from '#platform/db/list-page.server.ts';
import { firstRow } from '#platform/db/rows.server.ts';
import { matchesAllWords } from '#platform/db/word-search.server.ts';
import { normalizeIdentifier } from '#shared/identifier.ts';

import { auditEntries, subjectKind } from './tables.server.ts';

export type AuditRow = typeof auditEntries.$inferSelect;

export async function insertEntry(tx: Db, entry: typeof auditEntries.$inferInsert): Promise<void> {
  await tx.insert(auditEntries).values(entry);
}

type ChangeQuery = { subject: string; actor: string; kind: string; page: ListPage };

const changeOrder: ListOrder = {
  sorts: { when: auditEntries.id, subject: auditEntries.subject, by: auditEntries.actorEmail },
  tie: [auditEntries.id],
  first: '-when',
  indexed: 'asc',
};

/**
 * Returns changes newest first by default, filtered by words of the subject, by actor, and by kind
 * of record ('order').
 */
export function searchChanges(db: Db, { subject, actor, kind, page }: ChangeQuery) {
  const matches = and(
    matchesAllWords([auditEntries.subject], subject),
    actor === '' ? undefined : eq(auditEntries.actorEmail, normalizeIdentifier(actor)),
    kind === '' ? undefined : eq(subjectKind(auditEntries.subject), kind),
  );
  return listPage(changeOrder, page, ({ beyond, orderBy, position, limit }) =>
    db
      .select({ ...getTableColumns(auditEntries), position })
      .from(auditEntries)
      .where(and(matches, beyond))
      .orderBy(...orderBy)
      .limit(limit),
  );
}

/** Returns every actor and every kind of record in the log. */
export async function listChangeFilters(db: Db): Promise<{ actors: string[]; kinds: string[] }> {
  const actors = await listDistinct(db, sql`${auditEntries.actorEmail}`);
  return { actors, kinds: await listDistinct(db, subjectKind(auditEntries.subject)) };
}

/**
 * Returns the distinct values of an indexed expression by skipping from one to the next in its
 * index. The table itself is not scanned.
 */
async function listDistinct(db: Db, value: SQL): Promise<string[]> {
  const { rows } = await db.execute<{ value: string }>(sql`
    with recursive known as (
      select min(${value}) as value from ${auditEntries}
      union all
      select (select min(${value}) from ${auditEntries} where ${value} > known.value) from known where known.value is not null
    )
    select value from known where value is not null`);
  return rows.map((row) => row.value).toSorted();
}

/** Returns the changes to one subject after a moment, newest first. */
export function listChangesAfter(db: Db, subject: string, at: Date): Promise<AuditRow[]> {
  const matches = and(eq(auditEntries.subject, subject), gt(auditEntries.at, at));
  return db.select().from(auditEntries).where(matches).orderBy(desc(auditEntries.id));
}

/** Returns the latest change of one kind to one subject, or null. */
export function findLatestChange(db: Db, action: string, subject: string): Promise<AuditRow | null> {
  const matches = and(eq(auditEntries.subject, subject), eq(auditEntries.action, action));
  return firstRow(db.select().from(auditEntries).where(matches).orderBy(desc(auditEntries.id)).limit(1));
}
