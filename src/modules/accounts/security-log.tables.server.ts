import { bigserial, index, integer, pgTable, text, timestamp, unique } from 'drizzle-orm/pg-core';

import type { SecurityKind } from './security-event.ts';

/**
 * Security events for detecting attacks. Rows are only added: a trigger refuses changes, and
 * deletions before 30 days.
 */
export const securityEvents = pgTable(
  'security_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    kind: text('kind').$type<SecurityKind>().notNull(),
    subject: text('subject').notNull(),
    /**
     * Related account, '' if unknown. There is no foreign key, because the row outlives the
     * account.
     */
    accountId: text('account_id').notNull().default(''),
    /**
     * Keyed hash of the typed e-mail address, '' if there was none. Equal hashes are one account.
     */
    accountHash: text('account_hash').notNull().default(''),
    /** Network of the client, or the full address for a failed sign-in. */
    source: text('source').notNull().default(''),
    /** Time of the event. Earlier versions stored the hour and counted in the row. */
    hour: timestamp('hour', { withTimezone: true }).notNull(),
    lastAt: timestamp('last_at', { withTimezone: true }).notNull(),
    count: integer('count').notNull().default(1),
  },
  (table) => [
    unique('security_events_once_an_hour').on(table.kind, table.subject, table.accountId, table.source, table.hour),
    index('security_events_kind').on(table.kind, table.id),
    index('security_events_last').on(table.lastAt),
  ],
);
