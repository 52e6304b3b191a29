import { pricedLine } from '#modules/cart/rules.ts';
import { cartIdOf, isOwnCart, linesOfCart, lockCart, setCartQuantity } from '#modules/cart/service.server.ts';
import { goodsAfterPromotion, type CodeRefusal, type DiscountCode } from '#modules/discounts/rules.ts';
import { holdCode, usableCode } from '#modules/discounts/service.server.ts';
import { orderNumber, type OrderView } from '#modules/orders/rules.ts';
import { orderOfCheckout } from '#modules/orders/service.server.ts';
import { providerFailure } from '#modules/payments/failure.server.ts';
import type { PaymentsCtx } from '#modules/payments/service.server.ts';
import { chosenOption } from '#modules/shipping/rules.ts';
import { activeShippingOptions } from '#modules/shipping/service.server.ts';
import { isTaxable, type TaxRate } from '#modules/tax/rules.ts';
import { taxRateOf } from '#modules/tax/service.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { decide, inTransaction, isUniqueViolation } from '#platform/db/transaction.server.ts';
import { notFound } from '#platform/http/errors.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { addressIssues, addressRules, contactIssues } from './address-rules.ts';
import type { Change, CheckoutRefusal } from './contract.ts';
import { expireCheckout } from './expiry/service.server.ts';
import { syncIntent } from './intent.server.ts';
import { offerOf, ownCheckout, type Offer } from './offer.server.ts';
import * as repo from './repo.server.ts';
import { acquire, releaseSurplus } from './reservation.server.ts';
import { quote, unitsPerCheckout, type Delivery, type SnapshotBody } from './rules.ts';
import { settle, settleFree } from './settle/service.server.ts';
import { inTurn } from './turn.server.ts';

const reservationMinutes = 15;
/** A reservation can be extended from two minutes left on, and never holds goods for more than an hour. */
const extension = { minutes: reservationMinutes, fromMinutesLeft: 2, longestMinutes: 60 };
const liveCheckoutsPerVisitor = 3;

type Refusing<T> = Result<T, CheckoutRefusal>;

const emptyDelivery: Delivery = {
  contact: null,
  shippingAddress: null,
  billingAddress: null,
  deliveryInstructions: '',
};

function isComplete(delivery: Delivery): boolean {
  const { contact, shippingAddress, billingAddress } = delivery;
  if (contact === null || shippingAddress === null) return false;
  const issues = [
    contactIssues(contact),
    addressIssues(shippingAddress),
    addressIssues(billingAddress ?? shippingAddress),
  ];
  return issues.every((found) => Object.keys(found).length === 0);
}

/** The rate of the place that goods are sent to, as soon as enough of it is known. */
async function rateAt(tx: Db, address: Delivery['shippingAddress']): Promise<TaxRate | null> {
  if (address === null || !isTaxable(address, addressRules(address.country).stateRequired)) return null;
  return taxRateOf(tx, address);
}

type Pricing = { cartId: string; checkoutId: string; delivery: Delivery; optionId: string | null };

/** Prices the cart as it stands in the database and acquires what it needs for the checkout. */
async function priceCart(tx: Db, pricing: Pricing, code: DiscountCode | null): Promise<Refusing<SnapshotBody>> {
  const lines = await linesOfCart(tx, pricing.cartId);
  if (lines.length === 0) return refuse('cart_empty');
  if (lines.reduce((units, line) => units + line.quantity, 0) > unitsPerCheckout) return refuse('too_many_units');
  const shippingOption = chosenOption(await activeShippingOptions(tx), pricing.optionId);
  const tax = await rateAt(tx, pricing.delivery.shippingAddress);
  const quoted = quote({ lines, code, shippingOption, tax });
  if (!(await acquire(tx, pricing.checkoutId, quoted.items))) return refuse('sold_out');
  if (code !== null) {
    const customerKey = pricing.delivery.contact?.email.toLowerCase() ?? null;
    const { checkoutId, cartId } = pricing;
    const held = await holdCode(tx, code, { checkoutId, cartId, customerKey });
    if (!held.ok) return held;
  }
  return ok({ ...quoted, ...pricing.delivery, currency: 'usd', complete: isComplete(pricing.delivery) });
}

