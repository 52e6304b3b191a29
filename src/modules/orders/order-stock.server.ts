import { sellStock } from '#modules/catalog/catalog.server.ts';
import type { Db } from '#platform/db/database.server.ts';

import * as repo from './orders.queries.server.ts';
import type { ReturnLine } from './returns.ts';

type Taken = Pick<repo.OrderRow, 'id' | 'stockTaken'>;

/**
 * Puts units of an order back into stock. Returns false if that exceeds what it took out; the
 * caller must then roll back.
 */
export async function restock(tx: Db, order: Taken, lines: readonly ReturnLine[]): Promise<boolean> {
  if (lines.length === 0) return true;
  if (!order.stockTaken) return false;
  const items = await repo.listItems(tx, order.id);
  for (const { productId, quantity } of lines) {
    const item = items.find((one) => one.productId === productId);
    if (item === undefined || !(await repo.takeRestock(tx, item.id, quantity))) return false;
    // The result is ignored: a product that is gone or not counted has no stock to return to.
    await sellStock(tx, { productId, sold: -quantity, reserved: 0 });
  }
  return true;
}

/** Returns the units of an order that are not back in stock; none if none were taken out. */
export async function unreturnedStock(tx: Db, order: Taken): Promise<ReturnLine[]> {
  if (!order.stockTaken) return [];
  const items = await repo.listItems(tx, order.id);
  return items
    .map(({ productId, quantity, restockedQuantity }) => ({ productId, quantity: quantity - restockedQuantity }))
    .filter(({ quantity }) => quantity > 0);
}

/**
 * Takes the units of an order out of stock, unless some of them are out. Returns false if there are
 * not enough; the caller must then roll back.
 */
export async function takeStock(tx: Db, order: Taken): Promise<boolean> {
  if ((await unreturnedStock(tx, order)).length > 0) return true;
  for (const { productId, quantity } of await repo.listItems(tx, order.id)) {
    if (!(await sellStock(tx, { productId, sold: quantity, reserved: 0 }))) return false;
  }
  await repo.updateToTaken(tx, order.id);
  return true;
}
