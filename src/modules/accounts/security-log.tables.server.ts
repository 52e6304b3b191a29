import { bigserial, index, integer, pgTable, text, timestamp, unique } from 'drizzle-orm/pg-core';

import type { SecurityKind } from './security-event.ts';

/** What happened that an attack could be read from. Rows are added only: a trigger refuses changes, and deletions before 30 days. */
export const securityEvents = pgTable(
  'security_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    kind: text('kind').$type<SecurityKind>().notNull(),
    subject: text('subject').notNull(),
    /** The account that it is about, '' if unknown. No foreign key: the row outlives the account, and leads nowhere then. */
    accountId: text('account_id').notNull().default(''),
    /** Keyed hash of the e-mail address that was typed, '' if none was: equal ones are one account. */
    accountHash: text('account_hash').notNull().default(''),
    /** A network; the whole address of a failed sign-in. */
    source: text('source').notNull().default(''),
    /** Moment of the event. Earlier versions stored the hour, and counted in the row. */
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
