import type { Db } from '#platform/db/database.server.ts';
import { defer } from '#platform/db/transaction.server.ts';

import { firstActiveProduct, deductSoldStock, type Sale } from './products.queries.server.ts';
import { shownProduct, type Product } from './product.ts';

/** Returns the first active product with its texts prepared for display. */
export async function productOnPage(db: Db): Promise<Product | null> {
  const product = await firstActiveProduct(db);
  return product === null ? null : shownProduct(product);
}

/**
 * Deducts `sold` units from stock and releases `reserved` units. Returns false if the additional
 * units are not available. Selling exactly the reserved units cannot fail, so the
 * transaction does not wait for that update.
 */
export async function sellStock(tx: Db, { productId, sold, reserved }: Sale): Promise<boolean> {
  const isReserved = sold === reserved;
  const taking = deductSoldStock(tx, { productId, sold, reserved, more: sold - reserved });
  if (!isReserved) return (await taking).length === 1;
  await defer(tx, taking);
  return true;
}
