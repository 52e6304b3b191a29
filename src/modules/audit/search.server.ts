import { and, desc, eq, ilike, sql } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import { containing } from '#shared/pattern.ts';

import { auditEntries } from './tables.server.ts';

export type AuditRow = typeof auditEntries.$inferSelect;
type Asked = { subject: string; actor: string; kind: string; limit: number; offset: number };

/** What was changed, newest first: by words of the subject, by who did it, by the kind of thing ('order'). */
export function searchChanges(db: Db, { subject, actor, kind, limit, offset }: Asked): Promise<AuditRow[]> {
  return db
    .select()
    .from(auditEntries)
    .where(
      and(
        subject === '' ? undefined : ilike(auditEntries.subject, containing(subject)),
        actor === '' ? undefined : eq(auditEntries.actorEmail, actor),
        kind === '' ? undefined : sql`split_part(${auditEntries.subject}, ':', 1) = ${kind}`,
      ),
    )
    .orderBy(desc(auditEntries.id))
    .limit(limit)
    .offset(offset);
}

/** Everyone who has changed something, and the kinds of things that were changed. */
export async function knownOfChanges(db: Db): Promise<{ actors: string[]; kinds: string[] }> {
  const actors = await db.selectDistinct({ one: auditEntries.actorEmail }).from(auditEntries);
  const kinds = await db
    .selectDistinct({ one: sql<string>`split_part(${auditEntries.subject}, ':', 1)` })
    .from(auditEntries);
  return { actors: actors.map(({ one }) => one).toSorted(), kinds: kinds.map(({ one }) => one).toSorted() };
}

/** The latest change of one kind to one subject, or null. */
export async function latestChange(db: Db, action: string, subject: string): Promise<AuditRow | null> {
  const rows = await db
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.subject, subject), eq(auditEntries.action, action)))
    .orderBy(desc(auditEntries.id))
    .limit(1);
  return rows[0] ?? null;
}
