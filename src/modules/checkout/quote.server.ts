import { isDeepStrictEqual } from 'node:util';

import { pricedLine, promotionsOf, type CartLine } from '#modules/cart/cart-line.ts';
import { setCartQuantity } from '#modules/cart/cart.server.ts';
import { linesOfCart } from '#modules/cart/cart.queries.server.ts';
import { goodsAfterPromotions, type CodeRefusal, type DiscountCode } from '#modules/discounts/discount-code.ts';
import { usableCode } from '#modules/discounts/discount-codes.server.ts';
import { codeById } from '#modules/discounts/discount-codes.queries.server.ts';
import { codeRefusals } from '#modules/discounts/discounts.schema.ts';
import { holdCode } from '#modules/discounts/redemptions.server.ts';
import { isCodeExhaustedError } from '#modules/discounts/redemptions.queries.server.ts';
import type { PaymentsCtx } from '#modules/payments/payments.server.ts';
import { shopPromises } from '#modules/settings/shop-promises.server.ts';
import { favorableTerms, type OrderTerms } from '#modules/settings/shop-promises.ts';
import { chosenOption, optionForDestination, type ShippingOption } from '#modules/shipping/shipping-options.ts';
import { refreshTaxRate } from '#modules/tax/stripe-tax.server.ts';
import { taxRateOf, type Taxed } from '#modules/tax/tax-rates.server.ts';
import type { StoredTax } from '#modules/tax/tax-rates.queries.server.ts';
import { isTaxable, type TaxRate } from '#modules/tax/tax.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inResultTransaction } from '#platform/db/transaction.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';
import { addressIssues, normalizeAddress } from '#shared/address.ts';
import { fittingBilling } from '#shared/billing-address.ts';
import { contactIssues } from '#shared/contact.ts';
import { addressRules } from '#shared/countries.ts';
import { formatUsd } from '#shared/money.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import type { CheckoutRow } from './find-checkout.queries.server.ts';
import {
  findCurrentCheckout,
  findCurrentCheckoutOfCart,
  insertNewestQuote,
  type CodeAndLocation,
  type CurrentCheckout,
  type PricingInput,
} from './quote.queries.server.ts';
import { checkoutNotes, type Change, type CheckoutOffer, type CheckoutRefusal } from './checkout.schema.ts';
import type { OpenCheckout } from './checkout.server.ts';
import {
  cartDiffers,
  emptyDelivery,
  offerOnWire,
  quote,
  unitsPerCheckout,
  unitsToBuy,
  type Delivery,
  type QuoteItem,
  type QuoteVersion,
  type UnitsToBuy,
} from './quote.ts';
import { isOutOfStockError, type OtherReservations, type Reservation } from './reservation.queries.server.ts';
import { acquire, addsUnits, hasSurplus, mayReserve, type Reserved } from './reservation.server.ts';

/**
 * A checkout with the quote version just stored. `hasSurplus` is true if it has reserved more than
 * that needs.
 */
export type StoredQuote = OpenCheckout & { hasSurplus: boolean };

type NextQuote = {
  /** The locked checkout. */
  checkout: CheckoutRow;
  visitor: Visitor;
  change: Partial<Change>;
  /** Reduces the cart to what is in stock instead of refusing. */
  cutToStock: boolean;
  /** Pricing input, read after the checkout was locked. */
  pricingInput: PricingInput | null;
  /** See `priceCart`. */
  otherReservations?: OtherReservations | undefined;
  /** Stores nothing if the next version would equal the newest one. */
  ifChanged?: boolean;
};

/** True if a new quote version has the same content as a stored one. */
const isSameQuote = (next: QuoteVersion, stored: object): boolean =>
  isDeepStrictEqual(JSON.parse(JSON.stringify(next)), JSON.parse(JSON.stringify(stored)));

