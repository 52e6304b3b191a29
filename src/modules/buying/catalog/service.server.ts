import type { Db } from '#platform/db/database.server.ts';

import * as repo from './repo.server.ts';
import { shownProduct, type Product } from './rules.ts';

/** The product that the shop sells: the oldest active one, or null when none is active. */
export function firstActiveProduct(db: Db): Promise<Product | null> {
  return repo.findOldestActive(db);
}

/** The same product as a page shows it. */
export async function productOnPage(db: Db): Promise<Product | null> {
  const product = await firstActiveProduct(db);
  return product === null ? null : shownProduct(product);
}

/** Active products by id; unknown and inactive ids are left out. */
export function activeProducts(db: Db, ids: readonly string[]): Promise<Product[]> {
  return repo.listActive(db, ids);
}

/** Names and pictures of products by id, those that are not sold any more included. */
export function namedProducts(db: Db, ids: readonly string[]) {
  return repo.listNamed(db, ids);
}

/** Promises units of a product to a checkout; false when fewer are available. One conditional update decides. */
export function reserveStock(tx: Db, productId: string, quantity: number): Promise<boolean> {
  return repo.takeReservation(tx, productId, quantity);
}

/** Gives promised units back. */
export function releaseStock(tx: Db, productId: string, quantity: number): Promise<void> {
  return repo.releaseReservation(tx, productId, quantity);
}

/** Takes `sold` units out of stock together with the promise of `reserved` units; false when the rest is not available. */
export function sellStock(tx: Db, sale: repo.Sale): Promise<boolean> {
  return repo.takeSold(tx, sale);
}
