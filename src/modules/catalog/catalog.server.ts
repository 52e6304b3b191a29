import { asc, eq, inArray, sql } from 'drizzle-orm';

import { constant, type Places } from '#platform/db/constant.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { firstRow } from '#platform/db/rows.server.ts';
import { deferred } from '#platform/db/transaction.server.ts';

import { productColumns } from './product-columns.server.ts';
import { shownProduct, type Product } from './product.ts';
import { products } from './tables.server.ts';

/** Returns the product that the shop sells: the oldest active one, or null if none is active. */
export function firstActiveProduct(db: Db): Promise<Product | null> {
  const active = db.select(productColumns).from(products).where(eq(products.isActive, true));
  return firstRow(active.orderBy(asc(products.createdAt), asc(products.id)).limit(1));
}

/** Returns the first active product with its texts prepared for display. */
export async function productOnPage(db: Db): Promise<Product | null> {
  const product = await firstActiveProduct(db);
  return product === null ? null : shownProduct(product);
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

/**
 * Reserves units of a product with one conditional update. Returns the product's id, or no row if
 * fewer units are available.
 */
export const promisedStock = (db: Db, { productId, quantity }: Places<Units>) =>
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

type Sale = { productId: string; sold: number; reserved: number };

const takeSold = constant((db, { productId, sold, reserved, more }: Places<Sale & { more: number }>) =>
  db
    .update(products)
    .set({ onHand: sql`${products.onHand} - ${sold}`, reserved: sql`${products.reserved} - ${reserved}` })
    .where(
      sql`${products.id} = ${productId} and (${products.onHand} is null or ${products.onHand} - ${products.reserved} >= ${more})`,
    )
    .returning({ id: products.id }),
);

/**
 * Deducts `sold` units from stock and releases `reserved` units. Returns false if the additional
 * units are not available. Selling exactly the reserved units cannot fail, so that update is
 * deferred to the transaction's next statement.
 */
export async function sellStock(tx: Db, { productId, sold, reserved }: Sale): Promise<boolean> {
  const isReserved = sold === reserved;
  const taken = await takeSold(isReserved ? deferred(tx) : tx, { productId, sold, reserved, more: sold - reserved });
  return isReserved || taken.length === 1;
}
