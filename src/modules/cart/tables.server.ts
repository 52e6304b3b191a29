import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';

import { products } from '#modules/catalog/tables.server.ts';

/**
 * Carts of customers, of guests (their cookie hashes to `token_hash`), and for Buy Now or a
 * phone order (of `buyer`).
 */
export const carts = pgTable(
  'carts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    customerId: text('customer_id').unique(),
    tokenHash: text('token_hash').unique(),
    /**
     * Shopper who owns this Buy Now cart: `customer:<id>` or `guest:<token hash>`. Null for a
     * regular cart.
     */
    buyer: text('buyer'),
    /** Phone order whose payment link opens this cart. Buy Now never fills such a cart. */
    phoneOrderId: uuid('phone_order_id'),
    /** Source of the visit that began this Buy Now; see `sourceOf`. Null if not recorded. */
    source: text('source'),
    /** The browser's own id of a guest cart. It grants no access. */
    sessionId: text('session_id'),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('carts_buyer').on(table.buyer)],
);

export const cartLines = pgTable(
  'shopping_carts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    cartId: uuid('cart_id')
      .notNull()
      .references(() => carts.id, { onDelete: 'cascade' }),
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id),
    quantity: integer('quantity').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    unique('shopping_carts_one_line_per_product').on(table.cartId, table.productId),
    index('shopping_carts_product').on(table.productId),
    check('shopping_carts_quantity', sql`${table.quantity} between 1 and 99`),
  ],
);
