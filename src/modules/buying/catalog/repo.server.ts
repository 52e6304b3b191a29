import { asc, eq, inArray, sql } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';

import { productColumns } from './columns/service.server.ts';
import type { Product } from './rules.ts';
import { products } from './tables.server.ts';

export async function findOldestActive(db: Db): Promise<Product | null> {
  const rows = await db
    .select(productColumns)
    .from(products)
    .where(eq(products.isActive, true))
    .orderBy(asc(products.createdAt), asc(products.id))
    .limit(1);
  return rows[0] ?? null;
}

export async function listActive(db: Db, ids: readonly string[]): Promise<Product[]> {
  if (ids.length === 0) return [];
  return db
    .select(productColumns)
    .from(products)
    .where(sql`${products.isActive} and ${inArray(products.id, [...ids])}`);
}

/** Names and pictures of products, those that are not sold any more included. */
export function listNamed(db: Db, ids: readonly string[]): Promise<Pick<Product, 'id' | 'name' | 'imageUrl'>[]> {
  const { id, name, imageUrl } = products;
  return db
    .select({ id, name, imageUrl })
    .from(products)
    .where(inArray(id, [...ids]));
}

/** Promises units if they are there; says whether it worked. */
export async function takeReservation(db: Db, productId: string, quantity: number): Promise<boolean> {
  const rows = await db
    .update(products)
    .set({ reserved: sql`${products.reserved} + ${quantity}` })
    .where(
      sql`${products.id} = ${productId} and (${products.onHand} is null or ${products.onHand} - ${products.reserved} >= ${quantity})`,
    )
    .returning({ id: products.id });
  return rows.length === 1;
}

export async function releaseReservation(db: Db, productId: string, quantity: number): Promise<void> {
  await db
    .update(products)
    .set({ reserved: sql`${products.reserved} - ${quantity}` })
    .where(eq(products.id, productId));
}

/** Units that were sold, and how many of them were promised. */
export type Sale = { productId: string; sold: number; reserved: number };

/** Takes sold units out of stock and gives back the promise of `reserved`; says whether enough was there. */
export async function takeSold(db: Db, { productId, sold, reserved }: Sale): Promise<boolean> {
  const rows = await db
    .update(products)
    .set({ onHand: sql`${products.onHand} - ${sold}`, reserved: sql`${products.reserved} - ${reserved}` })
    .where(
      sql`${products.id} = ${productId} and (${products.onHand} is null or ${products.onHand} - ${products.reserved} >= ${sold - reserved})`,
    )
    .returning({ id: products.id });
  return rows.length === 1;
}
