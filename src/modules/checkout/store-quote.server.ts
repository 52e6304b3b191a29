import { codeRefusals } from '#modules/discounts/discounts.schema.ts';
import { isCodeExhaustedError } from '#modules/discounts/redemptions.queries.server.ts';
import { codeHold } from '#modules/discounts/redemptions.server.ts';
import { termsOf } from '#modules/shipping/shipping-terms.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import type { CheckoutRefusal } from './checkout.schema.ts';
import { changeRefusal, type OpenCheckout } from './checkout.server.ts';
import { findWithTime } from './find-checkout.queries.server.ts';
import { storeQuote } from './quote.queries.server.ts';
import type { Draft, Pricing } from './quote.server.ts';
import { isOutOfStockError } from './reservation.queries.server.ts';
import { acquire, addsUnits, hasSurplus, mayReserve } from './reservation.server.ts';

/**
 * A checkout with the quote version just stored. `hasSurplus` is true if it has reserved more than
 * that needs.
 */
export type StoredQuote = OpenCheckout & { hasSurplus: boolean };

type Refusing<T> = Result<T, CheckoutRefusal>;

/** Returns why a checkout whose quote was not stored is closed now. */
async function closedReason(db: Db, id: string): Promise<CheckoutRefusal> {
  const checkout = await findWithTime(db, { id });
  if (checkout === null) return 'expired';
  return changeRefusal(checkout) ?? (checkout.state === 'expired' || checkout.isDue ? 'expired' : 'busy');
}

/** True if a priced change reserves goods, which takes a transaction. */
export const reservesGoods = ({ quote, reserved }: Pricing): boolean => addsUnits(quote.items, reserved);

/** Returns what storing a quote changes of its checkout. */
function changeOfCheckout({ checkout, visitor, change, quote }: Pricing) {
  const isCharged = quote.totalCents > 0;
  const state = change.final === true && isCharged ? ('awaiting_payment' as const) : undefined;
  return {
    customerId: visitor.user?.id,
    state,
    intentBaseVersion: checkout.quoteVersion === 0 && isCharged ? 1 : undefined,
  };
}

/**
 * Stores a priced change: reserves its goods, and stores the quote and holds its code in one
 * statement. Contended rows come last, so that they stay locked only for the commit. Refuses
 * `too_many_checkouts`, what the code refuses, and the end of a checkout that is closed meanwhile.
 * Missing goods or uses fail the statement (`acquisitionRefusal`).
 */
export async function storePricing(
  db: Db,
  ctx: Pick<Ctx, 'settings'>,
  pricing: Pricing,
): Promise<Refusing<StoredQuote>> {
  const { checkout, visitor, quote, code, reserved, otherReservations } = pricing;
  const { id: checkoutId, cartId } = checkout;
  const adding = { checkoutId, visitor, items: quote.items, otherReservations };
  if (reservesGoods(pricing) && !(await mayReserve(db, ctx, adding))) return refuse('too_many_checkouts');
  const customerKey = quote.contact?.email.toLowerCase() ?? null;
  const holder = { checkoutId, cartId, customerKey, uses: reserved.codes };
  const hold = code === null ? ok(null) : await codeHold(db, code, holder);
  if (!hold.ok) return hold;
  const needs = { checkoutId, items: quote.items, reserved: reserved.goods };
  // Contended rows come last: goods, then a new use of a code, as settling takes them.
  const isCodeLast = hold.value?.newCodeId !== undefined;
  if (isCodeLast) await acquire(db, needs);
  const [stored] = await Promise.all([
    storeQuote(db, checkout, { body: quote, hold: hold.value, change: changeOfCheckout(pricing) }),
    isCodeLast ? null : acquire(db, needs),
  ]);
  if (stored === null) return refuse(await closedReason(db, checkoutId));
  const { stockLeft, notes, input } = pricing;
  return ok({
    checkout: stored,
    quote,
    stockLeft,
    ...termsOf(input),
    notes,
    hasSurplus: hasSurplus(reserved, quote),
  });
}

/** Refusal of goods or uses of a code that could not be acquired. Throws any other error. */
export function acquisitionRefusal(error: unknown) {
  if (isOutOfStockError(error)) return refuse('sold_out');
  if (isCodeExhaustedError(error)) return refuse('used_up');
  throw error;
}

const tooMany = new Set<CheckoutRefusal>(['sold_out', 'too_many_units']);

/** True if a cart cut to the stock could be bought. */
export const isTooMany = (reason: CheckoutRefusal): boolean => tooMany.has(reason);

/**
 * Returns the next form of a refused change that may fit, or null. A code that the checkout has is
 * dropped, so that the order can be paid; one that this change types never is. A cart is cut to the
 * stock; typed quantities never are.
 */
export function nextTry<T extends Draft>(draft: T, reason: CheckoutRefusal): T | null {
  const { change, cutToStock, dropsCode } = draft;
  if (isTooMany(reason) && !cutToStock && change.items === undefined) return { ...draft, cutToStock: true };
  if (reason in codeRefusals && !dropsCode && change.discount_code === undefined) return { ...draft, dropsCode: true };
  return null;
}
