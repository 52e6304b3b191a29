import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Settings of the shop. A missing key has the value of the brand's content. */
export const shopSettings = pgTable('shop_settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').$type<Record<string, unknown>>().notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
});
