import { promotionsOf, type CartLine } from '#modules/cart/cart-line.ts';
import type { DiscountCode } from '#modules/discounts/discount-code.ts';
import { holdCode } from '#modules/discounts/redemptions.server.ts';
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

import { contactIssues } from './contact-details.ts';
import { addressIssues } from '#shared/address.ts';
import type { CheckoutRefusal } from './checkout.schema.ts';
import type { CheckoutRow } from './checkout.queries.server.ts';
import { mayReserve, type Others } from './checkout-limits.queries.server.ts';
import { acquire, addsUnits, type Reserved } from './reservation.server.ts';
import { quote, unitsPerCheckout, type Delivery, type QuoteVersion } from './quote.ts';

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