/** Notes about units whose price has changed since the version before. */
function priceNotes(before: readonly QuoteItem[], next: readonly QuoteItem[]): string[] {
  const prices = new Map(before.map(({ productId, unitPriceCents }) => [productId, unitPriceCents]));
  return next
    .filter((item) => (prices.get(item.productId) ?? item.unitPriceCents) !== item.unitPriceCents)
    .map(({ name, unitPriceCents }) => checkoutNotes.repriced(name, formatUsd(unitPriceCents)));
}

/** Base of the first quote version of a checkout. */
const nothingTyped = { ...emptyDelivery, items: [], code: null, shippingOption: null, promises: null };

/**
 * Stores the next quote version of a locked checkout and acquires what it adds. Null if the cart is
 * empty.
 */
export async function storeNextQuote(
  tx: Db,
  ctx: PaymentsCtx,
  { checkout, visitor, change, cutToStock, pricingInput, otherReservations, ifChanged = false }: NextQuote,
): Promise<Result<StoredQuote | null, CheckoutRefusal>> {
  const { id: checkoutId, cartId, quoteVersion } = checkout;
  const { discount_code: typed, final = false } = change;
  const before = pricingInput?.quote ?? (quoteVersion === 0 ? nothingTyped : null);
  if (pricingInput === null || before === null)
    throw new Error(`checkout ${checkoutId} has no quote version ${quoteVersion}`);
  const { goods, codes, options, tax } = pricingInput;
  const reserved = { goods, codes };
  const found = await linesToBuy(tx, { cartId, lines: pricingInput.lines, reserved: goods, cutToStock });
  if (!found.ok) return found;
  const { lines, notes } = found.value;
  if (lines.length === 0) return ok(null);
  const current = before.code?.code ?? null;
  const code = codeAfter(ctx, { typed, current, found: pricingInput.found[0] ?? null, cartId, lines });
  if (!code.ok) return code;
  const delivery = deliveryAfter(change, before);
  const optionId = change.shipping_option_id ?? before.shippingOption?.id ?? null;
  const quote = await priceCart(tx, ctx, {
    visitor,
    checkoutId,
    lines,
    reserved,
    otherReservations,
    delivery,
    options,
    optionId,
    tax,
    code: code.value,
    seenPromises: before.promises,
  });
  if (!quote.ok) return quote;
  const stockLeft = stockLeftOf(lines, goods);
  if (ifChanged && isSameQuote(quote.value, before)) {
    return ok({ checkout, quote: quote.value, stockLeft, options, hasSurplus: false, notes });
  }
  if (final && quote.value.shippingOption === null) return refuse('no_shipping');
  if (final && !quote.value.complete) return refuse('incomplete');
  const isCharged = quote.value.totalCents > 0;
  const newest = await insertNewestQuote(tx, checkout, {
    body: quote.value,
    customerId: visitor.user?.id ?? checkout.customerId,
    ...(final && isCharged ? { state: 'awaiting_payment' as const } : {}),
    ...(quoteVersion === 0 && isCharged ? { intentBaseVersion: 1 } : {}),
  });
  const acquired = await acquireFor(tx, { ...newest, quote: quote.value, code: code.value, reserved });
  if (!acquired.ok) return acquired;
  notes.push(...priceNotes(before.items, quote.value.items));
  if (typed === undefined && current !== null && code.value === null) notes.push(checkoutNotes.codeLost(current));
  return ok({
    checkout: newest,
    quote: quote.value,
    stockLeft,
    options,
    hasSurplus: hasSurplus(reserved, quote.value),
    notes,
  });
}

function stockLeftOf(lines: readonly CartLine[], reserved: readonly Reservation[]): OpenCheckout['stockLeft'] {
  const units = new Map(reserved.map(({ productId, quantity }) => [productId, quantity]));
  return Object.fromEntries(
    lines.map(({ product: { id, available } }) => [id, available === null ? null : available + (units.get(id) ?? 0)]),
  );
}

