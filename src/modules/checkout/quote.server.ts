import { promotionsOf, type CartLine, pricedLine } from '#modules/cart/cart-line.ts';
import { type DiscountCode, goodsAfterPromotions, type CodeRefusal } from '#modules/discounts/discount-code.ts';
import { holdCode, isUsedUp, usableCode } from '#modules/discounts/discount-codes.server.ts';
import type { PaymentsCtx } from '#modules/payments/payments.server.ts';
import { chosenOption, optionTo, type ShippingOption } from '#modules/shipping/shipping-option.ts';
import { isTaxable, type TaxRate } from '#modules/tax/tax.ts';
import { learnRate } from '#modules/tax/stripe-tax.server.ts';
import { taxRateOf, type Rated } from '#modules/tax/tax-rates.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';
import { addressRules } from '#shared/countries.ts';
import { ok, refuse, type Result } from '#shared/result.ts';
import { addressIssues, fittingAddress } from '#shared/address.ts';
import { linesOfCart, setCartQuantity } from '#modules/cart/cart.server.ts';
import { decide, pipelined } from '#platform/db/transaction.server.ts';
import { normalCode } from '#modules/discounts/code-format.ts';
import { notFound } from '#platform/http/errors.server.ts';
import { fittingBilling } from '#shared/billing.ts';
import { notesBy } from '#shared/order-notes.ts';

import { contactIssues } from './contact-details.ts';
import { type CheckoutRefusal, checkoutNotes, type Change, type CheckoutOffer } from './checkout.schema.ts';
import { type CheckoutRow, findCurrentOfCart } from './checkout.queries.server.ts';
import { mayReserve, type Others, isShort, type Reservation } from './reservation.queries.server.ts';
import { acquire, addsUnits, type Reserved, hasSurplus } from './reservation.server.ts';
import { quote, unitsPerCheckout, type Delivery, type QuoteVersion, unitsToBuy, type UnitsToBuy, emptyDelivery, reservationMinutes, offerOnWire } from './quote.ts';
import { type OnLease, cartDiffers } from './checkout.server.ts';
import * as repo from './checkout.queries.server.ts';

/**
 * True if the buyer and the delivery address are complete. The provider checks the billing address.
 */
export function isComplete({ contact, shippingAddress }: Delivery): boolean {
  if (contact === null || shippingAddress === null) return false;
  const issues = [contactIssues(contact), addressIssues(shippingAddress)];
  return issues.every((found) => Object.keys(found).length === 0);
}

type Place = Delivery['shippingAddress'];

function isKnown(address: Place): address is NonNullable<Place> {
  return address !== null && isTaxable(address, addressRules(address.country).stateRequired);
}

/** Returns the tax rate of a delivery address once enough of it is known. */
export async function rateAt(
  tx: Db,
  ctx: Pick<Ctx, 'settings'>,
  { place, rates }: Rated<Place>,
): Promise<TaxRate | null> {
  return isKnown(place) ? taxRateOf(tx, ctx, { place, rates }) : null;
}

/**
 * Fetches the rate from the tax service, if the shop uses one. Must run before the pricing
 * transaction.
 */
export async function learnRateAt(ctx: PaymentsCtx, address: Place): Promise<void> {
  if (isKnown(address)) await learnRate(ctx, address);
}

type Pricing = {
  visitor: Visitor;
  checkoutId: string;
  /** Cart lines, read in this transaction. */
  lines: readonly CartLine[];
  reserved: Reserved;
  /** Reservations of others, if the transaction holds the lock of the visitor's name. */
  others?: Others | undefined;
  delivery: Delivery;
  options: readonly ShippingOption[];
  optionId: string | null;
  /** Tax rates of the delivery address. */
  rates: readonly TaxRate[];
  code: DiscountCode | null;
};

/**
 * Prices a cart from the database. Refuses `cart_empty`, `too_many_units`, `too_many_checkouts`.
 */
