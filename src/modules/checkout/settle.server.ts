import { sellStock } from '#modules/catalog/catalog.server.ts';
import { namedProducts, releaseStock } from '#modules/catalog/products.queries.server.ts';
import { enqueuePurchaseEvent } from '#modules/conversions/conversions.server.ts';
import { publishedSite } from '#modules/content/content.server.ts';
import { heldCodes, redeemCode, releaseCodes } from '#modules/discounts/redemptions.server.ts';
import { enqueueMail } from '#modules/email/send-mail.server.ts';
import { confirmationData } from '#modules/orders/send-order-emails.server.ts';
import { orderNumber } from '#modules/orders/order-number.ts';
import { enqueueOrderWebhook } from '#modules/orders/change-order.server.ts';
import type { OrderView } from '#modules/orders/order-record.ts';
import type { PaymentStatus } from '#modules/orders/order-status.ts';
import { orderConfirmation } from '#modules/orders/orders.emails.server.ts';
import { placeOrder, type PlacedOrder } from '#modules/orders/orders.server.ts';
import { lockPaymentName, findOrderOfCheckout, findOrderOfIntent } from '#modules/orders/orders.queries.server.ts';
import type { HostedSession } from '#modules/payments/hosted-sessions.server.ts';
import { isOwnPayment, shopName, type PaymentReference } from '#modules/payments/metadata.ts';
import type { PaymentsCtx } from '#modules/payments/payments.server.ts';
import type { Intent } from '#modules/payments/intents.server.ts';
import { shopPromises } from '#modules/settings/shop-promises.server.ts';
import { optionForDestination } from '#modules/shipping/shipping-options.ts';
import { isTaxInclusive, taxAmount, type TaxRate } from '#modules/tax/tax.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inResultTransaction, defer, inTransaction } from '#platform/db/transaction.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import {
  findCheckout,
  findQuoteVersion,
  insertQuote,
  activeStates,
  lockCheckout,
  updateCheckout,
  expireNow,
  type CheckoutRow,
  type StoredVersion,
} from './checkout.queries.server.ts';
import { deliveryFrom } from './hosted-checkout.ts';
import { isComplete, rateAt, refreshTaxRateAt } from './quote.server.ts';
import type { Delivery, QuoteVersion } from './quote.ts';
import { deleteReservations } from './reservation.queries.server.ts';
import type { Reserved } from './reservation.server.ts';
import { findPaid, rebuildCheckout, markCompleted, markProcessing, type PaidVersion } from './settle.queries.server.ts';
import { isPaymentUnverified, moneyMismatch, orderFrom, orderOnHold, type HoldReason } from './settle.ts';
import { quoteFrom, parseIntentMetadata, type OrderRecord } from './stripe-intent.schema.ts';

/** Settles a succeeded intent in its own transaction. */
export function settle(ctx: PaymentsCtx, intent: Intent): Promise<OrderView> {
  return inTransaction(ctx.db, (tx) => settleIntent(tx, ctx, { intent, delivery: null }));
}

/**
 * Turns a succeeded intent into its one order, in the caller's transaction. Repeated calls return
 * the same order. The intent's metadata names the quote version that was paid. A payment that does
 * not match is stored with a hold reason, never dropped.
 */
