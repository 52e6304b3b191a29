import { boolean, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Which comparisons run; one without a row does not. */
export const experiments = pgTable('experiments', {
  id: text('id').primaryKey(),
  isOn: boolean('is_on').notNull().default(false),
  /** Figures count from here. */
  since: timestamp('since', { withTimezone: true }).notNull().defaultNow(),
});
