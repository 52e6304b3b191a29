import { boolean, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Experiments. One without a row is not running. */
export const experiments = pgTable('experiments', {
  id: text('id').primaryKey(),
  isOn: boolean('is_on').notNull().default(false),
  /** Start of the period that the figures cover. */
  since: timestamp('since', { withTimezone: true }).notNull().defaultNow(),
});
