import type { CartLine } from '#modules/cart/cart-line.ts';
import { linesOfCart, setCartQuantity } from '#modules/cart/cart.server.ts';
import { isUsedUp } from '#modules/discounts/redemptions.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { decide } from '#platform/db/transaction.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { checkoutNotes, type CheckoutRefusal } from './checkout.schema.ts';
import { isShort, type Reservation } from './reservation.queries.server.ts';
import { unitsToBuy, unitsPerCheckout, type UnitsToBuy } from './quote.ts';

const tooMany = new Set<CheckoutRefusal>(['sold_out', 'too_many_units']);

/**
 * Runs `work`, which acquires stock or a code, in a transaction. Refuses `sold_out` if stock is too
 * low, `used_up` if the code is exhausted, and whatever `work` refuses.
 */
export async function decideAcquiring<T>(
  db: Db,
  work: (tx: Db) => Promise<Result<T, CheckoutRefusal>>,
): Promise<Result<T, CheckoutRefusal>> {
  try {
    return await decide(db, work);
  } catch (error) {
    if (isShort(error)) return refuse('sold_out');
    if (isUsedUp(error)) return refuse('used_up');
    throw error;
  }
}

/**
 * Runs `work` in a transaction. If it refuses because the cart has too many units, runs it again
 * with `cutToStock`.
 */
export async function retryCutToStock<T>(
  db: Db,
  work: (tx: Db, cutToStock: boolean) => Promise<Result<T, CheckoutRefusal>>,
): Promise<Result<T, CheckoutRefusal>> {
  const first = await decideAcquiring(db, (tx) => work(tx, false));
  return first.ok || !tooMany.has(first.reason) ? first : decideAcquiring(db, (tx) => work(tx, true));
}

function unitsNote({ name, units, isLimitedByStock }: UnitsToBuy): string {
  if (!isLimitedByStock) return checkoutNotes.most(unitsPerCheckout);
  return units === 0 ? checkoutNotes.gone(name) : checkoutNotes.fewer(name, units);
}

type BuyingOptions = { cartId: string; lines: CartLine[]; reserved: readonly Reservation[]; cutToStock: boolean };

/**
 * Returns the cart lines to buy. `cutToStock` first reduces the cart to what is in stock or
 * `reserved`, with a note for each change. Refuses `sold_out` if nothing is left.
 */
export async function linesToBuy(
  tx: Db,
  { cartId, lines, reserved, cutToStock }: BuyingOptions,
): Promise<Result<{ lines: CartLine[]; notes: string[] }, 'sold_out'>> {
  if (!cutToStock) return ok({ lines, notes: [] });
  const all = unitsToBuy(lines, new Map(reserved.map((one) => [one.productId, one.quantity])));
  if (all.every(({ units }) => units === 0)) return refuse('sold_out');
  const changed = all.filter(({ units, unitsInCart }) => units < unitsInCart);
  for (const { productId, units } of changed) await setCartQuantity(tx, cartId, { productId, quantity: units });
  return ok({ lines: await linesOfCart(tx, cartId), notes: [...new Set(changed.map(unitsNote))] });
}
