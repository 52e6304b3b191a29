import { releaseStock } from '#modules/catalog/catalog.server.ts';
import { heldCodes, releaseCodes, type Redemption } from '#modules/discounts/redemptions.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { defer } from '#platform/db/transaction.server.ts';

import * as repo from './checkout.queries.server.ts';
import type { QuoteVersion, QuoteItem } from './quote.ts';
import { insertAcquired, upsertReservation, type Reservation } from './reservation.queries.server.ts';

export { heldUnits } from './reservation.queries.server.ts';

/** Reservations of a checkout: goods and uses of codes. */
export type Reserved = { goods: readonly Reservation[]; codes: readonly Redemption[] };

const unitsOf = (lines: readonly Reservation[]) =>
  new Map(lines.map(({ productId, quantity }) => [productId, quantity]));

/** True if a checkout has reserved more than a quote needs. */
export function hasSurplus({ goods, codes }: Reserved, { items, code }: Pick<QuoteVersion, 'items' | 'code'>): boolean {
  const needed = unitsOf(items);
  const spareGoods = goods.some(({ productId, quantity }) => quantity > (needed.get(productId) ?? 0));
  return spareGoods || heldCodes(codes).some((codeId) => codeId !== code?.codeId);
}

/** True if a quote needs more units than its checkout has reserved. */
export function addsUnits(items: readonly QuoteItem[], { goods }: Reserved): boolean {
  const reserved = unitsOf(goods);
  return items.some(({ productId, quantity }) => quantity > (reserved.get(productId) ?? 0));
}

type Acquisition = { checkoutId: string; items: readonly QuoteItem[]; reserved: Reserved['goods'] };

/**
 * Reserves what a new quote needs beyond the present reservations. Runs with the commit or the next
 * statement, which fails with an error that `isShort` if stock is too low. Releases nothing.
 */
export async function acquire(tx: Db, { checkoutId, items, reserved }: Acquisition): Promise<void> {
  const unitsReserved = unitsOf(reserved);
  for (const { productId, quantity } of items.toSorted((a, b) => (a.productId < b.productId ? -1 : 1))) {
    const missing = quantity - (unitsReserved.get(productId) ?? 0);
    if (missing > 0) await defer(tx, insertAcquired(tx, { checkoutId, productId, quantity, missing }));
  }
}

/** Releases what the newest quote no longer needs. Call it once the provider knows that quote. */
export async function releaseSurplus(tx: Db, checkoutId: string, version: number): Promise<void> {
  const checkout = await repo.lockCheckout(tx, checkoutId);
  if (checkout === null || !repo.liveStates.includes(checkout.state) || checkout.quoteVersion !== version) return;
  const { quote, goods, codes } = await repo.findVersion(tx, checkoutId, version);
  if (quote === null) return;
  const needed = unitsOf(quote.items);
  for (const { productId, quantity } of goods) {
    const surplus = quantity - (needed.get(productId) ?? 0);
    if (surplus <= 0) continue;
    await releaseStock(tx, productId, surplus);
    await upsertReservation(tx, checkoutId, { productId, quantity: quantity - surplus });
  }
  await releaseCodes(tx, { checkoutId, uses: codes }, quote.code?.codeId);
}
