import { promotionsOf, type CartLine } from '#modules/buying/cart/rules.ts';
import { lockCart } from '#modules/buying/cart/service.server.ts';
import { orderNumber } from '#modules/buying/orders/rules.ts';
import type { PaymentsCtx } from '#modules/ground/payments/service.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { isUniqueViolation } from '#platform/db/transaction.server.ts';
import { notFound } from '#platform/http/errors.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';
import { networkOf } from '#platform/limits/network.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { linesToBuy, retryCutToStock } from '../availability/service.server.ts';
import type { CheckoutRefusal } from '../contract.ts';
import { priceCart } from '../quote/service.server.ts';
import * as repo from '../repo.server.ts';
import { nothingReserved } from '../reservation/service.server.ts';
import { emptyDelivery, reservationMinutes } from '../rules.ts';

/** A checkout with its newest quote version; `notes` are sentences about what could not stay in the order. */
export type OpenCheckout = repo.CurrentCheckout & { notes: readonly string[] };

/** A checkout with its newest quote version; an unknown id is a 404. */
export async function currentCheckout(db: Db, checkoutId: string): Promise<OpenCheckout> {
  const current = await repo.findCurrent(db, checkoutId);
  if (current === null) throw notFound();
  return { ...current, notes: [] };
}

/** The checkout if it is the visitor's; 404 if it is unknown or another visitor's. */
export async function ownCheckout(db: Db, visitor: Visitor, name: repo.CheckoutName): Promise<repo.CheckoutRow> {
  const checkout = await repo.findOwn(db, visitor, name);
  if (checkout === null) throw notFound();
  return checkout;
}

/** `live` is the checkout that existed already, null when this call began it; `notes` are sentences about what could not stay in the cart. */
type Begun = Result<{ id: string; live: repo.CheckoutRow | null; notes: string[] }, CheckoutRefusal>;
type Beginning = { visitor: Visitor; cartId: string; minutes: number };

/** Begins a checkout of a cart: quote version 1, stock reserved for `minutes` of the database's clock. */
async function begin(tx: Db, ctx: PaymentsCtx, start: Beginning & { cutToStock: boolean }): Promise<Begun> {
  const { visitor, cartId, minutes, cutToStock } = start;
  const number = orderNumber(crypto.getRandomValues(new Uint8Array(8)));
  const owner = { cartId, customerId: visitor.user?.id ?? null, visitorIp: networkOf(visitor.ip), orderNumber: number };
  const checkout = await repo.insertCheckout(tx, owner, minutes);
  const found = await linesToBuy(tx, { cartId, reserved: nothingReserved.goods, cutToStock });
  if (!found.ok) return found;
  const { lines, notes } = found.value;
  const nothingTyped = { lines, held: nothingReserved, delivery: emptyDelivery, optionId: null, code: null };
  const quote = await priceCart(tx, ctx, { visitor, cartId, checkoutId: checkout.id, ...nothingTyped });
  if (!quote.ok) return quote;
  await repo.insertQuote(tx, checkout.id, { version: 1, body: quote.value });
  return ok({ id: checkout.id, live: null, notes });
}

const existing = (live: repo.CheckoutRow) => ok({ id: live.id, live, notes: [] });

/** The live checkout of a cart; if there is none, it is begun with what is in stock, reserved for `minutes`. */
export async function findOrBegin(
  ctx: PaymentsCtx,
  { visitor, cartId, minutes = reservationMinutes }: Omit<Beginning, 'minutes'> & { minutes?: number },
): Promise<Begun> {
  try {
    return await retryCutToStock(ctx.db, async (tx, cutToStock): Promise<Begun> => {
      await lockCart(tx, cartId);
      const live = await repo.findLiveOfCart(tx, cartId);
      return live === null ? begin(tx, ctx, { visitor, cartId, minutes, cutToStock }) : existing(live);
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const live = await repo.findLiveOfCart(ctx.db, cartId);
    return live === null ? refuse('busy') : existing(live);
  }
}

/** Whether the newest quote of a checkout has other units, prices or promotions than its cart has now. */
export function cartDiffers({ quote: { items, promotions } }: OpenCheckout, lines: readonly CartLine[]): boolean {
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

/** Makes the live checkout of a cart the customer's who owns the cart since the sign-in, so that their account shows its order. */
export function assignCheckout(db: Db, cartId: string, customerId: string): Promise<void> {
  return repo.updateBuyer(db, cartId, customerId);
}
