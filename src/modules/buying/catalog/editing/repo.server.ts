import { and, asc, desc, eq, sql } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';

import type { KnownPrice } from '../price-history/rules.ts';
import { priceChanges, productImageFiles, productImages, products, stockMoves } from '../tables.server.ts';

export type ProductRow = typeof products.$inferSelect;
export type StockMove = typeof stockMoves.$inferSelect;
export type ImageRow = typeof productImages.$inferSelect;
export type ImageFile = Omit<typeof productImageFiles.$inferInsert, 'imageId'>;

/** The product that the shop sells, active or not: the oldest active one, else the oldest. */
export async function findEdited(db: Db): Promise<ProductRow | null> {
  const order = [desc(products.isActive), asc(products.createdAt), asc(products.id)];
  const rows = await db
    .select()
    .from(products)
    .orderBy(...order)
    .limit(1);
  return rows[0] ?? null;
}

/** The product, kept from every other change until the transaction ends. */
export async function findLocked(tx: Db, id: string): Promise<ProductRow | null> {
  const rows = await tx.select().from(products).where(eq(products.id, id)).for('update');
  return rows[0] ?? null;
}

export async function updateProduct(tx: Db, id: string, change: Partial<ProductRow>): Promise<void> {
  await tx.update(products).set(change).where(eq(products.id, id));
}

/** Changes the stock unless it would fall below what is promised; says what is on hand then. */
export async function takeStockChange(tx: Db, id: string, change: number): Promise<number | null> {
  const rows = await tx
    .update(products)
    .set({ onHand: sql`${products.onHand} + ${change}` })
    .where(sql`${products.id} = ${id} and ${products.onHand} + ${change} >= ${products.reserved}`)
    .returning({ onHand: products.onHand });
  return rows[0]?.onHand ?? null;
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

/** Newest first; `at` is when the price began. */
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
  const [row] = await tx.insert(productImages).values(image).returning({ id: productImages.id });
  if (row === undefined) throw new Error('the picture was not stored');
  for (const file of files) await tx.insert(productImageFiles).values({ ...file, imageId: row.id });
  return row.id;
}

export async function updateImage(tx: Db, id: string, change: Partial<ImageRow>): Promise<void> {
  await tx.update(productImages).set(change).where(eq(productImages.id, id));
}

export async function deleteImage(tx: Db, id: string): Promise<void> {
  await tx.delete(productImages).where(eq(productImages.id, id));
}

export async function findFile(db: Db, imageId: string, name: string) {
  const { kind, bytes } = productImageFiles;
  const rows = await db
    .select({ kind, bytes })
    .from(productImageFiles)
    .where(and(eq(productImageFiles.imageId, imageId), eq(productImageFiles.name, name)))
    .limit(1);
  return rows[0] ?? null;
}
