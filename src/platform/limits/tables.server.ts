import { bigint, integer, pgTable, varchar } from 'drizzle-orm/pg-core';

/** Points taken of a limit, by its name and a key; `expire` in milliseconds since 1970. */
export const rateLimitPoints = pgTable('rate_limit_points', {
  key: varchar('key', { length: 255 }).primaryKey(),
  points: integer('points').notNull().default(0),
  expire: bigint('expire', { mode: 'number' }),
});
