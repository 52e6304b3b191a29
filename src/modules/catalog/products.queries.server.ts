import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import { runningPromotions } from '#modules/promotions/promotions.queries.server.ts';
import { preparedStatement, type Placeholders } from '#platform/db/prepared-statement.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { firstRow } from '#platform/db/rows.server.ts';

import type { Product } from './product.ts';
import { products } from './tables.server.ts';

/** Product columns that a cart needs. */
export const soldColumns = {
  id: products.id,
  name: products.name,
  priceCents: products.priceCents,
  salePriceCents: products.salePriceCents,
  referencePriceCents: products.referencePriceCents,
  promotions: runningPromotions,
  imageUrl: products.imageUrl,
  onHand: products.onHand,
  available: sql<number | null>`${products.onHand} - ${products.reserved}`,
};

/** Product columns that the product page needs. */
const productColumns = {
  ...soldColumns,
  description: products.description,
  features: products.features,
  specifications: products.specifications,
};

/**
 * Arguments to join the active product whose id a column holds:
 * `.innerJoin(...activeProduct(line.productId))`.
 */
export const activeProduct = (productId: PgColumn) =>
  [products, and(eq(products.id, productId), eq(products.isActive, true))] as const;

/** SQL column: stock of a product. Null if stock is not tracked. */
export const onHandOf = (productId: SQL) =>
  sql<number | null>`(select ${products.onHand} from ${products} where ${products.id} = ${productId})`;

/** SQL subquery: `id` and `available` units of the active products among `ids`. */
export const availableProducts = (ids: SQL) =>
  sql`(select id, on_hand - reserved as available from ${products} where is_active and id in (${ids}))`;

/** Returns the product that the shop sells: the oldest active one, or null if none is active. */
export function firstActiveProduct(db: Db): Promise<Product | null> {
  const active = db.select(productColumns).from(products).where(eq(products.isActive, true));
  return firstRow(active.orderBy(asc(products.createdAt), asc(products.id)).limit(1));
}

const maxListed = 50;

/** Returns the active products, oldest first, at most 50. */
export function listActiveProducts(db: Db): Promise<Product[]> {
  const active = db.select(productColumns).from(products).where(eq(products.isActive, true));
  return active.orderBy(asc(products.createdAt), asc(products.id)).limit(maxListed);
}

/** Returns active products by id. Unknown and inactive ids are left out. */
export async function activeProducts(db: Db, ids: readonly string[]): Promise<Product[]> {
  if (ids.length === 0) return [];
  return db
    .select(productColumns)
    .from(products)
    .where(sql`${products.isActive} and ${inArray(products.id, [...ids])}`);
}

/** Returns names and pictures of products by id, including products that are no longer sold. */
export function namedProducts(db: Db, ids: readonly string[]): Promise<Pick<Product, 'id' | 'name' | 'imageUrl'>[]> {
  const { id, name, imageUrl } = products;
  return db
    .select({ id, name, imageUrl })
    .from(products)
    .where(inArray(id, [...ids]));
}

type Units = { productId: string; quantity: number };

/** True when each of these products has that many units, or stock that is not tracked. */
export async function hasStock(db: Db, lines: readonly Units[]): Promise<boolean> {
  const { id } = products;
  const rows = await db
    .select({ id, available: soldColumns.available })
    .from(products)
    .where(
      inArray(
        id,
        lines.map(({ productId }) => productId),
      ),
    );
  return lines.every(({ productId, quantity }) => {
    const row = rows.find((one) => one.id === productId);
    return row !== undefined && (row.available === null || row.available >= quantity);
  });
}

/**
 * Reserves units of a product with one conditional update. Returns the product's id, or no row if
 * fewer units are available.
 */
export const reserveStock = (db: Db, { productId, quantity }: Placeholders<Units>) =>
  db
    .update(products)
    .set({ reserved: sql`${products.reserved} + ${quantity}` })
    .where(
      sql`${products.id} = ${productId} and (${products.onHand} is null or ${products.onHand} - ${products.reserved} >= ${quantity})`,
    )
    .returning({ id: products.id });

/** Releases reserved units. */
export async function releaseStock(tx: Db, productId: string, quantity: number): Promise<void> {
  await tx
    .update(products)
    .set({ reserved: sql`${products.reserved} - ${quantity}` })
    .where(eq(products.id, productId));
}

export type Sale = { productId: string; sold: number; reserved: number };

/**
 * Deducts `sold` units from stock and releases `reserved` units, if `more` units are available.
 * Returns the product's id, or no row.
 */
export const deductSoldStock = preparedStatement(
  (db, { productId, sold, reserved, more }: Placeholders<Sale & { more: number }>) =>
    db
      .update(products)
      .set({ onHand: sql`${products.onHand} - ${sold}`, reserved: sql`${products.reserved} - ${reserved}` })
      .where(
        sql`${products.id} = ${productId} and (${products.onHand} is null or ${products.onHand} - ${products.reserved} >= ${more})`,
      )
      .returning({ id: products.id }),
);

/** SQL rows of `doctor` and the dashboard: active products at or below a stock, in units. */
export const lowStock = (maxUnits: number) =>
  sql`from ${products} where ${products.isActive} and ${products.onHand} - ${products.reserved} <= ${maxUnits}`;

/** Selects the products to tell admins of. */
export const lowStockNotices = (
  maxUnits: number,
) => sql`select ${products.id}::text as subject, ${products.name} as label,
  null::int as cents, null::timestamptz as due_at ${lowStock(maxUnits)}`;
