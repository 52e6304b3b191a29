import { sql, type SQL } from 'drizzle-orm';
import { bigserial, index, jsonb, pgTable, text, timestamp, uuid, type AnyPgColumn } from 'drizzle-orm/pg-core';

import { listText } from '#platform/db/word-search.server.ts';

import type { AuditFields } from './audit-log.ts';

/** SQL expression of a subject's kind: 'order' for `order:HR-7K3QX9M2`. */
export const subjectKind = (subject: AnyPgColumn): SQL<string> => sql<string>`split_part(${subject}, ':', 1)`;

/**
 * Changes made by admins and by API keys of other systems. Rows are only added: a trigger refuses
 * to change or delete one.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
    /** No foreign key: an entry outlives the account. */
    actorId: uuid('actor_id'),
    actorEmail: text('actor_email').notNull(),
    action: text('action').notNull(),
    /** Changed record, for example `order:HR-7K3QX9M2`. */
    subject: text('subject').notNull(),
    before: jsonb('before').$type<AuditFields>(),
    after: jsonb('after').$type<AuditFields>(),
    requestId: text('request_id').notNull(),
  },
  (table) => [
    index('audit_entries_subject').on(table.subject, table.id),
    index('audit_entries_actor').on(table.actorEmail, table.id),
    index('audit_entries_search')
      .using('gin', sql`${listText([table.subject])} gin_trgm_ops`)
      .concurrently(),
    index('audit_entries_kind').on(subjectKind(table.subject), table.id),
  ],
);
