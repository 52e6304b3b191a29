import { promotionsOf, type CartLine } from '#modules/cart/rules.ts';
import { lockCart } from '#modules/cart/service.server.ts';
import { orderNumber } from '#modules/orders/rules.ts';
import type { PaymentsCtx } from '#modules/payments/service.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { isUniqueViolation } from '#platform/db/transaction.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';
import { networkOf } from '#platform/limits/network.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import type { CheckoutRefusal } from '../contract.ts';
import { cartLinesFor, withPossible } from '../availability/service.server.ts';
import type { Offer } from '../offer.server.ts';
import { priceCart } from '../quote/service.server.ts';
import * as repo from '../repo.server.ts';
import { noHoldings } from '../reservation/service.server.ts';
import { emptyDelivery } from '../rules.ts';

/** For how long a checkout holds its goods. */
export const reservationMinutes = 15;

/** `live` is the checkout that there was, null when it was begun by this very call; `notes` say what could not stay in the cart. */
type Begun = Result<{ id: string; live: repo.CheckoutRow | null; notes: string[] }, CheckoutRefusal>;
type Start = { visitor: Visitor; cartId: string; minutes: number; fits: boolean };

/** Begins a checkout of a cart: first quote, stock reserved for `minutes` of the database's clock. */
async function begin(ctx: PaymentsCtx, tx: Db, { visitor, cartId, minutes, fits }: Start): Promise<Begun> {
  const number = orderNumber(crypto.getRandomValues(new Uint8Array(8)));
  const owner = { cartId, customerId: visitor.user?.id ?? null, visitorIp: networkOf(visitor.ip), orderNumber: number };
  const checkout = await repo.insertCheckout(tx, owner, minutes);
  const found = await cartLinesFor(tx, { cartId, held: noHoldings.goods, fits });
  if (!found.ok) return found;
  const { lines, notes } = found.value;
  const start = { lines, held: noHoldings, delivery: emptyDelivery, optionId: null };
  const pricing = { visitor, cartId, checkoutId: checkout.id, ...start };
  const quote = await priceCart(ctx, tx, pricing, null);
  if (!quote.ok) return quote;
  await repo.insertQuote(tx, checkout.id, 1, quote.value);
  return ok({ id: checkout.id, live: null, notes });
}

const present = (live: repo.CheckoutRow) => ({ id: live.id, live, notes: [] });

/** The live checkout of a cart, begun now with what can be had if there is none; its goods are held for `minutes`. */
export async function findOrBegin(
  ctx: PaymentsCtx,
  visitor: Visitor,
  cartId: string,
  minutes = reservationMinutes,
): Promise<Begun> {
  try {
    return await withPossible(ctx.db, async (tx, fits): Promise<Begun> => {
      await lockCart(tx, cartId);
      const live = await repo.findLiveOfCart(tx, cartId);
      return live === null ? begin(ctx, tx, { visitor, cartId, minutes, fits }) : ok(present(live));
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const live = await repo.findLiveOfCart(ctx.db, cartId);
    return live === null ? refuse('busy') : ok(present(live));
  }
}

/** Whether a checkout offers other units, prices or promotions than its cart has now. */
export function cartDiffers(offered: Offer, lines: readonly CartLine[]): boolean {
  const { items, promotions } = offered.quote;
  return (
    lines.length !== items.length ||
    (promotions !== undefined && JSON.stringify(promotions) !== JSON.stringify(promotionsOf(lines))) ||
    lines.some((line) => {
      const item = items.find((one) => one.productId === line.product.id);
      const price = line.product.salePriceCents ?? line.product.priceCents;
      return item?.quantity !== line.quantity || item.unitPriceCents !== price;
    })
  );
}

/** Gives the live checkout of a cart to the customer whose the cart has become: its order is found in their account. */
export function giveCheckout(db: Db, cartId: string, customerId: string): Promise<void> {
  return repo.updateBuyer(db, cartId, customerId);
}
