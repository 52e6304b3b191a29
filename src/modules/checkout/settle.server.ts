import { publishedSite } from '#modules/content/content.server.ts';
import { enqueuePurchaseEvent } from '#modules/conversions/conversions.server.ts';
import { enqueueMail } from '#modules/email/enqueue-mail.server.ts';
import { enqueueOrderWebhook } from '#modules/orders/change-order.server.ts';
import { orderNumber } from '#modules/orders/order-number.ts';
import type { OrderView } from '#modules/orders/order-record.ts';
import type { PaymentStatus } from '#modules/orders/order-status.ts';
import { orderConfirmation } from '#modules/orders/orders.emails.server.ts';
import { lockPaymentName, findOrderOfCheckout, findOrderOfIntent } from '#modules/orders/orders.queries.server.ts';
import { placeOrder, type PlacedOrder } from '#modules/orders/orders.server.ts';
import { confirmationData } from '#modules/orders/send-order-emails.server.ts';
import type { Intent } from '#modules/payments/intents.server.ts';
import { isOwnPayment, shopName, type PaymentReference } from '#modules/payments/metadata.ts';
import type { PaymentsCtx } from '#modules/payments/payments.server.ts';
import { shopPromises } from '#modules/settings/shop-promises.server.ts';
import { countryRefusal, optionForDestination } from '#modules/shipping/shipping-terms.ts';
import { findSoldCountries } from '#modules/shipping/sold-countries.queries.server.ts';
import { taxAmount, type TaxRate } from '#modules/tax/tax.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inResultTransaction, defer, inTransaction } from '#platform/db/transaction.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { findCheckout, lockCheckout } from './find-checkout.queries.server.ts';
import { findQuoteVersion, type StoredVersion } from './quote.queries.server.ts';
import { rateAt } from './checkout-tax.server.ts';
import type { Delivery, QuoteVersion } from './quote.ts';
import { restoreQuote, restoreCheckout } from './restore-checkout.server.ts';
import { type Checkout, type Paid, isAllReserved, releaseAll, consume } from './sell-reserved.server.ts';
import { findPaid, markCompleted, type PaidVersion } from './settle.queries.server.ts';
import { isPaymentUnverified, moneyMismatch, orderFrom, orderOnHold, type HoldReason } from './settle.ts';
import { updateCheckout } from './update-checkout.queries.server.ts';

/** Settles a succeeded intent in its own transaction. */
export function settle(ctx: PaymentsCtx, intent: Intent): Promise<OrderView> {
  return inTransaction(ctx.db, (tx) => settleIntent(tx, ctx, { intent, delivery: null }));
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
  const [stored, paid] = await Promise.all([lockCheckout(tx, checkoutId), findPaid(tx, checkoutId, intent)]);
  return settleLocked(tx, ctx, { ...payment, stored, paid });
}

/** Like `settleIntent`, for a checkout that is already locked. */
export async function settleLocked(
  tx: Db,
  ctx: PaymentsCtx,
  { intent, delivery, stored, ...read }: Payment & Locked,
): Promise<OrderView> {
  const checkout = stored ?? (await restoreCheckout(tx, intent));
  if (checkout === null) {
    await lockPaymentName(tx, intent.id);
    return (await findOrderOfIntent(tx, intent.id)) ?? settleStray(tx, ctx, { intent, reason: 'unknown_checkout' });
  }
  const found = read.paid ?? (await findPaid(tx, checkout.id, intent));
  if (found === null) throw new Error(`the checkout ${checkout.id} is gone`);
  const { isOrdered, ...version } = found;
  const known = isOrdered ? await findOrderOfIntent(tx, intent.id) : null;
  if (known !== null) return known;
  if (isOrdered || !isPaymentOf(checkout, intent)) return settleStray(tx, ctx, { intent, reason: 'second_payment' });
  if (checkout.paymentIntentId === null) await updateCheckout(tx, checkout, { paymentIntentId: intent.id });
  const paid = await paidFor(tx, ctx, { checkout, stored: version, intent, delivery });
  if (paid === null) {
    await releaseAll(tx, checkout);
    const hold = 'snapshot_missing';
    const onHold = orderOnHold(intent, checkout, {
      hold,
      promises: await shopPromises({ ...ctx, db: tx }),
      shopMode: ctx.payments.mode,
    });
    return place(tx, ctx, { checkout, placed: { ...onHold, customerId: checkout.customerId } });
  }
  const { quote } = paid;
  const wrongMoney = moneyMismatch(intent, quote, ctx.payments.mode === 'live');
  if (wrongMoney !== null) await releaseAll(tx, checkout);
  const isCertain = wrongMoney === null && isAllReserved(paid);
  const consumed = wrongMoney === null && !isCertain ? await consume(tx, checkout, paid) : null;
  const hold = wrongMoney ?? consumed ?? (await deliveryHold(tx, quote, delivery));
  const paymentStatus: PaymentStatus = isPaymentUnverified(hold) ? 'pending' : 'paid';
  if (hold === 'stock_gone') await releaseAll(tx, checkout);
  const payment = { intent, paymentStatus, hold, shopMode: ctx.payments.mode };
  const order = await place(tx, ctx, { checkout, placed: orderFrom(checkout, quote, payment) });
  if (isCertain) await consume(tx, checkout, paid);
  if (hold !== null) ctx.log.error({ orderNumber: order.orderNumber, reason: hold }, 'order held for review');
  return order;
}

