import { sellStock } from '#modules/catalog/catalog.server.ts';
import { releaseStock } from '#modules/catalog/products.queries.server.ts';
import { heldCodes, redeemCode, releaseCodes } from '#modules/discounts/redemptions.server.ts';
import type { PaymentsCtx } from '#modules/payments/payments.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';

import { lockCheckout, type CheckoutRow } from './find-checkout.queries.server.ts';
import { findQuoteVersion } from './quote.queries.server.ts';
import type { QuoteVersion } from './quote.ts';
import { deleteReservations } from './reservation.queries.server.ts';
import type { Reserved } from './reservation.server.ts';
import { type HoldReason } from './settle.ts';
import { activeStates } from './tables.server.ts';
import { updateCheckout } from './update-checkout.queries.server.ts';

/**
 * Ends a live checkout whose intent is canceled or missing, and releases its stock and code once.
 */
export function releaseExpired(ctx: PaymentsCtx, checkoutId: string, intentId: string | null): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    const checkout = await lockCheckout(tx, checkoutId);
    if (checkout === null || !activeStates.includes(checkout.state) || checkout.paymentIntentId !== intentId) return;
    await releaseAll(tx, checkout);
    await updateCheckout(tx, { id: checkoutId }, { state: 'expired', stuckSince: null });
  });
}

export type Checkout = CheckoutRow;

/** The paid quote and the reservations of its checkout. */
export type Paid = Reserved & { quote: QuoteVersion };

class StockGone extends Error {}

/** Returns the sold and reserved units of each product, in ascending product order. */
function salesOf({ quote, goods }: Paid) {
  const reservedOf = new Map(goods.map((reservation) => [reservation.productId, reservation.quantity]));
  const soldOf = new Map(quote.items.map((item) => [item.productId, item.quantity]));
  const productIds = [...new Set([...reservedOf.keys(), ...soldOf.keys()])].toSorted();
  return productIds.map((id) => ({ productId: id, sold: soldOf.get(id) ?? 0, reserved: reservedOf.get(id) ?? 0 }));
}

const isPromised = ({ sold, reserved }: ReturnType<typeof salesOf>[number]) => sold === reserved;

/**
 * Takes the sold units out of stock and ends their reservations. If stock is too low, takes nothing
 * and returns false.
 */
async function sellAll(tx: Db, paid: Paid): Promise<boolean> {
  const sales = salesOf(paid);
  const sellEach = async (part: Db) => {
    for (const sale of sales) if (!(await sellStock(part, sale))) throw new StockGone();
  };
  try {
    // The savepoint undoes the sales of the first products. A single product or a full reservation
    // needs none.
    await (sales.length > 1 && !sales.every(isPromised) ? tx.transaction(sellEach) : sellEach(tx));
  } catch (error) {
    if (!(error instanceof StockGone)) throw error;
    return false;
  }
  return true;
}

/**
 * True if a checkout has reserved exactly what was paid for. Nothing can fail then, so stock and
 * code are consumed last.
 */
export function isAllReserved(paid: Paid): boolean {
  const { quote, codes } = paid;
  return salesOf(paid).every(isPromised) && (quote.code === null || heldCodes(codes).includes(quote.code.codeId));
}

/** Releases the reservations of a checkout whose order will not ship as it is. */
export async function releaseAll(tx: Db, { id: checkoutId, quoteVersion }: Checkout): Promise<void> {
  const { goods, codes } = await findQuoteVersion(tx, checkoutId, quoteVersion);
  for (const { productId, quantity } of goods) await releaseStock(tx, productId, quantity);
  await deleteReservations(tx, checkoutId);
  await releaseCodes(tx, { checkoutId, uses: codes });
}

/**
 * Consumes stock and code for an order whose money matches. Returns the reason for a hold if that
 * fails, or null.
 */
export async function consume(tx: Db, checkout: Checkout, paid: Paid): Promise<HoldReason | null> {
  const { quote, codes: uses } = paid;
  if (!(await sellAll(tx, paid))) return 'stock_gone';
  if (quote.code === null) {
    await releaseCodes(tx, { checkoutId: checkout.id, uses });
    return null;
  }
  const customerKey = quote.contact?.email.toLowerCase() ?? null;
  const holder = { checkoutId: checkout.id, cartId: checkout.cartId, customerKey, uses };
  return (await redeemCode(tx, quote.code.codeId, holder)) ? null : 'code_gone';
}
