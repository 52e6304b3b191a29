import { releaseStock, sellStock } from '#modules/catalog/catalog.server.ts';
import { enqueuePurchaseEvent } from '#modules/conversions/conversions.server.ts';
import { heldCodes, redeemCode, releaseCodes } from '#modules/discounts/redemptions.server.ts';
import { enqueueMail } from '#modules/email/send-mail.server.ts';
import { orderConfirmation } from '#modules/orders/orders.emails.server.ts';
import { orderMail } from '#modules/orders/order-mails.server.ts';
import { orderNumber } from '#modules/orders/order-number.ts';
import type { OrderView, PaymentStatus } from '#modules/orders/order.ts';
import {
  lockPaymentName,
  orderOfCheckout,
  orderOfIntent,
  placeOrder,
  type PlacedOrder,
} from '#modules/orders/orders.server.ts';
import { isOwnPayment, shopName, type PaymentReference } from '#modules/payments/metadata.ts';
import type { Intent, PaymentsCtx } from '#modules/payments/payments.server.ts';
import { announceOrder } from '#modules/orders/order-record.server.ts';
import { taxAmount, type TaxRate } from '#modules/tax/tax.ts';
import type { Db } from '#platform/db/database.server.ts';
import { decide, inTransaction, defer } from '#platform/db/transaction.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { optionTo } from '#modules/shipping/shipping-option.ts';
import { rateAt } from './quote.server.ts';
import * as repo from './checkout.queries.server.ts';
import { deleteReservations } from './reservation.queries.server.ts';
import type { Reserved } from './reservation.server.ts';
import { moneyInDoubt, moneyMismatch, type Delivery, type HoldReason, type QuoteVersion } from './quote.ts';
import { findPaid, updateToCompleted, type PaidVersion } from './settle.queries.server.ts';
import { orderOnHold, orderFrom } from './settle.ts';
import { restoreCheckout, restoreQuote } from './restore-checkout.server.ts';

type Checkout = repo.CheckoutRow;

/** The paid quote and the reservations of its checkout. */
type Paid = Reserved & { quote: QuoteVersion };

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
function isAllReserved(paid: Paid): boolean {
  const { quote, codes } = paid;
  return salesOf(paid).every(isPromised) && (quote.code === null || heldCodes(codes).includes(quote.code.codeId));
}

/** Releases the reservations of a checkout whose order will not ship as it is. */
async function releaseAll(tx: Db, { id: checkoutId, quoteVersion }: Checkout): Promise<void> {
  const { goods, codes } = await repo.findVersion(tx, checkoutId, quoteVersion);
  for (const { productId, quantity } of goods) await releaseStock(tx, productId, quantity);
  await deleteReservations(tx, checkoutId);
  await releaseCodes(tx, { checkoutId, uses: codes });
}

/**
 * Consumes stock and code for an order whose money matches. Returns the reason for a hold if that
 * fails, or null.
 */
