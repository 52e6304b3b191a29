import { boolean, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Anonymous record of each consent decision. Rows are only added. */
export const consents = pgTable('consents', {
  id: uuid('id').primaryKey().defaultRandom(),
  version: text('version').notNull(),
  ads: boolean('ads').notNull(),
  at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
});
