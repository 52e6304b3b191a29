import { boolean, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

import type { PromotionOptions } from './promotion-kinds.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** Automatic promotions: kind, options and schedule. Applied in the order of `position`. */
export const promotions = pgTable('promotions', {
  id: uuid('id').primaryKey().defaultRandom(),
  kind: text('kind').notNull(),
  options: jsonb('options').$type<PromotionOptions>().notNull(),
  enabled: boolean('enabled').notNull().default(false),
  startsAt: at('starts_at'),
  endsAt: at('ends_at'),
  position: integer('position').notNull().default(1),
  createdAt: at('created_at').notNull().defaultNow(),
  updatedAt: at('updated_at').notNull().defaultNow(),
});