async function consume(tx: Db, checkout: Checkout, paid: Paid): Promise<HoldReason | null> {
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

/**
 * Places the order of a checkout, completes the checkout and enqueues the messages about the order.
 */
async function place(
  tx: Db,
  ctx: PaymentsCtx,
  { checkout, placed }: { checkout: Checkout; placed: PlacedOrder },
): Promise<OrderView> {
  const order = await placeOrder(tx, placed);
  await defer(tx, updateToCompleted(tx, checkout));
  if (order.paymentStatus !== 'pending') await notify(tx, ctx, order);
  await enqueuePurchaseEvent(tx, ctx, order);
  return order;
}

/** Enqueues the email to the customer and the event for the shop's other systems. */
async function notify(tx: Db, ctx: PaymentsCtx, order: OrderView): Promise<void> {
  await announceOrder(tx, { kind: 'paid', order });
  await enqueueMail(tx, ctx, {
    kind: orderConfirmation,
    orderId: order.id,
    to: order.email,
    data: orderMail(order, ctx.settings),
    isFirst: true,
  });
}

/**
 * Stores a paid intent without a checkout of its own as an order on hold, so that no payment is
 * lost.
 */
async function settleStray(
  tx: Db,
  ctx: PaymentsCtx,
  { intent, reason }: { intent: Intent; reason: HoldReason },
): Promise<OrderView> {
  const number = orderNumber(crypto.getRandomValues(new Uint8Array(8)));
  const owner = { id: crypto.randomUUID(), orderNumber: number };
  const order = await placeOrder(tx, orderOnHold(intent, owner, reason));
  ctx.log.error({ intentId: intent.id, orderNumber: order.orderNumber, reason }, 'paid intent held for review');
  return order;
}

/**
 * True if a payment is the checkout's own, that is the intent created for it. If the checkout
 * stores no intent, the first intent that names it counts. That is the intent of its hosted page
 * or, after a restore of an older backup, of its form.
 */
function isPaymentOf({ paymentIntentId }: Checkout, intent: Intent): boolean {
  return paymentIntentId === null || paymentIntentId === intent.id;
}

/**
 * Returns the tax included in the paid prices, for an address that came with the payment. Tax can
 * no longer be added to them.
 */
function includedTax(rate: TaxRate | null, { totalCents, shippingCents }: QuoteVersion): QuoteVersion['tax'] {
  if (rate === null || !rate.inclusive) return null;
  return { ...rate, amountCents: taxAmount(totalCents - shippingCents, rate) };
}

/**
 * A succeeded intent. `delivery` comes from the provider's page, or is null if the shop's form was
 * used.
 */
type Payment = { intent: Intent; delivery: Delivery | null };

/** Returns the paid quote with the reservations of its checkout, or null if the quote is lost. */
async function paidFor(
  tx: Db,
  ctx: PaymentsCtx,
  { checkout, stored, intent, delivery }: Payment & { checkout: Checkout; stored: repo.StoredVersion },
): Promise<Paid | null> {
  const quote = stored.quote ?? (await restoreQuote(tx, checkout.id, intent));
  if (quote === null) return null;
  if (delivery === null) return { ...stored, quote };
  const complete = delivery.contact !== null && delivery.shippingAddress !== null;
  const tax = includedTax(await rateAt(tx, ctx, { place: delivery.shippingAddress }), quote);
  const shippingOption =
    quote.shippingOption === null ? null : optionTo(quote.shippingOption, delivery.shippingAddress);
  return { ...stored, quote: { ...quote, ...delivery, shippingOption, tax, complete } };
}

/**
 * Turns a succeeded intent into its one order, in the caller's transaction. Repeated calls return
 * the same order. The intent's metadata names the quote version that was paid. A payment that does
 * not match is stored with a hold reason, never dropped.
 */
export async function settleIntent(tx: Db, ctx: PaymentsCtx, payment: Payment): Promise<OrderView> {
  const { intent } = payment;
  const { checkoutId } = intent;
  if (checkoutId === null) return settleLocked(tx, ctx, { ...payment, stored: null });
  const locking = repo.lockCheckout(tx, checkoutId);
  const [stored, paid] = await Promise.all([locking, findPaid(tx, checkoutId, intent)]);
  return settleLocked(tx, ctx, { ...payment, stored, paid });
}

/**
 * `stored`: the locked checkout that an intent names, or null if unknown. `paid`: its paid version,
 * if read after the lock.
 */
type Locked = { stored: Checkout | null; paid?: PaidVersion | null };

/** Like `settleIntent`, for a checkout that is already locked. */
export async function settleLocked(
  tx: Db,
  ctx: PaymentsCtx,
  { intent, delivery, stored, ...read }: Payment & Locked,
): Promise<OrderView> {
  const checkout = stored ?? (await restoreCheckout(tx, intent));
  if (checkout === null) {
    await lockPaymentName(tx, intent.id);
    return (await orderOfIntent(tx, intent.id)) ?? settleStray(tx, ctx, { intent, reason: 'unknown_checkout' });
  }
  const found = read.paid ?? (await findPaid(tx, checkout.id, intent));
  if (found === null) throw new Error(`the checkout ${checkout.id} is gone`);
  const { isOrdered, ...version } = found;
  const known = isOrdered ? await orderOfIntent(tx, intent.id) : null;
  if (known !== null) return known;
  if (isOrdered || !isPaymentOf(checkout, intent)) return settleStray(tx, ctx, { intent, reason: 'second_payment' });
  if (checkout.paymentIntentId === null) await repo.updateCheckout(tx, checkout, { paymentIntentId: intent.id });
  const paid = await paidFor(tx, ctx, { checkout, stored: version, intent, delivery });
  if (paid === null) {
    await releaseAll(tx, checkout);
    const onHold = orderOnHold(intent, checkout, 'snapshot_missing');
    return place(tx, ctx, { checkout, placed: { ...onHold, customerId: checkout.customerId } });
  }
  const { quote } = paid;
  const wrongMoney = moneyMismatch(intent, quote, ctx.payments.mode === 'live');
  if (wrongMoney !== null) await releaseAll(tx, checkout);
  const isCertain = wrongMoney === null && isAllReserved(paid);
  const consumed = wrongMoney === null && !isCertain ? await consume(tx, checkout, paid) : null;
  const hold = wrongMoney ?? consumed ?? (quote.complete ? null : ('contact_incomplete' as const));
  const paymentStatus: PaymentStatus = moneyInDoubt(hold) ? 'pending' : 'paid';
  if (hold === 'stock_gone') await releaseAll(tx, checkout);
  const order = await place(tx, ctx, { checkout, placed: orderFrom(checkout, quote, { intent, paymentStatus, hold }) });
  if (isCertain) await consume(tx, checkout, paid);
  if (hold !== null) ctx.log.error({ orderNumber: order.orderNumber, reason: hold }, 'order held for review');
  return order;
}

/**
 * True if a payment names this shop or a checkout that the shop knows. Other payments on the
 * account are ignored.
 */
export async function isOurs(
  db: Db,
  { settings }: Pick<PaymentsCtx, 'settings'>,
  named: PaymentReference,
): Promise<boolean> {
  if (isOwnPayment(named, shopName(settings))) return true;
  return named.checkoutId !== null && (await repo.findCheckout(db, { id: named.checkoutId })) !== null;
}

/** Settles a succeeded intent in its own transaction. */
export function settle(ctx: PaymentsCtx, intent: Intent): Promise<OrderView> {
  return inTransaction(ctx.db, (tx) => settleIntent(tx, ctx, { intent, delivery: null }));
}

/**
 * Places the order of a free checkout without the provider. Refuses `not_free`, `incomplete`,
 * `expired`, `sold_out`.
 */
export function settleFree(
  ctx: PaymentsCtx,
  checkoutId: string,
): Promise<Result<OrderView, 'not_free' | 'incomplete' | 'expired' | 'sold_out'>> {
  return decide(ctx.db, async (tx) => {
    const checkout = await repo.lockCheckout(tx, checkoutId);
    const known = await orderOfCheckout(tx, checkoutId);
    if (known !== null) return ok(known);
    if (checkout === null || checkout.state === 'expired' || checkout.isDue) return refuse('expired');
    const { quote, ...reserved } = await repo.findVersion(tx, checkoutId, checkout.quoteVersion);
    if (quote?.totalCents !== 0 || checkout.paymentIntentId !== null) return refuse('not_free');
    if (!quote.complete) return refuse('incomplete');
    if ((await consume(tx, checkout, { quote, ...reserved })) !== null) return refuse('sold_out');
    const payment = { intent: null, paymentStatus: 'not_required', hold: null } as const;
    return ok(await place(tx, ctx, { checkout, placed: orderFrom(checkout, quote, payment) }));
  });
}

/**
 * Ends a live checkout whose intent is canceled or missing, and releases its stock and code once.
 */
export function releaseExpired(ctx: PaymentsCtx, checkoutId: string, intentId: string | null): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    const checkout = await repo.lockCheckout(tx, checkoutId);
    if (checkout === null || !repo.liveStates.includes(checkout.state) || checkout.paymentIntentId !== intentId) return;
    await releaseAll(tx, checkout);
    await repo.updateCheckout(tx, { id: checkoutId }, { state: 'expired', leaseUntil: null, stuckSince: null });
  });
}