type CodeChange = {
  /** Typed code. Undefined leaves the code unchanged. */
  typed: string | null | undefined;
  current: string | null;
  found: DiscountCode | null;
  cartId: string;
  lines: readonly CartLine[];
};

/**
 * Returns the code after a change. A typed code must apply; the current one is dropped if it no
 * longer applies, or later if it cannot be held (`storeDroppingRefusedCode`).
 */
function codeAfter(
  ctx: PaymentsCtx,
  { typed, current, found, cartId, lines }: CodeChange,
): Result<DiscountCode | null, CodeRefusal> {
  const code = typed === undefined ? current : typed;
  if (code === null || code === '') return ok(null);
  const goods = goodsAfterPromotions(promotionsOf(lines), lines.map(pricedLine));
  const usable = usableCode(ctx, { found, goods, cartId, isHeld: typed === undefined });
  return usable.ok || typed !== undefined ? usable : ok(null);
}

/**
 * True if a checkout no longer costs what its newest quote says: its cart, prices or promotions
 * have changed, or its code does not apply any more.
 */
export async function isOutdated(ctx: PaymentsCtx, current: CurrentCheckout): Promise<boolean> {
  const { quote, checkout } = current;
  const lines = await linesOfCart(ctx.db, checkout.cartId);
  if (cartDiffers(current, lines)) return true;
  if (quote.code === null) return false;
  const found = await codeById(ctx.db, quote.code.codeId);
  const code = codeAfter(ctx, { typed: undefined, current: quote.code.code, found, cartId: checkout.cartId, lines });
  return code.ok && code.value === null;
}

const fitting = (address: Change['shipping_address']) => address && normalizeAddress(address);

/** Returns the code and the tax location of a change. */
export function codeAndLocation({ discount_code: code, shipping_address: address }: Partial<Change>): CodeAndLocation {
  const { country, state } = fitting(address) ?? {};
  return { code: code === null ? '' : code, country, state };
}

function deliveryAfter(change: Partial<Change>, before: Delivery): Delivery {
  return {
    contact: change.customer_info ?? before.contact,
    shippingAddress: fitting(change.shipping_address) ?? before.shippingAddress,
    billingAddress: (change.billing_address && fittingBilling(change.billing_address)) ?? before.billingAddress,
    deliveryInstructions: change.delivery_instructions ?? before.deliveryInstructions,
  };
}

type ChangeOf = { checkoutId: string; change: Partial<Change> };

/**
 * Stores a change. If the code that the checkout has is refused, stores the change without it, with
 * a note, so that the order can be paid. Never drops a code that this change types.
 */
export async function storeDroppingRefusedCode<T extends { notes: readonly string[] } | null>(
  db: Db,
  { checkoutId, change }: ChangeOf,
  store: (change: Partial<Change>) => Promise<Result<T, CheckoutRefusal>>,
): Promise<Result<T, CheckoutRefusal>> {
  const stored = await store(change);
  if (stored.ok || change.discount_code !== undefined || !(stored.reason in codeRefusals)) return stored;
  const code = (await findCurrentCheckout(db, checkoutId))?.quote.code?.code ?? '';
  const without = await store({ ...change, discount_code: null });
  if (!without.ok || without.value === null) return without;
  return ok(Object.assign(without.value, { notes: [...without.value.notes, checkoutNotes.codeLost(code)] }));
}

const tooMany = new Set<CheckoutRefusal>(['sold_out', 'too_many_units']);

/**
 * Runs `work`, which acquires stock or a code, in a transaction. Refuses `sold_out` if stock is too
 * low, `used_up` if the code is exhausted, and whatever `work` refuses.
 */
export async function decideAcquiring<T>(
  db: Db,
  work: (tx: Db) => Promise<Result<T, CheckoutRefusal>>,
): Promise<Result<T, CheckoutRefusal>> {
  try {
    return await inResultTransaction(db, work);
  } catch (error) {
    if (isOutOfStockError(error)) return refuse('sold_out');
    if (isCodeExhaustedError(error)) return refuse('used_up');
    throw error;
  }
}

