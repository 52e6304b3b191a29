import { pricedLine, promotionsOf, type CartLine } from '#modules/cart/cart-line.ts';
import { setCartQuantity } from '#modules/cart/cart.server.ts';
import { goodsAfterPromotions, type CodeRefusal, type DiscountCode } from '#modules/discounts/discount-code.ts';
import { usableCode } from '#modules/discounts/discount-codes.server.ts';
import { normalCode } from '#modules/discounts/code-format.ts';
import type { PaymentsCtx } from '#modules/payments/payments.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { notFound } from '#platform/http/errors.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';
import { fittingAddress } from '#shared/address.ts';
import { fittingBilling } from '#shared/billing-address.ts';
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
  const locking = lock(tx);
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