export async function priceCart(
  tx: Db,
  ctx: Pick<Ctx, 'settings'>,
  pricing: Pricing,
): Promise<Result<QuoteVersion, CheckoutRefusal>> {
  const { visitor, lines, reserved, checkoutId, code, others } = pricing;
  if (lines.length === 0) return refuse('cart_empty');
  if (lines.reduce((units, line) => units + line.quantity, 0) > unitsPerCheckout) return refuse('too_many_units');
  const place = pricing.delivery.shippingAddress;
  const option = chosenOption(pricing.options, pricing.optionId);
  const shippingOption = option === null ? null : optionTo(option, place);
  const tax = await rateAt(tx, ctx, { place, rates: pricing.rates });
  const quoted = quote({ lines, code, shippingOption, tax });
  const adding = { checkoutId, visitor, items: quoted.items, others };
  if (addsUnits(quoted.items, reserved) && !(await mayReserve(tx, ctx, adding))) return refuse('too_many_checkouts');
  const complete = shippingOption !== null && isComplete(pricing.delivery);
  return ok({ ...quoted, ...pricing.delivery, currency: 'usd', complete, promotions: promotionsOf(lines) });
}

type Acquisition = Pick<CheckoutRow, 'id' | 'cartId'> & {
  quote: QuoteVersion;
  code: DiscountCode | null;
  reserved: Reserved;
};

/**
 * Acquires what a just stored quote needs: goods, then the code. Contended rows come last, so that
 * they stay locked only for the commit. Refuses what the code refuses. Missing goods or uses fail
 * the transaction (`isShort`, `isUsedUp`).
 */