/** Begins a checkout of a cart: first snapshot, stock reserved for 15 minutes of the database's clock. */
async function begin(ctx: PaymentsCtx, tx: Db, visitor: Visitor, cartId: string): Promise<Refusing<string>> {
  if ((await repo.countLiveOfIp(tx, visitor.ip)) >= liveCheckoutsPerVisitor && ctx.settings.rateLimits === 'on') {
    return refuse('too_many_checkouts');
  }
  const number = orderNumber(crypto.getRandomValues(new Uint8Array(8)));
  const owner = { cartId, customerId: visitor.user?.id ?? null, visitorIp: visitor.ip, orderNumber: number };
  const checkout = await repo.insertCheckout(tx, owner, reservationMinutes);
  const pricing = { cartId, checkoutId: checkout.id, delivery: emptyDelivery, optionId: null };
  const snapshot = await priceCart(tx, pricing, null);
  if (!snapshot.ok) return snapshot;
  await repo.insertSnapshot(tx, checkout.id, 1, snapshot.value);
  return ok(checkout.id);
}

/** The code that a change leaves in force: a new one must apply, an old one that no longer applies falls away. */
async function codeAfter(
  ctx: PaymentsCtx,
  tx: Db,
  cartId: string,
  wanted: string | null | undefined,
  present: string | null,
): Promise<Result<DiscountCode | null, CodeRefusal>> {
  const code = wanted === undefined ? present : wanted;
  if (code === null || code === '') return ok(null);
  const goods = goodsAfterPromotion((await linesOfCart(tx, cartId)).map(pricedLine));
  const usable = await usableCode(ctx, tx, code, { goods, cartId, isHeld: wanted === undefined });
  return usable.ok || wanted !== undefined ? usable : ok(null);
}

function deliveryAfter(change: Partial<Change>, before: Delivery): Delivery {
  return {
    contact: change.customer_info ?? before.contact,
    shippingAddress: change.shipping_address ?? before.shippingAddress,
    billingAddress: change.billing_address ?? before.billingAddress,
    deliveryInstructions: change.delivery_instructions ?? before.deliveryInstructions,
  };
}

/** Stores the next snapshot of a live checkout and acquires what it adds; releases nothing. Null when the cart was emptied: its time is up. */
async function addVersion(
  ctx: PaymentsCtx,
  tx: Db,
  visitor: Visitor,
  checkoutId: string,
  change: Partial<Change>,
): Promise<Refusing<number | null>> {
  const checkout = await repo.lockCheckout(tx, checkoutId);
  if (checkout === null) throw notFound();
  if (checkout.state === 'completed') return refuse('paid_already');
  if (checkout.state === 'payment_processing') return refuse('being_paid');
  if (checkout.state === 'expired' || (await repo.isDue(tx, checkoutId))) return refuse('expired');
  if (change.extend === true && !(await repo.takeExtension(tx, checkoutId, extension))) return refuse('not_extendable');
  const before = await repo.findSnapshot(tx, checkoutId, checkout.snapshotVersion);
  if (before === null) throw new Error(`checkout ${checkoutId} has no snapshot ${checkout.snapshotVersion}`);
  for (const { product_id, quantity } of change.items ?? []) {
    await setCartQuantity(tx, checkout.cartId, product_id, quantity);
  }
  if ((await linesOfCart(tx, checkout.cartId)).length === 0) {
    await repo.updateToDue(tx, checkoutId);
    return ok(null);
  }
  const code = await codeAfter(ctx, tx, checkout.cartId, change.discount_code, before.code?.code ?? null);
  if (!code.ok) return code;
  const delivery = deliveryAfter(change, before);
  const optionId = change.shipping_option_id ?? before.shippingOption?.id ?? null;
  const pricing = { cartId: checkout.cartId, checkoutId, delivery, optionId };
  const snapshot = await priceCart(tx, pricing, code.value);
  if (!snapshot.ok) return snapshot;
  if (change.final === true && !snapshot.value.complete) return refuse('incomplete');
  const version = checkout.snapshotVersion + 1;
  await repo.insertSnapshot(tx, checkoutId, version, snapshot.value);
  await repo.updateCheckout(tx, checkoutId, {
    snapshotVersion: version,
    customerId: visitor.user?.id ?? checkout.customerId,
    ...(change.final === true && snapshot.value.totalCents > 0 ? { state: 'awaiting_payment' as const } : {}),
  });
  return ok(version);
}

