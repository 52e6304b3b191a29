import { sql } from 'drizzle-orm';
import {
  bigserial,
  boolean,
  check,
  customType,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';

const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });
const at = (name: string) => timestamp(name, { withTimezone: true });

export const products = pgTable(
  'products',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    priceCents: integer('price_cents').notNull(),
    salePriceCents: integer('sale_price_cents'),
    /**
     * Lowest unit price of the 30 days before the sale began. Null if the product had no price
     * then.
     */
    referencePriceCents: integer('reference_price_cents'),
    imageUrl: text('image_url').notNull(),
    features: jsonb('features').$type<string[]>().notNull(),
    specifications: json('specifications').$type<Record<string, string>>().notNull(),
    isActive: boolean('is_active').notNull().default(true),
    /** Units in stock. Null if stock is not tracked. */
    onHand: integer('on_hand'),
    /** Units reserved by open checkouts. */
    reserved: integer('reserved').notNull().default(0),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    check('products_price_positive', sql`${table.priceCents} > 0 and ${table.salePriceCents} >= 0`),
    check(
      'products_reserved_within_stock',
      sql`${table.reserved} >= 0 and (${table.onHand} is null or ${table.reserved} <= ${table.onHand})`,
    ),
  ],
);

const productId = () =>
  uuid('product_id')
    .notNull()
    .references(() => products.id);

/**
 * Every price of a product, from `at` until the next one. Written by a trigger on each price
 * change.
 */
export const priceChanges = pgTable(
  'price_changes',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    productId: productId(),
    priceCents: integer('price_cents').notNull(),
    salePriceCents: integer('sale_price_cents'),
    /** Reference price of the sale. */
    referencePriceCents: integer('reference_price_cents'),
    at: at('at').notNull().defaultNow(),
  },
  (table) => [index('price_changes_product').on(table.productId, table.at)],
);

/** Manual stock changes with their reasons. Append-only. Sales are in the orders. */
export const stockMoves = pgTable(
  'stock_moves',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    productId: productId(),
    /** Null if stock tracking was started or stopped. */
    change: integer('change'),
    /** Null if stock tracking was stopped. */
    onHandAfter: integer('on_hand_after'),
    reason: text('reason').notNull(),
    note: text('note').notNull(),
    actorEmail: text('actor_email').notNull(),
    /** Idempotency key of the form: a form sent twice counts once. */
    key: uuid('key').unique(),
    at: at('at').notNull().defaultNow(),
  },
  (table) => [index('stock_moves_product').on(table.productId, table.id)],
);

/** Pictures uploaded for a product, in order. */
export const productImages = pgTable(
  'product_images',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    productId: productId(),
    position: integer('position').notNull(),
    alt: text('alt').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    widths: jsonb('widths').$type<number[]>().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [index('product_images_product').on(table.productId, table.position)],
);

/** One picture in one width and format. `name` is like '800.avif'. */
export const productImageFiles = pgTable(
  'product_image_files',
  {
    imageId: uuid('image_id')
      .notNull()
      .references(() => productImages.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    kind: text('kind').notNull(),
    bytes: bytea('bytes').notNull(),
  },
  (table) => [primaryKey({ columns: [table.imageId, table.name] })],
);