/**
 * `stored`: the locked checkout that an intent names, or null if unknown. `paid`: its paid version,
 * if read after the lock.
 */
type Locked = { stored: Checkout | null; paid?: PaidVersion | null };

/**
 * A succeeded intent. `delivery` comes from the provider's page, or is null if the shop's form was
 * used.
 */
type Payment = { intent: Intent; delivery: Delivery | null };

type FreeRefusal = 'not_free' | 'incomplete' | 'country_not_sold' | 'expired' | 'sold_out' | 'used_up';

/** Places the order of a free checkout without the provider. */
export function settleFree(ctx: PaymentsCtx, checkoutId: string): Promise<Result<OrderView, FreeRefusal>> {
  return inResultTransaction(ctx.db, async (tx) => {
    const checkout = await lockCheckout(tx, checkoutId);
    const known = await findOrderOfCheckout(tx, checkoutId);
    if (known !== null) return ok(known);
    if (checkout === null || checkout.state === 'expired' || checkout.isDue) return refuse('expired');
    const { quote, ...reserved } = await findQuoteVersion(tx, checkoutId, checkout.quoteVersion);
    if (quote?.totalCents !== 0 || checkout.paymentIntentId !== null) return refuse('not_free');
    if (!quote.complete) return refuse('incomplete');
    const unsold = countryRefusal(await findSoldCountries(tx), quote.shippingAddress?.country ?? '');
    if (unsold !== null) return unsold;
    const missing = await consume(tx, checkout, { quote, ...reserved });
    if (missing !== null) return refuse(missing === 'code_gone' ? 'used_up' : 'sold_out');
    const free = { intent: null, paymentStatus: 'not_required', hold: null } as const;
    const payment = { ...free, shopMode: ctx.payments.mode };
    return ok(await place(tx, ctx, { checkout, placed: orderFrom(checkout, quote, payment) }));
  });
}

/**
 * True if a payment names this shop or a checkout that the shop knows. Other payments on the
 * account are ignored.
 */
export async function belongsToShop(
  db: Db,
  { settings }: Pick<PaymentsCtx, 'settings'>,
  named: PaymentReference,
): Promise<boolean> {
  if (isOwnPayment(named, shopName(settings))) return true;
  return named.checkoutId !== null && (await findCheckout(db, { id: named.checkoutId })) !== null;
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
  await defer(tx, markCompleted(tx, checkout));
  if (order.paymentStatus !== 'pending') await notify(tx, ctx, order);
  await enqueuePurchaseEvent(tx, ctx, order);
  return order;
}

/** Enqueues the email to the customer and the event for the shop's other systems. */
async function notify(tx: Db, ctx: PaymentsCtx, order: OrderView): Promise<void> {
  await enqueueOrderWebhook(tx, { kind: 'paid', order });
  await enqueueMail(tx, ctx, {
    kind: orderConfirmation,
    orderId: order.id,
    to: order.email,
    data: confirmationData(order, ctx.settings),
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
  const { orderPrefix } = await publishedSite({ ...ctx, db: tx });
  const number = orderNumber(orderPrefix, crypto.getRandomValues(new Uint8Array(8)));
  const owner = { id: crypto.randomUUID(), orderNumber: number };
  const order = await placeOrder(
    tx,
    orderOnHold(intent, owner, {
      hold: reason,
      promises: await shopPromises({ ...ctx, db: tx }),
      shopMode: ctx.payments.mode,
    }),
  );
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
 * Returns why a paid order cannot be sent as it is, or null. A provider's page may have been opened
 * before the country typed there was switched off.
 */
async function deliveryHold(tx: Db, { complete }: QuoteVersion, typed: Delivery | null): Promise<HoldReason | null> {
  if (!complete) return 'contact_incomplete';
  const country = typed?.shippingAddress?.country;
  return country === undefined ? null : (countryRefusal(await findSoldCountries(tx), country)?.reason ?? null);
}

/**
 * Returns the tax included in the paid prices, for an address that came with the payment. Tax can
 * no longer be added to them.
 */
function includedTax(rate: TaxRate | null, { totalCents, shippingCents }: QuoteVersion): QuoteVersion['tax'] {
  if (rate === null || !rate.inclusive) return null;
  return { ...rate, amountCents: taxAmount(totalCents - shippingCents, rate) };
}

/** Returns the paid quote with the reservations of its checkout, or null if the quote is lost. */
async function paidFor(
  tx: Db,
  ctx: PaymentsCtx,
  { checkout, stored, intent, delivery }: Payment & { checkout: Checkout; stored: StoredVersion },
): Promise<Paid | null> {
  const quote = stored.quote ?? (await restoreQuote(tx, checkout.id, intent));
  if (quote === null) return null;
  if (delivery === null) return { ...stored, quote };
  const complete = delivery.contact !== null && delivery.shippingAddress !== null;
  const tax = includedTax(await rateAt(tx, ctx, { place: delivery.shippingAddress }), quote);
  const shippingOption =
    quote.shippingOption === null ? null : optionForDestination(quote.shippingOption, delivery.shippingAddress);
  return { ...stored, quote: { ...quote, ...delivery, shippingOption, tax, complete } };
}
