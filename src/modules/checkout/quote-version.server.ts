import { pricedLine, promotionsOf, type CartLine } from '#modules/cart/cart-line.ts';
import { setCartQuantity } from '#modules/cart/cart.server.ts';
import { goodsAfterPromotions, type CodeRefusal, type DiscountCode } from '#modules/discounts/discount-code.ts';
import { usableCode } from '#modules/discounts/discount-codes.server.ts';
import { normalCode } from '#modules/discounts/code-format.ts';
import type { PaymentsCtx } from '#modules/payments/payments.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { pipelined } from '#platform/db/transaction.server.ts';
import { notFound } from '#platform/http/errors.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';
import { fittingAddress } from '#shared/address.ts';
import { fittingBilling } from '#shared/billing.ts';
import { notesBy } from '#shared/order-notes.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { checkoutNotes, type Change, type CheckoutRefusal } from './checkout.schema.ts';
import { linesToBuy } from './availability.server.ts';
import { acquireFor, learnRateAt, priceCart } from './quote.server.ts';
import type { Others } from './checkout-limits.queries.server.ts';
import type { OnLease } from './checkout-lease.server.ts';
import * as repo from './checkout.queries.server.ts';
import type { Reservation } from './reservation.queries.server.ts';
import { hasSurplus } from './reservation.server.ts';
import { emptyDelivery, reservationMinutes, type Delivery } from './quote.ts';

/**
 * A checkout with its newest quote version. `notes` are sentences about what could not stay in the order; `isContinued` is true if
 * the visitor had it before this call.
 */
export type OpenCheckout = repo.CurrentCheckout & { notes: readonly string[]; isContinued?: boolean };

/** A reservation can be extended in its last two minutes, until an hour after its goods were reserved. */
const extension = { minutes: reservationMinutes, fromMinutesLeft: 2, maxMinutes: 60 };

type CodeChange = {
  /** What was typed; undefined leaves the code as it is. */
  typed: string | null | undefined;
  current: string | null;
  found: DiscountCode | null;
  cartId: string;
  lines: readonly CartLine[];
};

/** The code after a change: a typed code must apply; the current one is dropped where it does not apply any more. */
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

/** A checkout with the quote version just stored; `hasSurplus`: it has reserved more than that needs. */
type Stored = OpenCheckout & { hasSurplus: boolean };
/** `isAside`: made while the shopper looks at something else: a checkout that was sent to the payment form stays as it is there. */
export type Revision = { visitor: Visitor; checkoutId: string; change: Partial<Change>; isAside?: boolean };
type Attempt = Revision & { cutToStock: boolean };

/** Asks the tax service, if the shop has one, for the place of a checkout or of its change: before the transaction that prices. */
export async function learnRateOf(ctx: PaymentsCtx, checkoutId: string, change: Partial<Change> = {}): Promise<void> {
  if (ctx.settings.tax === 'table') return;
  const stored = change.shipping_address ?? (await repo.findCurrent(ctx.db, checkoutId))?.quote.shippingAddress;
  await learnRateAt(ctx, stored ?? null);
}

/** What the first quote version of a checkout is changed from. */
const nothingTyped = { ...emptyDelivery, code: null, shippingOption: null };

function stockLeftOf(lines: readonly CartLine[], reserved: readonly Reservation[]): OpenCheckout['stockLeft'] {
  const units = new Map(reserved.map(({ productId, quantity }) => [productId, quantity]));
  return Object.fromEntries(
    lines.map(({ product: { id, available } }) => [id, available === null ? null : available + (units.get(id) ?? 0)]),
  );
}

/** `basis`: what the next version is priced from, where it was read since the checkout was locked; `others`: see `priceCart`. */
type Locked = { checkout: repo.CheckoutRow; basis?: repo.Basis | null; others?: Others | undefined };

/** Stores the next quote version of a locked checkout and acquires what it adds. Null when the cart is empty. */
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

/** Locks a checkout and reads what its next version is priced from, except where the change writes that first. */
async function lockWithBasis<Row>(tx: Db, { checkoutId, change }: Attempt, lock: Locking<Row>) {
  if (change.items !== undefined) return { locked: await lock(tx), basis: null };
  const locking = lock(pipelined(tx));
  const [locked, basis] = await Promise.all([locking, repo.findBasis(tx, checkoutId, typedIn(change))]);
  return { locked, basis };
}

type Added = Result<Stored | null, CheckoutRefusal>;
type LockedWithBasis = { locked: repo.LockedCheckout; basis: repo.Basis | null };

async function addTo(
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
 * Stores the next quote version of a live checkout, whose lease the caller has, and acquires what it adds; releases nothing. Null when
 * the cart is empty: the checkout is due.
 */
export async function storeNextQuote(tx: Db, ctx: PaymentsCtx, attempt: Attempt): Promise<Added> {
  const { locked, basis } = await lockWithBasis(tx, attempt, (part) => repo.lockCheckout(part, attempt.checkoutId));
  if (locked === null) throw notFound();
  return addTo(tx, ctx, { ...attempt, locked, basis });
}

/** Whether a checkout was sent to the payment form: the provider is asked about it before it is changed. */
export const isAtForm = ({ state, paymentIntentId }: repo.CheckoutRow) =>
  paymentIntentId !== null && state === 'awaiting_payment';

/**
 * The same where the transaction takes the lease, of which `onLease` is told before the commit. Takes the lease alone, and gives
 * `at_form`, where the provider has to be asked first. Refuses `busy` while another request has the lease.
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
  if (!isAtForm(locked)) return addTo(tx, ctx, { ...attempt, locked, basis });
  if (attempt.isAside === true && basis?.lines.length !== 0) return refuse('being_paid');
  await repo.updateCheckout(tx, locked, { leaseUntil: locked.leaseUntil });
  return ok('at_form');
}

/** Why a checkout can be neither changed nor paid any more, its time aside; null when it can. */
export function closedTo({ state, hostedSessionId }: repo.CheckoutRow): 'paid_already' | 'being_paid' | null {
  if (state === 'completed') return 'paid_already';
  return state === 'payment_processing' || hostedSessionId !== null ? 'being_paid' : null;
}
