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
    /** What a unit cost at least in the 30 days before the sale began; null when it was not sold then. */
    referencePriceCents: integer('reference_price_cents'),
    imageUrl: text('image_url').notNull(),
    features: jsonb('features').$type<string[]>().notNull(),
    specifications: json('specifications').$type<Record<string, string>>().notNull(),
    isActive: boolean('is_active').notNull().default(true),
    /** Units in the house; null when stock is not tracked. */
    onHand: integer('on_hand'),
    /** Units promised to live checkouts. */
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

/** Every price that a product has had, from `at` until the next; a trigger writes it, whoever changes the price. */
export const priceChanges = pgTable(
  'price_changes',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    productId: productId(),
    priceCents: integer('price_cents').notNull(),
    salePriceCents: integer('sale_price_cents'),
    /** What it was compared with. */
    referencePriceCents: integer('reference_price_cents'),
    at: at('at').notNull().defaultNow(),
  },
  (table) => [index('price_changes_product').on(table.productId, table.at)],
);

/** What people changed of the stock, with their reason; rows are only added. Sales are in the orders. */
export const stockMoves = pgTable(
  'stock_moves',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    productId: productId(),
    /** Null where counting began or ended. */
    change: integer('change'),
    /** Null when stock is not counted from then on. */
    onHandAfter: integer('on_hand_after'),
    reason: text('reason').notNull(),
    note: text('note').notNull(),
    actorEmail: text('actor_email').notNull(),
    /** Of the form that asked for it: sent twice, it counts once. */
    key: uuid('key').unique(),
    at: at('at').notNull().defaultNow(),
  },
  (table) => [index('stock_moves_product').on(table.productId, table.id)],
);

/** Pictures that were uploaded for a product, in their order. */
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

/** One picture in one width and format, as it is sent; `name` is '800.avif'. */
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
