import { isDeepStrictEqual } from 'node:util';

import { pricedLine, promotionsOf, type CartLine } from '#modules/cart/cart-line.ts';
import { linesOfCart } from '#modules/cart/cart.queries.server.ts';
import { setCartQuantity } from '#modules/cart/cart.server.ts';
import { goodsAfterPromotions, type CodeRefusal, type DiscountCode } from '#modules/discounts/discount-code.ts';
import { codeById } from '#modules/discounts/discount-codes.queries.server.ts';
import { usableCode } from '#modules/discounts/discount-codes.server.ts';
import type { PaymentsCtx } from '#modules/payments/payments.server.ts';
import { shopPromises } from '#modules/settings/shop-promises.server.ts';
import { favorableTerms } from '#modules/settings/shop-promises.ts';
import {
  chosenOption,
  countryRefusal,
  homeCountry,
  optionForDestination,
  optionsTo,
} from '#modules/shipping/shipping-terms.ts';
import type { Db } from '#platform/db/database.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';
import { addressIssues, normalizeAddress } from '#shared/address.ts';
import { fittingBilling } from '#shared/billing-address.ts';
import { contactIssues } from '#shared/contact.ts';
import { formatUsd } from '#shared/money.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import type { LeasedCheckout } from './checkout-lease.queries.server.ts';
import { rateAt } from './checkout-tax.server.ts';
import { checkoutNotes, type Change, type CheckoutRefusal } from './checkout.schema.ts';
import type { OpenCheckout } from './checkout.server.ts';
import type { CodeAndLocation, CurrentCheckout, PricingInput } from './quote.queries.server.ts';
import {
  cartDiffers,
  emptyDelivery,
  quote,
  unitsPerCheckout,
  unitsToBuy,
  type Delivery,
  type QuoteItem,
  type QuoteVersion,
  type UnitsToBuy,
} from './quote.ts';
import type { OtherReservations, Reservation } from './reservation.queries.server.ts';
import type { Reserved } from './reservation.server.ts';

/** A change of a checkout with its price. */
export type Pricing = {
  /** The checkout as read under its lease. */
  checkout: LeasedCheckout;
  visitor: Visitor;
  change: Partial<Change>;
  /** Reduces the cart to what is in stock instead of refusing. */
  cutToStock: boolean;
  /** Removes the present code, because the checkout can no longer have it. */
  dropsCode: boolean;
  input: PricingInput;
  /** Reservations of others, if they were already counted under the visitor's lock. */
  otherReservations?: OtherReservations | undefined;
  quote: QuoteVersion;
  code: DiscountCode | null;
  /** Reservations of the checkout before the change. */
  reserved: Reserved;
  /** True if the quote equals the version before. */
  isSame: boolean;
  stockLeft: OpenCheckout['stockLeft'];
  notes: string[];
};

/** A change without a price. */
export type Draft = Pick<Pricing, 'checkout' | 'visitor' | 'change' | 'cutToStock' | 'dropsCode'>;
type Read = Draft & Pick<Pricing, 'input' | 'otherReservations'>;

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
 * Prices a change of a checkout from the database. Stores nothing but a cart cut to stock. Null if
 * the cart is empty. Refuses `sold_out`, `too_many_units`, `country_not_sold`, `no_shipping`,
 * `incomplete` and what the code refuses.
 */
export async function priceCheckout(
  db: Db,
  ctx: PaymentsCtx,
  draft: Read,
): Promise<Result<Pricing | null, CheckoutRefusal>> {
  const { checkout, change, input } = draft;
  const before = input.quote ?? (checkout.quoteVersion === 0 ? nothingTyped : null);
  if (before === null) throw new Error(`checkout ${checkout.id} has no quote version ${checkout.quoteVersion}`);
  const { goods, codes } = input;
  const reserved = { goods, codes };
  const found = await linesToBuy(db, draft);
  if (!found.ok) return found;
  const { lines, notes } = found.value;
  if (lines.length === 0) return ok(null);
  const code = codeAfter(ctx, draft, lines);
  if (!code.ok) return code;
  const quoted = await quoteOf(db, ctx, { ...draft, lines, code: code.value, before });
  if (!quoted.ok) return quoted;
  notes.push(...priceNotes(before.items, quoted.value.items));
  const current = before.code?.code ?? null;
  if (change.discount_code === undefined && current !== null && code.value === null)
    notes.push(checkoutNotes.codeLost(current));
  const isSame = isSameQuote(quoted.value, before);
  const stockLeft = stockLeftOf(lines, goods);
  return ok({ ...draft, quote: quoted.value, code: code.value, reserved, isSame, stockLeft, notes });
}

