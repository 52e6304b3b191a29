import { emptyCart } from '#modules/cart/service.server.ts';
import { releaseStock, sellStock } from '#modules/catalog/service.server.ts';
import { owePurchase } from '#modules/conversions/service.server.ts';
import { redeemCode, releaseCodes } from '#modules/discounts/service.server.ts';
import { queueMail } from '#modules/email/service.server.ts';
import { orderMail } from '#modules/orders/mail.server.ts';
import { orderNumber, type OrderView, type PaymentStatus } from '#modules/orders/rules.ts';
import { orderOfCheckout, orderOfIntent, ordersOfPayment, placeOrder } from '#modules/orders/service.server.ts';
import type { Intent, PaymentsCtx } from '#modules/payments/service.server.ts';
import { announce } from '#modules/webhooks/service.server.ts';
import { taxAmount } from '#modules/tax/rules.ts';
import type { Db } from '#platform/db/database.server.ts';
import { decide, inTransaction } from '#platform/db/transaction.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { rateAt } from '../quote/service.server.ts';
import * as repo from '../repo.server.ts';
import { moneyInDoubt, moneyMismatch, type Delivery, type HoldReason, type QuoteVersion } from '../rules.ts';
import { heldOrderOf, orderFrom } from './rules.ts';
import { restoreCheckout, restoreQuote } from '../restore/service.server.ts';

type Checkout = repo.CheckoutRow;

/** What was paid for, and what its checkout holds. */
type Paid = { quote: QuoteVersion; goods: readonly repo.Reservation[] };

class StockGone extends Error {}

/** Takes the sold units out of stock with their reservations; false, and nothing taken, when they cannot be had any more. */
async function sellAll(tx: Db, checkout: Checkout, { quote, goods }: Paid): Promise<boolean> {
  const reservedOf = new Map(goods.map((reservation) => [reservation.productId, reservation.quantity]));
  const soldOf = new Map(quote.items.map((item) => [item.productId, item.quantity]));
  const productIds = [...new Set([...reservedOf.keys(), ...soldOf.keys()])].toSorted();
  const sellEach = async (part: Db) => {
    for (const id of productIds) {
      const sold = await sellStock(part, {
        productId: id,
        sold: soldOf.get(id) ?? 0,
        reserved: reservedOf.get(id) ?? 0,
      });
      if (!sold) throw new StockGone();
    }
  };
  try {
    // Of one product nothing can be half sold: there is nothing to undo.
    await (productIds.length > 1 ? tx.transaction(sellEach) : sellEach(tx));
  } catch (error) {
    if (!(error instanceof StockGone)) throw error;
    return false;
  }
  await repo.deleteReservations(tx, checkout.id);
  return true;
}

/** Gives back what a checkout held, because its order will not be shipped as it stands. */
async function releaseAll(tx: Db, checkout: Checkout): Promise<void> {
  for (const { productId, quantity } of await repo.listReservations(tx, checkout.id)) {
    await releaseStock(tx, productId, quantity);
  }
  await repo.deleteReservations(tx, checkout.id);
  await releaseCodes(tx, checkout.id, null);
}

/** Consumes stock and code for an order whose money is right; says why it cannot be shipped, if so. */
async function consume(tx: Db, checkout: Checkout, paid: Paid): Promise<HoldReason | null> {
  const { quote } = paid;
  if (!(await sellAll(tx, checkout, paid))) return 'stock_gone';
  const holder = {
    checkoutId: checkout.id,
    cartId: checkout.cartId,
    customerKey: quote.contact?.email.toLowerCase() ?? null,
  };
  const codeId = quote.code?.codeId ?? null;
  if (codeId !== null) return (await redeemCode(tx, codeId, holder)) ? null : 'code_gone';
  await releaseCodes(tx, checkout.id, null);
  return null;
}

