import { and, desc, eq, lt } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';

import { auditEntries } from './tables.server.ts';

export type AuditEntry = typeof auditEntries.$inferSelect;
type NewEntry = Omit<typeof auditEntries.$inferInsert, 'id' | 'at'>;

export type Page = { subject: string | null; before: number | null; limit: number };

export async function insert(db: Db, entry: NewEntry): Promise<void> {
  await db.insert(auditEntries).values(entry);
}

/** Newest first, from the one before `before` on. */
export function list(db: Db, { subject, before, limit }: Page): Promise<AuditEntry[]> {
  return db
    .select()
    .from(auditEntries)
    .where(
      and(
        subject === null ? undefined : eq(auditEntries.subject, subject),
        before === null ? undefined : lt(auditEntries.id, before),
      ),
    )
    .orderBy(desc(auditEntries.id))
    .limit(limit);
}