/** Whether the shopper may still change a checkout that was sent to the payment form: the provider decides. */
async function payable(ctx: PaymentsCtx, checkout: repo.CheckoutRow): Promise<Refusing<null>> {
  if (checkout.state !== 'awaiting_payment' || checkout.paymentIntentId === null) return ok(null);
  try {
    const intent = await ctx.payments.readIntent(checkout.paymentIntentId);
    if (intent.status === 'succeeded') {
      await settle(ctx, intent);
      return refuse('paid_already');
    }
    if (intent.status === 'processing') return refuse('being_paid');
    return intent.status === 'canceled' ? refuse('expired') : ok(null);
  } catch (error) {
    providerFailure(error);
    return refuse('provider_unavailable');
  }
}

async function changeInTurn(
  ctx: PaymentsCtx,
  visitor: Visitor,
  checkoutId: string,
  wanted: Partial<Change>,
): Promise<Refusing<Offer>> {
  return inTurn(ctx.db, checkoutId, async (): Promise<Refusing<Offer>> => {
    // Read in turn: another tab may have sent it to the payment form meanwhile.
    const checkout = await repo.findCheckout(ctx.db, checkoutId);
    if (checkout === null) throw notFound();
    const open = await payable(ctx, checkout);
    if (!open.ok) return open;
    const version = await decide(ctx.db, (tx) => addVersion(ctx, tx, visitor, checkoutId, wanted));
    if (!version.ok) return version;
    if (version.value === null) return refuse('cart_empty');
    const newest = version.value;
    const synced = await syncIntent(ctx, checkoutId, true);
    if (!synced.ok) return synced;
    await inTransaction(ctx.db, (tx) => releaseSurplus(tx, checkoutId, newest));
    return ok(await offerOf(ctx.db, checkoutId));
  });
}

/** Changes a checkout; an emptied one is ended at once, in the safe order, so that others can have what it held. */
async function change(
  ctx: PaymentsCtx,
  visitor: Visitor,
  checkoutId: string,
  wanted: Partial<Change>,
): Promise<Refusing<Offer>> {
  const changed = await changeInTurn(ctx, visitor, checkoutId, wanted);
  if (!changed.ok && changed.reason === 'cart_empty') await expireCheckout(ctx, checkoutId);
  return changed;
}

/**
 * Changes a checkout of the visitor: quantities, code, contact, addresses, shipping; a new snapshot each time, and the intent follows.
 * `final` asks for the complete contact, right before the browser confirms. Refuses any CheckoutRefusal; unknown or foreign ids are 404.
 */
export async function reviseCheckout(ctx: PaymentsCtx, visitor: Visitor, wanted: Change): Promise<Refusing<Offer>> {
  const checkout = await ownCheckout(ctx.db, visitor, await repo.findCheckout(ctx.db, wanted.checkout_id));
  return change(ctx, visitor, checkout.id, wanted);
}

