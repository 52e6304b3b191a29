import type { CartLine } from '#modules/cart/rules.ts';
import { linesOfCart, setCartQuantity } from '#modules/cart/service.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { decide } from '#platform/db/transaction.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { checkoutNotes, type CheckoutRefusal } from '../contract.ts';
import type { Reservation } from '../repo.server.ts';
import { possibleUnits, unitsPerCheckout, type Possible } from '../rules.ts';

const tooMany = new Set<CheckoutRefusal>(['sold_out', 'too_many_units']);

/** Does `work` with the cart as it is and, where that holds more than can be had, once more with as much as can. */
export async function withPossible<T>(
  db: Db,
  work: (tx: Db, fits: boolean) => Promise<Result<T, CheckoutRefusal>>,
): Promise<Result<T, CheckoutRefusal>> {
  const tried = await decide(db, (tx) => work(tx, false));
  return tried.ok || !tooMany.has(tried.reason) ? tried : decide(db, (tx) => work(tx, true));
}

function noteOf({ name, given, isByStock }: Possible): string {
  if (!isByStock) return checkoutNotes.most(unitsPerCheckout);
  return given === 0 ? checkoutNotes.gone(name) : checkoutNotes.fewer(name, given);
}

type Wanted = { cartId: string; held: readonly Reservation[]; fits: boolean };
type Found = { lines: CartLine[]; notes: string[] };

/** The lines of a cart that is to be bought. With `fits` it first loses what cannot be had, which is noted; refuses `sold_out` when that is all. */
export async function cartLinesFor(tx: Db, { cartId, held, fits }: Wanted): Promise<Result<Found, 'sold_out'>> {
  const lines = await linesOfCart(tx, cartId);
  if (!fits) return ok({ lines, notes: [] });
  const possible = possibleUnits(lines, new Map(held.map((one) => [one.productId, one.quantity])));
  if (possible.every(({ given }) => given === 0)) return refuse('sold_out');
  const changed = possible.filter(({ given, asked }) => given < asked);
  for (const { productId, given } of changed) await setCartQuantity(tx, cartId, productId, given);
  return ok({ lines: await linesOfCart(tx, cartId), notes: [...new Set(changed.map(noteOf))] });
}
