import { bigserial, index, integer, pgTable, text, timestamp, unique } from 'drizzle-orm/pg-core';

import type { SecurityKind } from './rules.ts';

/** What may be an attack: one row for what is the same within an hour, however often it came. */
export const securityEvents = pgTable(
  'security_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    kind: text('kind').$type<SecurityKind>().notNull(),
    subject: text('subject').notNull(),
    /** The signed-in account, '' where there is none. No foreign key: it goes with the person. */
    accountId: text('account_id').notNull().default(''),
    /** A network, never a single address. */
    source: text('source').notNull().default(''),
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