async function findOrBegin(ctx: PaymentsCtx, visitor: Visitor, cartId: string): Promise<Refusing<string>> {
  try {
    return await decide(ctx.db, async (tx) => {
      await lockCart(tx, cartId);
      const live = await repo.findLiveOfCart(tx, cartId);
      return live === null ? begin(ctx, tx, visitor, cartId) : ok(live.id);
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const live = await repo.findLiveOfCart(ctx.db, cartId);
    return live === null ? refuse('busy') : ok(live.id);
  }
}

function cartDiffers(offered: Offer, lines: Awaited<ReturnType<typeof linesOfCart>>): boolean {
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

/**
 * The visitor's live checkout, begun now if there is none: once per cart however often it is asked for; with `buyNow`, the
 * checkout of that Buy Now instead of the cart's (foreign ids are 404). Prices come from the database alone. Refuses `cart_empty`, `sold_out`, `too_many_units`, `too_many_checkouts`, and what the provider's state means.
 */
export async function openCheckout(
  ctx: PaymentsCtx,
  visitor: Visitor,
  buyNow: string | null = null,
): Promise<Refusing<Offer>> {
  if (buyNow !== null && !(await isOwnCart(ctx.db, visitor, buyNow))) throw notFound();
  const cartId = buyNow ?? (await cartIdOf(ctx.db, visitor));
  if (cartId === null) return refuse('cart_empty');
  const live = await repo.findLiveOfCart(ctx.db, cartId);
  if (live !== null && (await repo.isDue(ctx.db, live.id))) await expireCheckout(ctx, live.id);
  const found = await findOrBegin(ctx, visitor, cartId);
  if (!found.ok) return found;
  const present = await offerOf(ctx.db, found.value);
  if (present.checkout.state === 'payment_processing') return refuse('being_paid');
  if (cartDiffers(present, await linesOfCart(ctx.db, cartId)) || present.checkout.state === 'awaiting_payment') {
    return change(ctx, visitor, present.checkout.id, {});
  }
  if (present.checkout.clientSecret !== null) return ok(present);
  return inTurn(ctx.db, found.value, async (): Promise<Refusing<Offer>> => {
    const synced = await syncIntent(ctx, found.value, false);
    return synced.ok ? ok(await offerOf(ctx.db, found.value)) : synced;
  });
}

/**
 * The order of the visitor's intent, settled now if the provider says that it is paid. Only a trigger: the webhook and the
 * reconciler do the same. Refuses `not_paid`, `being_paid`, `expired`, `provider_unavailable`; foreign intents are 404.
 */
export async function confirmPaidOrder(
  ctx: PaymentsCtx,
  visitor: Visitor,
  intentId: string,
): Promise<Refusing<OrderView>> {
  const checkout = await ownCheckout(ctx.db, visitor, await repo.findCheckoutOfIntent(ctx.db, intentId));
  const placed = await orderOfCheckout(ctx.db, checkout.id);
  if (placed !== null) return ok(placed);
  try {
    const intent = await ctx.payments.readIntent(intentId);
    if (intent.status === 'succeeded') return ok(await settle(ctx, intent));
    if (intent.status === 'processing') return refuse('being_paid');
    return refuse(intent.status === 'canceled' ? 'expired' : 'not_paid');
  } catch (error) {
    providerFailure(error);
    return refuse('provider_unavailable');
  }
}

/** Places the visitor's order that costs nothing, without any call to the provider; foreign checkouts are 404. */
export async function confirmFreeOrder(
  ctx: PaymentsCtx,
  visitor: Visitor,
  checkoutId: string,
): Promise<Refusing<OrderView>> {
  await ownCheckout(ctx.db, visitor, await repo.findCheckout(ctx.db, checkoutId));
  return settleFree(ctx, checkoutId);
}

/** The visitor's order of an intent if it is placed already; never calls the provider. */
export async function placedOrder(ctx: PaymentsCtx, visitor: Visitor, intentId: string): Promise<OrderView | null> {
  const checkout = await ownCheckout(ctx.db, visitor, await repo.findCheckoutOfIntent(ctx.db, intentId));
  return orderOfCheckout(ctx.db, checkout.id);
}