async function finish(tx: Db, ctx: PaymentsCtx, checkout: Checkout, order: OrderView): Promise<OrderView> {
  await repo.updateCheckout(tx, checkout.id, { state: 'completed', leaseUntil: null });
  await emptyCart(tx, checkout.cartId);
  if (order.paymentStatus !== 'pending') await tell(tx, ctx, order);
  await owePurchase(tx, ctx, order);
  return order;
}

/** Tells the customer and the shop's other systems. */
async function tell(tx: Db, ctx: PaymentsCtx, order: OrderView): Promise<void> {
  await announce(tx, 'order.paid', order);
  if (order.email === '') return;
  await queueMail(tx, ctx, {
    kind: 'order_confirmation',
    orderId: order.id,
    to: order.email,
    data: orderMail(order, ctx.settings),
  });
}

/** Stores a paid intent that fits no checkout of ours as a held order of its own, so that nobody's money is forgotten. */
async function settleStray(tx: Db, ctx: PaymentsCtx, intent: Intent, reason: HoldReason): Promise<OrderView> {
  const number = orderNumber(crypto.getRandomValues(new Uint8Array(8)));
  const order = await placeOrder(tx, heldOrderOf(intent, crypto.randomUUID(), number, reason));
  ctx.log.error({ intentId: intent.id, orderNumber: order.orderNumber, reason }, 'paid intent held for review');
  return order;
}

/**
 * Whether a payment is the checkout's own: the intent that was made for it; or, where none is known, the first that names it: of its
 * page at the provider, or of its form after a restore of an older backup.
 */
function isPaymentOf({ paymentIntentId }: Checkout, intent: Intent): boolean {
  return paymentIntentId === null || paymentIntentId === intent.id;
}

/** The tax that the prices hold at a place that was learnt only with the payment; nothing can be added any more. */
async function heldTax(
  tx: Db,
  ctx: PaymentsCtx,
  quote: QuoteVersion,
  { shippingAddress }: Delivery,
): Promise<QuoteVersion['tax']> {
  const rate = await rateAt(ctx, tx, shippingAddress);
  if (rate === null || !rate.inclusive) return null;
  return { ...rate, amountCents: taxAmount(quote.totalCents - quote.shippingCents, rate) };
}

/** A succeeded intent, and what was typed on the provider's page, where that was used. */
type Payment = { intent: Intent; delivery: Delivery | null };

/** What was paid for, the checkout's reservations included. */
async function paidFor(
  tx: Db,
  ctx: PaymentsCtx,
  { checkout, intent, delivery }: Payment & { checkout: Checkout },
): Promise<Paid | null> {
  if (intent.quoteVersion === null) return null;
  const stored = await repo.findHolding(tx, checkout.id, intent.quoteVersion);
  const quote = stored?.quote ?? (await restoreQuote(tx, checkout.id, intent));
  if (quote === null) return null;
  const goods = stored?.goods ?? (await repo.listReservations(tx, checkout.id));
  if (delivery === null) return { quote, goods };
  const complete = delivery.contact !== null && delivery.shippingAddress !== null;
  return { quote: { ...quote, ...delivery, tax: await heldTax(tx, ctx, quote, delivery), complete }, goods };
}

/**
 * Turns a succeeded intent into its one order, in the caller's transaction; called again it returns the same order.
 * The quote named in the intent's metadata is what was paid; `delivery` is what the provider's own page asked for.
 * What does not fit is stored with a hold reason, never dropped.
 */
export async function settleIntent(tx: Db, ctx: PaymentsCtx, payment: Payment): Promise<OrderView> {
  return settleLocked(tx, ctx, { ...payment, stored: await lockPaid(tx, payment.intent) });
}

/** The checkout of an intent, held for this transaction; null when it names none that the shop knows. */
export async function lockPaid(tx: Db, { checkoutId }: Intent): Promise<Checkout | null> {
  return checkoutId === null ? null : repo.lockCheckout(tx, checkoutId);
}

