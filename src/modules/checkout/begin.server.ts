import type { CartLine } from '#modules/cart/rules.ts';
import { linesOfCart, lockCart } from '#modules/cart/service.server.ts';
import { orderNumber } from '#modules/orders/rules.ts';
import type { PaymentsCtx } from '#modules/payments/service.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { decide, isUniqueViolation } from '#platform/db/transaction.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import type { CheckoutRefusal } from './contract.ts';
import type { Offer } from './offer.server.ts';
import { emptyDelivery, priceCart } from './pricing.server.ts';
import * as repo from './repo.server.ts';
import { noHoldings } from './reservation.server.ts';

/** For how long a checkout holds its goods. */
export const reservationMinutes = 15;
const liveCheckoutsPerVisitor = 3;

/** `isNew` when it was begun by this very call. */
type Begun = Result<{ id: string; isNew: boolean }, CheckoutRefusal>;
type Start = { visitor: Visitor; cartId: string; minutes: number };

/** Begins a checkout of a cart: first snapshot, stock reserved for `minutes` of the database's clock. */
async function begin(ctx: PaymentsCtx, tx: Db, { visitor, cartId, minutes }: Start): Promise<Begun> {
  if ((await repo.countLiveOfIp(tx, visitor.ip)) >= liveCheckoutsPerVisitor && ctx.settings.rateLimits === 'on') {
    return refuse('too_many_checkouts');
  }
  const number = orderNumber(crypto.getRandomValues(new Uint8Array(8)));
  const owner = { cartId, customerId: visitor.user?.id ?? null, visitorIp: visitor.ip, orderNumber: number };
  const checkout = await repo.insertCheckout(tx, owner, minutes);
  const start = { lines: await linesOfCart(tx, cartId), held: noHoldings, delivery: emptyDelivery, optionId: null };
  const pricing = { cartId, checkoutId: checkout.id, ...start };
  const snapshot = await priceCart(ctx, tx, pricing, null);
  if (!snapshot.ok) return snapshot;
  await repo.insertSnapshot(tx, checkout.id, 1, snapshot.value);
  return ok({ id: checkout.id, isNew: true });
}

/** The live checkout of a cart, begun now if there is none; its goods are held for `minutes`. */
export async function findOrBegin(
  ctx: PaymentsCtx,
  visitor: Visitor,
  cartId: string,
  minutes = reservationMinutes,
): Promise<Begun> {
  try {
    return await decide(ctx.db, async (tx) => {
      await lockCart(tx, cartId);
      const live = await repo.findLiveOfCart(tx, cartId);
      return live === null ? begin(ctx, tx, { visitor, cartId, minutes }) : ok({ id: live.id, isNew: false });
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const live = await repo.findLiveOfCart(ctx.db, cartId);
    return live === null ? refuse('busy') : ok({ id: live.id, isNew: false });
  }
}

/** Whether a checkout offers other units or prices than its cart holds now. */
export function cartDiffers(offered: Offer, lines: readonly CartLine[]): boolean {
  const { items } = offered.snapshot;
  return (
    lines.length !== items.length ||
    lines.some((line) => {
      const item = items.find((one) => one.productId === line.product.id);
      const price = line.product.salePriceCents ?? line.product.priceCents;
      return item?.quantity !== line.quantity || item.unitPriceCents !== price;
    })
  );
}
