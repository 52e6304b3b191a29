import { and, asc, desc, eq, sql } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import { firstRow, insertedRow } from '#platform/db/rows.server.ts';

import type { KnownPrice } from './price-history.ts';
import { priceChanges, productImageFiles, productImages, products, stockMoves } from './tables.server.ts';

export type ProductRow = typeof products.$inferSelect;
export type StockMove = typeof stockMoves.$inferSelect;
export type ImageRow = typeof productImages.$inferSelect;
export type ImageFile = Omit<typeof productImageFiles.$inferInsert, 'imageId'>;

/**
 * Returns the product that the shop sells, active or not: the oldest active one, else the oldest.
 */
export function editedProduct(db: Db): Promise<ProductRow | null> {
  const { isActive, createdAt, id } = products;
  return firstRow(db.select().from(products).orderBy(desc(isActive), asc(createdAt), asc(id)).limit(1));
}

/** Returns the product, locked for update until the transaction ends. */
export function lockProduct(tx: Db, id: string): Promise<ProductRow | null> {
  return firstRow(tx.select().from(products).where(eq(products.id, id)).for('update'));
}

export async function updateProduct(tx: Db, id: string, change: Partial<ProductRow>): Promise<void> {
  await tx.update(products).set(change).where(eq(products.id, id));
}

/**
 * Changes the stock unless it would fall below the reserved units. Returns the new stock, or null
 * if refused.
 */
export async function tryAdjustStock(tx: Db, id: string, change: number): Promise<number | null> {
  const onHand = sql`${products.onHand} + ${change}`;
  const isEnough = sql`${products.id} = ${id} and ${onHand} >= ${products.reserved}`;
  return (await firstRow(tx.update(products).set({ onHand }).where(isEnough).returning()))?.onHand ?? null;
}

export async function insertMove(tx: Db, move: typeof stockMoves.$inferInsert): Promise<void> {
  await tx.insert(stockMoves).values(move);
}

export async function existsMove(tx: Db, key: string): Promise<boolean> {
  return (await tx.$count(stockMoves, eq(stockMoves.key, key))) > 0;
}

/** Newest first. */
export function listMoves(db: Db, productId: string, limit: number): Promise<StockMove[]> {
  const { id } = stockMoves;
  return db.select().from(stockMoves).where(eq(stockMoves.productId, productId)).orderBy(desc(id)).limit(limit);
}

/** Newest first. `at` is when the price took effect. */
export function listPrices(db: Db, productId: string, limit: number): Promise<KnownPrice[]> {
  const { priceCents, salePriceCents, referencePriceCents, at, id } = priceChanges;
  return db
    .select({ priceCents, salePriceCents, referencePriceCents, at })
    .from(priceChanges)
    .where(eq(priceChanges.productId, productId))
    .orderBy(desc(at), desc(id))
    .limit(limit);
}

export function listImages(db: Db, productId: string): Promise<ImageRow[]> {
  return db
    .select()
    .from(productImages)
    .where(eq(productImages.productId, productId))
    .orderBy(asc(productImages.position), asc(productImages.createdAt));
}

export async function insertImage(
  tx: Db,
  image: typeof productImages.$inferInsert,
  files: readonly ImageFile[],
): Promise<string> {
  const { id } = await insertedRow(tx.insert(productImages).values(image).returning());
  for (const file of files) await tx.insert(productImageFiles).values({ ...file, imageId: id });
  return id;
}

export async function updateImage(tx: Db, id: string, change: Partial<ImageRow>): Promise<void> {
  await tx.update(productImages).set(change).where(eq(productImages.id, id));
}

export async function deleteImage(tx: Db, id: string): Promise<void> {
  await tx.delete(productImages).where(eq(productImages.id, id));
}

export function listFiles(db: Db, imageId: string) {
  return db.select().from(productImageFiles).where(eq(productImageFiles.imageId, imageId));
}

export function findFile(db: Db, imageId: string, name: string) {
  const isFile = and(eq(productImageFiles.imageId, imageId), eq(productImageFiles.name, name));
  return firstRow(db.select().from(productImageFiles).where(isFile));
}
