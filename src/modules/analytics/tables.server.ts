import { bigserial, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/**
 * Events of visitors, until their day is aggregated. `visitor` is a hash with a salt that is
 * deleted with the day.
 */
export const visitEvents = pgTable(
  'visit_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    day: date('day').notNull(),
    visitor: text('visitor').notNull(),
    kind: text('kind').notNull(),
    key: text('key').notNull(),
  },
  (table) => [index('visit_events_day').on(table.day, table.kind, table.key)],
);

export const visitSalts = pgTable('visit_salts', { day: date('day').primaryKey(), salt: text('salt').notNull() });

/** Aggregated counts of past days. */
export const visitDays = pgTable(
  'visit_days',
  {
    day: date('day').notNull(),
    kind: text('kind').notNull(),
    key: text('key').notNull(),
    times: integer('times').notNull(),
    visitors: integer('visitors').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.kind, table.key] })],
);
