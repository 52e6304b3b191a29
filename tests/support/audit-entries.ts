import { and, desc, eq, lt } from 'drizzle-orm';

import { auditEntries } from '#modules/audit/tables.server.ts';
import type { Db } from '#platform/db/database.server.ts';

type Page = { subject?: string; before?: number; limit?: number };

/** Returns audit entries, newest first. `before` is the id that continues a list. */
export function changesOf(db: Db, { subject, before, limit = 50 }: Page = {}) {
  return db
    .select()
    .from(auditEntries)
    .where(
      and(
        subject === undefined ? undefined : eq(auditEntries.subject, subject),
        before === undefined ? undefined : lt(auditEntries.id, before),
      ),
    )
    .orderBy(desc(auditEntries.id))
    .limit(limit);
}