/** The same, where the checkout is held already. */
export async function settleLocked(
  tx: Db,
  ctx: PaymentsCtx,
  { intent, delivery, stored }: Payment & { stored: Checkout | null },
): Promise<OrderView> {
  const checkout = stored ?? (await restoreCheckout(tx, intent));
  if (checkout === null) {
    return (await orderOfIntent(tx, intent.id)) ?? settleStray(tx, ctx, intent, 'unknown_checkout');
  }
  const { known, isCheckoutPlaced } = await ordersOfPayment(tx, { intentId: intent.id, checkoutId: checkout.id });
  if (known !== null) return known;
  if (isCheckoutPlaced || !isPaymentOf(checkout, intent)) {
    return settleStray(tx, ctx, intent, 'second_payment');
  }
  if (checkout.paymentIntentId === null) await repo.updateCheckout(tx, checkout.id, { paymentIntentId: intent.id });
  const paid = await paidFor(tx, ctx, { checkout, intent, delivery });
  if (paid === null) {
    await releaseAll(tx, checkout);
    const held = heldOrderOf(intent, checkout.id, checkout.orderNumber, 'snapshot_missing');
    return finish(tx, ctx, checkout, await placeOrder(tx, { ...held, customerId: checkout.customerId }));
  }
  const { quote } = paid;
  const wrongMoney = moneyMismatch(intent, quote, ctx.payments.mode === 'live');
  if (wrongMoney !== null) await releaseAll(tx, checkout);
  const hold =
    wrongMoney ?? (await consume(tx, checkout, paid)) ?? (quote.complete ? null : ('contact_incomplete' as const));
  const paymentStatus: PaymentStatus = moneyInDoubt(hold) ? 'pending' : 'paid';
  if (hold === 'stock_gone') await releaseAll(tx, checkout);
  const order = await placeOrder(tx, orderFrom(checkout, quote, { intent, paymentStatus, hold }));
  if (hold !== null) ctx.log.error({ orderNumber: order.orderNumber, reason: hold }, 'order held for review');
  return finish(tx, ctx, checkout, order);
}

/** Settles a succeeded intent in a transaction of its own. */
export function settle(ctx: PaymentsCtx, intent: Intent): Promise<OrderView> {
  return inTransaction(ctx.db, (tx) => settleIntent(tx, ctx, { intent, delivery: null }));
}

/** Places the order of a checkout that costs nothing, without the provider. Refuses `not_free`, `incomplete`, `expired`, `sold_out`. */
export function settleFree(
  ctx: PaymentsCtx,
  checkoutId: string,
): Promise<Result<OrderView, 'not_free' | 'incomplete' | 'expired' | 'sold_out'>> {
  return decide(ctx.db, async (tx) => {
    const checkout = await repo.lockCheckout(tx, checkoutId);
    const placed = await orderOfCheckout(tx, checkoutId);
    if (placed !== null) return ok(placed);
    if (checkout === null || checkout.state === 'expired' || (await repo.isDue(tx, checkoutId))) {
      return refuse('expired');
    }
    const held = await repo.findHolding(tx, checkoutId, checkout.quoteVersion);
    if (held === null || held.quote.totalCents !== 0 || checkout.paymentIntentId !== null) return refuse('not_free');
    const { quote } = held;
    if (!quote.complete) return refuse('incomplete');
    if ((await consume(tx, checkout, held)) !== null) return refuse('sold_out');
    const order = await placeOrder(
      tx,
      orderFrom(checkout, quote, { intent: null, paymentStatus: 'not_required', hold: null }),
    );
    return ok(await finish(tx, ctx, checkout, order));
  });
}

/** Ends a checkout whose intent the provider has canceled: stock and code go back, once. */
export function releaseExpired(ctx: PaymentsCtx, checkoutId: string, intentId: string | null): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    const checkout = await repo.lockCheckout(tx, checkoutId);
    if (checkout === null || !repo.liveStates.includes(checkout.state) || checkout.paymentIntentId !== intentId) return;
    await releaseAll(tx, checkout);
    await repo.updateCheckout(tx, checkoutId, { state: 'expired', leaseUntil: null, stuckSince: null });
  });
}
