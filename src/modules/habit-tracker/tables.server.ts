import { date, index, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';

import { userId } from '#modules/accounts/tables.server.ts';
import { bytea, createdAt } from '#platform/db/columns.server.ts';

/** One row per day that a customer logged in the habit tracker. */
export const habitLogs = pgTable(
  'routine_logs',
  {
    userId: userId(),
    /** Day in the customer's own time zone. */
    day: date('day', { mode: 'string' }).notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.day] })],
);

/** Re-encoded pictures that only their owner sees. */
export const progressPhotos = pgTable(
  'progress_photos',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: userId(),
    day: date('day', { mode: 'string' }).notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    /** WebP. */
    bytes: bytea('bytes').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('progress_photos_user').on(table.userId, table.day, table.createdAt)],
);