/**
 * Runs `work` in a transaction. If it refuses because the cart has too many units, runs it again
 * with `cutToStock`.
 */
export async function retryCutToStock<T>(
  db: Db,
  work: (tx: Db, cutToStock: boolean) => Promise<Result<T, CheckoutRefusal>>,
): Promise<Result<T, CheckoutRefusal>> {
  const first = await decideAcquiring(db, (tx) => work(tx, false));
  return first.ok || !tooMany.has(first.reason) ? first : decideAcquiring(db, (tx) => work(tx, true));
}

function unitsNote({ name, units, isLimitedByStock }: UnitsToBuy): string {
  if (!isLimitedByStock) return checkoutNotes.most(unitsPerCheckout);
  return units === 0 ? checkoutNotes.gone(name) : checkoutNotes.fewer(name, units);
}

type BuyingOptions = { cartId: string; lines: CartLine[]; reserved: readonly Reservation[]; cutToStock: boolean };

/**
 * Returns the cart lines to buy. `cutToStock` first reduces the cart to what is in stock or
 * `reserved`, with a note for each change. Refuses `sold_out` if nothing is left.
 */
async function linesToBuy(
  tx: Db,
  { cartId, lines, reserved, cutToStock }: BuyingOptions,
): Promise<Result<{ lines: CartLine[]; notes: string[] }, 'sold_out'>> {
  if (!cutToStock) return ok({ lines, notes: [] });
  const all = unitsToBuy(lines, new Map(reserved.map((one) => [one.productId, one.quantity])));
  if (all.every(({ units }) => units === 0)) return refuse('sold_out');
  const changed = all.filter(({ units, unitsInCart }) => units < unitsInCart);
  for (const { productId, units } of changed) await setCartQuantity(tx, cartId, { productId, quantity: units });
  return ok({ lines: await linesOfCart(tx, cartId), notes: [...new Set(changed.map(unitsNote))] });
}

type Pricing = {
  visitor: Visitor;
  checkoutId: string;
  /** Cart lines, read in this transaction. */
  lines: readonly CartLine[];
  reserved: Reserved;
  /** Reservations of others, if the transaction holds the lock of the visitor's name. */
  otherReservations?: OtherReservations | undefined;
  delivery: Delivery;
  options: readonly ShippingOption[];
  optionId: string | null;
  /** Stored tax of the delivery address. */
  tax: StoredTax;
  code: DiscountCode | null;
  /** Promises of the version before, or null. */
  seenPromises: OrderTerms | null;
};

/**
 * Prices a cart from the database. Refuses `cart_empty`, `too_many_units`, `too_many_checkouts`.
 */
async function priceCart(
  tx: Db,
  ctx: Pick<Ctx, 'settings' | 'log' | 'cacheLifetime'>,
  pricing: Pricing,
): Promise<Result<QuoteVersion, CheckoutRefusal>> {
  const { visitor, lines, reserved, checkoutId, code, otherReservations } = pricing;
  if (lines.length === 0) return refuse('cart_empty');
  if (lines.reduce((units, line) => units + line.quantity, 0) > unitsPerCheckout) return refuse('too_many_units');
  const place = pricing.delivery.shippingAddress;
  const option = chosenOption(pricing.options, pricing.optionId);
  const shippingOption = option === null ? null : optionForDestination(option, place);
  const tax = await rateAt(tx, ctx, { place, stored: pricing.tax });
  const quoted = quote({ lines, code, shippingOption, tax });
  const adding = { checkoutId, visitor, items: quoted.items, otherReservations };
  if (addsUnits(quoted.items, reserved) && !(await mayReserve(tx, ctx, adding))) return refuse('too_many_checkouts');
  const complete = shippingOption !== null && isComplete(pricing.delivery);
  const today = await shopPromises({ ...ctx, db: tx });
  const promises = favorableTerms(pricing.seenPromises ?? today, today);
  return ok({ ...quoted, ...pricing.delivery, currency: 'usd', complete, promises, promotions: promotionsOf(lines) });
}