export async function acquireFor(
  tx: Db,
  { id: checkoutId, cartId, quote: { items, contact }, code, reserved: { goods, codes: uses } }: Acquisition,
): Promise<Result<null, CheckoutRefusal>> {
  await acquire(tx, { checkoutId, items, reserved: goods });
  if (code === null) return ok(null);
  const customerKey = contact?.email.toLowerCase() ?? null;
  return holdCode(tx, code, { checkoutId, cartId, customerKey, uses });
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
    return await decide(db, work);
  } catch (error) {
    if (isShort(error)) return refuse('sold_out');
    if (isUsedUp(error)) return refuse('used_up');
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
export async function linesToBuy(
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

/**
 * A checkout with its newest quote version. `notes` are messages about changes that the shop made
 * to the order. `isContinued` is true if the visitor had it before this call.
 */
export type OpenCheckout = repo.CurrentCheckout & { notes: readonly string[]; isContinued?: boolean };

/**
 * Extension of a reservation: in its last two minutes, until an hour after its goods were reserved.
 */
const extension = { minutes: reservationMinutes, fromMinutesLeft: 2, maxMinutes: 60 };

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
 * longer applies.
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

const fitting = (address: Change['shipping_address']) => address && fittingAddress(address);

function typedIn({ discount_code: code, shipping_address: address }: Partial<Change>): repo.CodeAndPlace {
  const { country, state } = fitting(address) ?? {};
  return { code: code === undefined ? undefined : normalCode(code ?? ''), country, state };
}

function deliveryAfter(change: Partial<Change>, before: Delivery): Delivery {
  return {
    contact: change.customer_info ?? before.contact,
    shippingAddress: fitting(change.shipping_address) ?? before.shippingAddress,
    billingAddress: (change.billing_address && fittingBilling(change.billing_address)) ?? before.billingAddress,
    ...notesBy('name', ({ name, wire }) => change[wire] ?? before[name]),
  };
}

/**
 * A checkout with the quote version just stored. `hasSurplus` is true if it has reserved more than
 * that needs.
 */
type Stored = OpenCheckout & { hasSurplus: boolean };
/**
 * `isAside`: a change made while the shopper is elsewhere. It does not change a checkout at the
 * payment form unless its cart is empty.
 */
export type Revision = { visitor: Visitor; checkoutId: string; change: Partial<Change>; isAside?: boolean };
type Attempt = Revision & { cutToStock: boolean };

/**
 * Fetches the tax rate for the address of a checkout or its change, if the shop uses a tax service.
 * Runs before the pricing transaction.
 */
export async function learnRateOf(ctx: PaymentsCtx, checkoutId: string, change: Partial<Change> = {}): Promise<void> {
  if (ctx.settings.tax === 'table') return;
  const stored = change.shipping_address ?? (await repo.findCurrent(ctx.db, checkoutId))?.quote.shippingAddress;
  await learnRateAt(ctx, stored ?? null);
}

/** Base of the first quote version of a checkout. */
const nothingTyped = { ...emptyDelivery, code: null, shippingOption: null };

function stockLeftOf(lines: readonly CartLine[], reserved: readonly Reservation[]): OpenCheckout['stockLeft'] {
  const units = new Map(reserved.map(({ productId, quantity }) => [productId, quantity]));
  return Object.fromEntries(
    lines.map(({ product: { id, available } }) => [id, available === null ? null : available + (units.get(id) ?? 0)]),
  );
}

/**
 * `basis`: pricing input, if it was read after the checkout was locked. `others`: see `priceCart`.
 */
type Locked = { checkout: repo.CheckoutRow; basis?: repo.Basis | null; others?: Others | undefined };

/**
 * Stores the next quote version of a locked checkout and acquires what it adds. Null if the cart is
 * empty.
 */
export async function addVersionLocked(
  tx: Db,
  ctx: PaymentsCtx,
  { checkout, visitor, change, cutToStock, ...read }: Omit<Attempt, 'checkoutId'> & Locked,
): Promise<Result<Stored | null, CheckoutRefusal>> {
  const { id: checkoutId, cartId, quoteVersion } = checkout;
  const { discount_code: typed, final = false } = change;
  const basis = read.basis ?? (await repo.findBasis(tx, checkoutId, typedIn(change)));
  const before = basis?.quote ?? (quoteVersion === 0 ? nothingTyped : null);
  if (basis === null || before === null) throw new Error(`checkout ${checkoutId} has no quote version ${quoteVersion}`);
  const { goods, codes, options, rates } = basis;
  const reserved = { goods, codes };
  const found = await linesToBuy(tx, { cartId, lines: basis.lines, reserved: goods, cutToStock });
  if (!found.ok) return found;
  const { lines, notes } = found.value;
  if (lines.length === 0) return ok(null);
  const current = before.code?.code ?? null;
  const code = codeAfter(ctx, { typed, current, found: basis.found[0] ?? null, cartId, lines });
  if (!code.ok) return code;
  const delivery = deliveryAfter(change, before);
  const optionId = change.shipping_option_id ?? before.shippingOption?.id ?? null;
  const quote = await priceCart(tx, ctx, {
    visitor,
    checkoutId,
    lines,
    reserved,
    others: read.others,
    delivery,
    options,
    optionId,
    rates,
    code: code.value,
  });
  if (!quote.ok) return quote;
  if (final && quote.value.shippingOption === null) return refuse('no_shipping');
  if (final && !quote.value.complete) return refuse('incomplete');
  const isCharged = quote.value.totalCents > 0;
  const newest = await repo.insertNewest(tx, checkout, {
    body: quote.value,
    customerId: visitor.user?.id ?? checkout.customerId,
    ...(final && isCharged ? { state: 'awaiting_payment' as const } : {}),
    ...(quoteVersion === 0 && isCharged ? { intentBaseVersion: 1 } : {}),
  });
  const acquired = await acquireFor(tx, { ...newest, quote: quote.value, code: code.value, reserved });
  if (!acquired.ok) return acquired;
  if (typed === undefined && current !== null && code.value === null) notes.push(checkoutNotes.codeLost(current));
  return ok({
    checkout: newest,
    quote: quote.value,
    stockLeft: stockLeftOf(lines, goods),
    options,
    hasSurplus: hasSurplus(reserved, quote.value),
    notes,
  });
}

type Locking<Row> = (tx: Db) => Promise<Row | null>;

/**
 * Locks a checkout and reads its pricing basis. Omits the basis if the change writes to the cart
 * first.
 */
async function lockWithBasis<Row>(tx: Db, { checkoutId, change }: Attempt, lock: Locking<Row>) {
  if (change.items !== undefined) return { locked: await lock(tx), basis: null };
  const locking = lock(pipelined(tx));
  const [locked, basis] = await Promise.all([locking, repo.findBasis(tx, checkoutId, typedIn(change))]);
  return { locked, basis };
}

type Added = Result<Stored | null, CheckoutRefusal>;
type LockedWithBasis = { locked: repo.LockedCheckout; basis: repo.Basis | null };

async function storeRevision(
  tx: Db,
  ctx: PaymentsCtx,
  { locked, basis, checkoutId, ...revision }: Attempt & LockedWithBasis,
): Promise<Added> {
  const { change } = revision;
  const closed = closedTo(locked);
  if (closed !== null) return refuse(closed);
  const isEmpty = basis?.lines.length === 0;
  if (locked.state === 'expired' || locked.isDue) return refuse(isEmpty ? 'cart_empty' : 'expired');
  const expiresAt = change.extend === true ? await repo.takeExtension(tx, checkoutId, extension) : locked.expiresAt;
  if (expiresAt === null) return refuse('not_extendable');
  for (const { product_id: productId, quantity } of change.items ?? []) {
    const set = await setCartQuantity(tx, locked.cartId, { productId, quantity });
    if (!set.ok) return set;
  }
  return addVersionLocked(tx, ctx, { checkout: { ...locked, expiresAt }, basis, ...revision });
}

/**
 * Stores the next quote version of a live checkout whose lease the caller holds. Acquires what it
 * adds and releases nothing. Null if the cart is empty: the checkout is then due.
 */
export async function storeNextQuote(tx: Db, ctx: PaymentsCtx, attempt: Attempt): Promise<Added> {
  const { locked, basis } = await lockWithBasis(tx, attempt, (part) => repo.lockCheckout(part, attempt.checkoutId));
  if (locked === null) throw notFound();
  return storeRevision(tx, ctx, { ...attempt, locked, basis });
}

/**
 * True if a checkout was sent to the payment form. The provider must be asked before it is changed.
 */
export const isAtForm = ({ state, paymentIntentId }: repo.CheckoutRow) =>
  paymentIntentId !== null && state === 'awaiting_payment';

/**
 * Like `storeNextQuote`, but the transaction takes the lease and passes it to `onLease` before the
 * commit. If the provider must be asked first, takes only the lease and returns `at_form`. Refuses
 * `busy` while another request has the lease.
 */
export async function reviseQuote(
  tx: Db,
  ctx: PaymentsCtx,
  { onLease, ...attempt }: Attempt & { onLease: OnLease },
): Promise<Result<Stored | null | 'at_form', CheckoutRefusal>> {
  const { checkoutId, visitor } = attempt;
  const { locked, basis } = await lockWithBasis(tx, attempt, (part) => repo.lockFree(part, checkoutId, visitor));
  if (locked === null) return refuse('busy');
  onLease(locked);
  if (!isAtForm(locked)) return storeRevision(tx, ctx, { ...attempt, locked, basis });
  if (attempt.isAside === true && basis?.lines.length !== 0) return refuse('being_paid');
  await repo.updateCheckout(tx, locked, { leaseUntil: locked.leaseUntil });
  return ok('at_form');
}

/**
 * Returns why a checkout can be neither changed nor paid, apart from its time, or null if it can.
 */
export function closedTo({ state, hostedSessionId }: repo.CheckoutRow): 'paid_already' | 'being_paid' | null {
  if (state === 'completed') return 'paid_already';
  return state === 'payment_processing' || hostedSessionId !== null ? 'being_paid' : null;
}

/**
 * Returns the offer of a cart's checkout for the page to show before the browser begins or
 * continues it. Null if the cart is empty. Reserves and stores nothing. The checkout, requested
 * next, replaces these figures.
 */
export async function previewOf(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  cartId: string,
  activeOptions: () => Promise<ShippingOption[]>,
): Promise<CheckoutOffer | null> {
  const [lines, live] = await Promise.all([linesOfCart(db, cartId), findCurrentOfCart(db, cartId)]);
  if (lines.length === 0) return null;
  if (live !== null && !cartDiffers(live, lines)) return offerOnWire(live, now());
  const options = await activeOptions();
  const quoted = quote({ lines, code: null, shippingOption: chosenOption(options, null), tax: null });
  const stockLeft = Object.fromEntries(lines.map(({ product: { id, available } }) => [id, available]));
  return offerOnWire({ quote: { ...quoted, promotions: promotionsOf(lines) }, stockLeft, options }, now());
}