async function settleIntent(tx: Db, ctx: PaymentsCtx, payment: Payment): Promise<OrderView> {
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
  const hold = wrongMoney ?? consumed ?? (quote.complete ? null : ('contact_incomplete' as const));
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

/**
 * Places the order of a free checkout without the provider. Refuses `not_free`, `incomplete`,
 * `expired`, `sold_out`, `used_up`.
 */
export function settleFree(
  ctx: PaymentsCtx,
  checkoutId: string,
): Promise<Result<OrderView, 'not_free' | 'incomplete' | 'expired' | 'sold_out' | 'used_up'>> {
  return inResultTransaction(ctx.db, async (tx) => {
    const checkout = await lockCheckout(tx, checkoutId);
    const known = await findOrderOfCheckout(tx, checkoutId);
    if (known !== null) return ok(known);
    if (checkout === null || checkout.state === 'expired' || checkout.isDue) return refuse('expired');
    const { quote, ...reserved } = await findQuoteVersion(tx, checkoutId, checkout.quoteVersion);
    if (quote?.totalCents !== 0 || checkout.paymentIntentId !== null) return refuse('not_free');
    if (!quote.complete) return refuse('incomplete');
    const missing = await consume(tx, checkout, { quote, ...reserved });
    if (missing !== null) return refuse(missing === 'code_gone' ? 'used_up' : 'sold_out');
    const free = { intent: null, paymentStatus: 'not_required', hold: null } as const;
    const payment = { ...free, shopMode: ctx.payments.mode };
    return ok(await place(tx, ctx, { checkout, placed: orderFrom(checkout, quote, payment) }));
  });
}

/**
 * Ends a live checkout whose intent is canceled or missing, and releases its stock and code once.
 */
export function releaseExpired(ctx: PaymentsCtx, checkoutId: string, intentId: string | null): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    const checkout = await lockCheckout(tx, checkoutId);
    if (checkout === null || !activeStates.includes(checkout.state) || checkout.paymentIntentId !== intentId) return;
    await releaseAll(tx, checkout);
    await updateCheckout(tx, { id: checkoutId }, { state: 'expired', leaseUntil: null, stuckSince: null });
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

type Checkout = CheckoutRow;

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
  const { goods, codes } = await findQuoteVersion(tx, checkoutId, quoteVersion);
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

/**
 * Returns contact and address of a record. Falls back to those typed on the provider's page if the
 * record has none.
 */
function deliveryOf(intent: Intent, { contact, shippingAddress, ...others }: Delivery): Delivery {
  if (contact !== null || shippingAddress !== null) return { contact, shippingAddress, ...others };
  const { email, shipping } = intent;
  return deliveryFrom({ email, name: shipping?.name ?? null, phone: shipping?.phone ?? null, shipping });
}

async function quoteOf(tx: Db, intent: Intent, record: OrderRecord): Promise<QuoteVersion | null> {
  const products = await namedProducts(
    tx,
    record.items.map(([id]) => id),
  );
  const agreed = quoteFrom(record, products);
  if (agreed === null) return null;
  const delivery = deliveryOf(intent, agreed);
  return { ...agreed, ...delivery, currency: 'usd', complete: isComplete(delivery) };
}

/**
 * Restores the paid quote of a checkout from the record in its payment and stores it. Null if the
 * record is incomplete.
 */
async function restoreQuote(tx: Db, checkoutId: string, intent: Intent): Promise<QuoteVersion | null> {
  const record = parseIntentMetadata(intent.metadata);
  if (record === null || intent.quoteVersion === null) return null;
  const quote = await quoteOf(tx, intent, record);
  if (quote !== null) await insertQuote(tx, checkoutId, { version: intent.quoteVersion, body: quote });
  return quote;
}

/**
 * Restores a lost checkout from its payment, stores it and locks it. Null if the payment already
 * has an order or its record is incomplete.
 */
async function restoreCheckout(tx: Db, intent: Intent): Promise<CheckoutRow | null> {
  const { id: paymentIntentId, checkoutId, quoteVersion } = intent;
  const record = parseIntentMetadata(intent.metadata);
  if (record === null || checkoutId === null || quoteVersion === null) return null;
  if ((await findOrderOfIntent(tx, paymentIntentId)) !== null) return null;
  if ((await quoteOf(tx, intent, record)) === null) return null;
  const lost = { id: checkoutId, paymentIntentId, quoteVersion, orderNumber: record.order };
  await rebuildCheckout(tx, lost);
  return lockCheckout(tx, checkoutId);
}

/** Converts the payment of a paid page to an intent as the shop's own form has it. */
function intentOf(session: HostedSession, id: string): Intent {
  const { totalCents, currency, livemode, checkoutId, quoteVersion, shop, email, shipping } = session;
  return {
    id,
    clientSecret: '',
    status: 'succeeded',
    amountCents: totalCents,
    amountReceivedCents: totalCents,
    currency,
    livemode,
    checkoutId,
    quoteVersion,
    shop,
    metadata: {},
    email,
    shipping,
  };
}

/**
 * Fetches the tax rate of a paid page whose price includes tax. Runs before the settling
 * transaction.
 */
export async function refreshTaxRateOfPage(ctx: PaymentsCtx, session: HostedSession): Promise<void> {
  const { shippingAddress } = deliveryFrom(session);
  if (session.isPaid && shippingAddress !== null && isTaxInclusive(shippingAddress.country)) {
    await refreshTaxRateAt(ctx, shippingAddress);
  }
}

/**
 * Turns a paid page into its one order, in the caller's transaction, with the data typed there.
 * Null if it is not paid.
 */
async function settleSession(tx: Db, ctx: PaymentsCtx, session: HostedSession): Promise<OrderView | null> {
  if (!session.isPaid || session.intentId === null) return null;
  return settleIntent(tx, ctx, { intent: intentOf(session, session.intentId), delivery: deliveryFrom(session) });
}

/**
 * Applies a page's state: a paid one becomes an order, one being processed waits, an expired one
 * makes its checkout due.
 */
export async function applySession(tx: Db, ctx: PaymentsCtx, session: HostedSession): Promise<void> {
  if ((await settleSession(tx, ctx, session)) !== null) return;
  const checkout = await findCheckout(tx, { sessionId: session.id });
  if (checkout === null) return;
  if (session.status === 'complete') await markProcessing(tx, checkout.id);
  if (session.status === 'expired') await expireNow(tx, checkout.id);
}

/** Applies a page and returns the order of its checkout. Null if it is not paid. */
export async function settleHosted(
  ctx: PaymentsCtx,
  checkout: CheckoutRow,
  session: HostedSession,
): Promise<OrderView | null> {
  await refreshTaxRateOfPage(ctx, session);
  return inTransaction(ctx.db, async (tx) => {
    await applySession(tx, ctx, session);
    return findOrderOfCheckout(tx, checkout.id);
  });
}

/** Payments that this process is settling now. */
const underWay = new Map<string, Promise<unknown>>();

/** Runs `work`, which settles a payment, and registers it for `awaitSettlement`. */
export async function trackSettlement<T>(intentId: string, work: () => Promise<T>): Promise<T> {
  const settled = work();
  underWay.set(intentId, settled);
  try {
    return await settled;
  } finally {
    if (underWay.get(intentId) === settled) underWay.delete(intentId);
  }
}

/**
 * Waits for this process to finish settling a payment, ignoring errors. False if it was not
 * settling it.
 */
export async function awaitSettlement(intentId: string): Promise<boolean> {
  const settled = underWay.get(intentId);
  await settled?.catch(() => undefined);
  return settled !== undefined;
}
