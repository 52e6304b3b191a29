import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

import type { ConnectionName } from './connections.ts';

/** Settings of the shop. A missing key has the value of the brand's content. */
export const shopSettings = pgTable('shop_settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').$type<Record<string, unknown>>().notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
});

/** Connections to other services that the owner has entered, without those of the environment. */
export const connections = pgTable('connections', {
  name: text('name').$type<ConnectionName>().primaryKey(),
  /** Value as JSON, encrypted with the shop's secret. */
  sealed: text('sealed').notNull(),
  /** Part of the value that pages and the audit log may show. */
  hint: text('hint').notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
});
