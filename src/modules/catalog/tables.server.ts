import { sql } from 'drizzle-orm';
import { boolean, check, integer, json, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

export const products = pgTable(
  'products',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    priceCents: integer('price_cents').notNull(),
    salePriceCents: integer('sale_price_cents'),
    imageUrl: text('image_url').notNull(),
    features: jsonb('features').$type<string[]>().notNull(),
    specifications: json('specifications').$type<Record<string, string>>().notNull(),
    isActive: boolean('is_active').notNull().default(true),
    /** Units in the house; null when stock is not tracked. */
    onHand: integer('on_hand'),
    /** Units promised to live checkouts. */
    reserved: integer('reserved').notNull().default(0),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    check('products_price_positive', sql`${table.priceCents} > 0 and ${table.salePriceCents} >= 0`),
    check(
      'products_reserved_within_stock',
      sql`${table.reserved} >= 0 and (${table.onHand} is null or ${table.reserved} <= ${table.onHand})`,
    ),
  ],
);
