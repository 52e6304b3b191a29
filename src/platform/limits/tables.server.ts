import { bigint, integer, pgTable, varchar } from 'drizzle-orm/pg-core';

/** Its columns and their camel-case name are prescribed by the rate-limit library. */
export const rateLimitPoints = pgTable('rate_limit_points', {
  key: varchar('key', { length: 255 }).primaryKey(),
  points: integer('points').notNull().default(0),
  expire: bigint('expire', { mode: 'number' }),
});