type Acquisition = Pick<CheckoutRow, 'id' | 'cartId'> & {
  quote: QuoteVersion;
  code: DiscountCode | null;
  reserved: Reserved;
};

/**
 * Acquires what a just stored quote needs: goods, then the code. Contended rows come last, so that
 * they stay locked only for the commit. Refuses what the code refuses. Missing goods or uses fail
 * the transaction (`isOutOfStockError`, `isCodeExhaustedError`).
 */
async function acquireFor(
  tx: Db,
  { id: checkoutId, cartId, quote: { items, contact }, code, reserved: { goods, codes: uses } }: Acquisition,
): Promise<Result<null, CheckoutRefusal>> {
  await acquire(tx, { checkoutId, items, reserved: goods });
  if (code === null) return ok(null);
  const customerKey = contact?.email.toLowerCase() ?? null;
  return holdCode(tx, code, { checkoutId, cartId, customerKey, uses });
}

/**
 * True if the buyer and the delivery address are complete. The provider checks the billing address.
 */
export function isComplete({ contact, shippingAddress }: Delivery): boolean {
  if (contact === null || shippingAddress === null) return false;
  const issues = [contactIssues(contact), addressIssues(shippingAddress)];
  return issues.every((found) => Object.keys(found).length === 0);
}

type DeliveryAddress = Delivery['shippingAddress'];

function isKnown(address: DeliveryAddress): address is NonNullable<DeliveryAddress> {
  return address !== null && isTaxable(address, addressRules(address.country).stateRequired);
}

/** Returns the tax rate of a delivery address once enough of it is known. */
export async function rateAt(
  tx: Db,
  ctx: Pick<Ctx, 'settings'>,
  { place, stored }: Taxed<DeliveryAddress>,
): Promise<TaxRate | null> {
  return isKnown(place) ? taxRateOf(tx, ctx, { place, stored }) : null;
}

/**
 * Fetches the rate from the tax service, if the shop uses one. Must run before the pricing
 * transaction.
 */
export async function refreshTaxRateAt(ctx: PaymentsCtx, address: DeliveryAddress): Promise<void> {
  if (isKnown(address)) await refreshTaxRate(ctx, address);
}

/**
 * Fetches the tax rate for the address of a checkout or its change, if the shop uses a tax service.
 * Runs before the pricing transaction.
 */
export async function refreshCheckoutTaxRate(
  ctx: PaymentsCtx,
  checkoutId: string,
  change: Partial<Change> = {},
): Promise<void> {
  if (ctx.settings.tax === 'table') return;
  const stored = change.shipping_address ?? (await findCurrentCheckout(ctx.db, checkoutId))?.quote.shippingAddress;
  await refreshTaxRateAt(ctx, stored ?? null);
}

/**
 * Returns the offer of a cart's checkout for the page to show before the browser begins or
 * continues it. Null if the cart is empty. Reserves and stores nothing. The checkout, requested
 * next, replaces these figures.
 */
export async function previewOffer(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  cartId: string,
  activeOptions: () => Promise<ShippingOption[]>,
): Promise<CheckoutOffer | null> {
  const [lines, live] = await Promise.all([linesOfCart(db, cartId), findCurrentCheckoutOfCart(db, cartId)]);
  if (lines.length === 0) return null;
  if (live !== null && !cartDiffers(live, lines)) return offerOnWire(live, now());
  const options = await activeOptions();
  const quoted = quote({ lines, code: null, shippingOption: chosenOption(options, null), tax: null });
  const stockLeft = Object.fromEntries(lines.map(({ product: { id, available } }) => [id, available]));
  return offerOnWire({ quote: { ...quoted, promotions: promotionsOf(lines) }, stockLeft, options }, now());
}