function stockLeftOf(lines: readonly CartLine[], reserved: readonly Reservation[]): OpenCheckout['stockLeft'] {
  const units = new Map(reserved.map(({ productId, quantity }) => [productId, quantity]));
  return Object.fromEntries(
    lines.map(({ product: { id, available } }) => [id, available === null ? null : available + (units.get(id) ?? 0)]),
  );
}

/**
 * Returns the code after a change. A typed code must apply. The current one is dropped if it no
 * longer applies, or later if it cannot be held (`nextTry`).
 */
function codeAfter(
  ctx: PaymentsCtx,
  { change: { discount_code: typed }, dropsCode, input, checkout }: Omit<Read, 'visitor' | 'cutToStock'>,
  lines: readonly CartLine[],
): Result<DiscountCode | null, CodeRefusal> {
  const code = typed === undefined ? (input.quote?.code?.code ?? null) : typed;
  if (code === null || code === '' || dropsCode) return ok(null);
  const goods = goodsAfterPromotions(promotionsOf(lines), lines.map(pricedLine));
  const found = input.found[0] ?? null;
  const usable = usableCode(ctx, { found, goods, cartId: checkout.cartId, isHeld: typed === undefined });
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
  const goods = goodsAfterPromotions(promotionsOf(lines), lines.map(pricedLine));
  return !usableCode(ctx, { found, goods, cartId: checkout.cartId, isHeld: true }).ok;
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

function unitsNote({ name, units, isLimitedByStock }: UnitsToBuy): string {
  if (!isLimitedByStock) return checkoutNotes.most(unitsPerCheckout);
  return units === 0 ? checkoutNotes.gone(name) : checkoutNotes.fewer(name, units);
}

/**
 * Returns the cart lines to buy. `cutToStock` first reduces the cart to what is in stock or
 * reserved, with a note for each change. Refuses `sold_out` if nothing is left.
 */
async function linesToBuy(
  tx: Db,
  { checkout: { cartId }, cutToStock, input: { lines, goods } }: Read,
): Promise<Result<{ lines: CartLine[]; notes: string[] }, 'sold_out'>> {
  if (!cutToStock) return ok({ lines, notes: [] });
  const all = unitsToBuy(lines, new Map(goods.map((one) => [one.productId, one.quantity])));
  if (all.every(({ units }) => units === 0)) return refuse('sold_out');
  const changed = all.filter(({ units, unitsInCart }) => units < unitsInCart);
  for (const { productId, units } of changed) await setCartQuantity(tx, cartId, { productId, quantity: units });
  return ok({ lines: await linesOfCart(tx, cartId), notes: [...new Set(changed.map(unitsNote))] });
}

type Base = Delivery & Pick<QuoteVersion, 'shippingOption'> & { promises: QuoteVersion['promises'] | null };
type Priced = Read & { lines: readonly CartLine[]; code: DiscountCode | null; before: Base };

/** Quotes lines with delivery, shipping option, tax and promises after a change. */
async function quoteOf(
  db: Db,
  ctx: PaymentsCtx,
  { change, input, lines, code, before }: Priced,
): Promise<Result<QuoteVersion, CheckoutRefusal>> {
  if (lines.reduce((units, line) => units + line.quantity, 0) > unitsPerCheckout) return refuse('too_many_units');
  const delivery = deliveryAfter(change, before);
  const place = delivery.shippingAddress;
  const unsold = place === null ? null : countryRefusal(input.soldCountries, place.country);
  // An address that was typed before its country was switched off can still be replaced.
  if (unsold !== null && (change.shipping_address !== undefined || change.final === true)) return unsold;
  const options = optionsTo(input.options, place?.country ?? homeCountry(input.soldCountries));
  const option = chosenOption(options, change.shipping_option_id ?? before.shippingOption?.id ?? null);
  const shippingOption = option === null ? null : optionForDestination(option, place);
  const tax = await rateAt(db, ctx, { place, stored: input.tax });
  const quoted = quote({ lines, code, shippingOption, tax });
  const complete = shippingOption !== null && unsold === null && isComplete(delivery);
  if (change.final === true && shippingOption === null) return refuse('no_shipping');
  if (change.final === true && !complete) return refuse('incomplete');
  const today = await shopPromises({ ...ctx, db });
  const promises = favorableTerms(before.promises ?? today, today);
  return ok({ ...quoted, ...delivery, currency: 'usd', complete, promises, promotions: promotionsOf(lines) });
}

/**
 * True if the buyer and the delivery address are complete. The provider checks the billing address.
 */
export function isComplete({ contact, shippingAddress }: Delivery): boolean {
  if (contact === null || shippingAddress === null) return false;
  const issues = [contactIssues(contact), addressIssues(shippingAddress)];
  return issues.every((found) => Object.keys(found).length === 0);
}
