import { customType, date, index, integer, pgTable, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core';

import { users } from '#modules/people/accounts/tables.server.ts';

const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });

const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** One row for each day that a customer logged in the habit tracker. */
export const habitLogs = pgTable(
  'routine_logs',
  {
    userId: userId(),
    /** In the customer's own time zone. */
    day: date('day', { mode: 'string' }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.day] })],
);

/** Cleaned pictures that only their customer sees. */
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
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('progress_photos_user').on(table.userId, table.day, table.createdAt)],
);
