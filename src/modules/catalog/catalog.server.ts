import { asc, eq, inArray, sql } from 'drizzle-orm';

import { constant, type Places } from '#platform/db/constant.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { firstRow } from '#platform/db/one-row.server.ts';
import { deferred } from '#platform/db/transaction.server.ts';

import { productColumns } from './product-columns.server.ts';
import { shownProduct, type Product } from './product.ts';
import { products } from './tables.server.ts';

/** The product that the shop sells: the oldest active one, or null when none is active. */
export function firstActiveProduct(db: Db): Promise<Product | null> {
  const active = db.select(productColumns).from(products).where(eq(products.isActive, true));
  return firstRow(active.orderBy(asc(products.createdAt), asc(products.id)).limit(1));
}

/** The same product as a page shows it. */
export async function productOnPage(db: Db): Promise<Product | null> {
  const product = await firstActiveProduct(db);
  return product === null ? null : shownProduct(product);
}

/** Active products by id; unknown and inactive ids are left out. */
export async function activeProducts(db: Db, ids: readonly string[]): Promise<Product[]> {
  if (ids.length === 0) return [];
  return db
    .select(productColumns)
    .from(products)
    .where(sql`${products.isActive} and ${inArray(products.id, [...ids])}`);
}

/** Names and pictures of products by id, those that are not sold any more included. */
export function namedProducts(db: Db, ids: readonly string[]): Promise<Pick<Product, 'id' | 'name' | 'imageUrl'>[]> {
  const { id, name, imageUrl } = products;
  return db
    .select({ id, name, imageUrl })
    .from(products)
    .where(inArray(id, [...ids]));
}

type Units = { productId: string; quantity: number };

/** Promises units of a product, none when fewer are available: one conditional update decides. It gives the id of what it promised. */
export const promisedStock = (db: Db, { productId, quantity }: Places<Units>) =>
  db
    .update(products)
    .set({ reserved: sql`${products.reserved} + ${quantity}` })
    .where(
      sql`${products.id} = ${productId} and (${products.onHand} is null or ${products.onHand} - ${products.reserved} >= ${quantity})`,
    )
    .returning({ id: products.id });

/** Gives promised units back. */
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
 * Takes `sold` units out of stock together with the promise of `reserved` units; false when the rest is not available. Just what was
 * promised is always there: that goes with the transaction's next statement.
 */
export async function sellStock(tx: Db, { productId, sold, reserved }: Sale): Promise<boolean> {
  const isPromised = sold === reserved;
  const taken = await takeSold(isPromised ? deferred(tx) : tx, { productId, sold, reserved, more: sold - reserved });
  return isPromised || taken.length === 1;
}
