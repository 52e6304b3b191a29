import { bigserial, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

import { userId } from '#modules/accounts/tables.server.ts';
import { timestamptz, createdAt } from '#platform/db/columns.server.ts';

import type { Delivery, NoticeKind } from './notification-kinds.ts';

/** How an admin is told of a kind. A kind without a row has the default. */
export const notificationPreferences = pgTable(
  'notification_preferences',
  {
    userId: userId(),
    kind: text('kind').$type<NoticeKind>().notNull(),
    delivery: text('delivery').$type<Delivery>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind] })],
);

/**
 * Things that admins were told of. A thing that is over is deleted, so that it can happen again.
 */
export const activeAlerts = pgTable(
  'notified_things',
  {
    kind: text('kind').$type<NoticeKind>().notNull(),
    subject: text('subject').notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.subject] })],
);

/** Lines that wait for an admin's next daily summary. */
export const notificationSummaryLines = pgTable(
  'notification_summary_lines',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    userId: userId(),
    kind: text('kind').$type<NoticeKind>().notNull(),
    line: text('line').notNull(),
    path: text('path').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('notification_summary_lines_due').on(table.createdAt)],
);

/** One row, locked by the process that notifies. It spaces the emails. */
export const notificationRuns = pgTable('notification_runs', {
  id: integer('id').primaryKey(),
  notifiedAt: timestamptz('notified_at').notNull().defaultNow(),
});
