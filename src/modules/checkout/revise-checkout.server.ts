import { hasLines, setCartQuantity } from '#modules/cart/cart.server.ts';
import { countedCodeAttempt } from '#modules/discounts/code-attempts.server.ts';
import { normalCode } from '#modules/discounts/code-format.ts';
import { isIssuedTo } from '#modules/discounts/discount-codes.server.ts';
import { codeRefusals } from '#modules/discounts/discounts.schema.ts';
import { withinBudget } from '#modules/payments/circuit-breaker.server.ts';
import type { PaymentsCtx } from '#modules/payments/payments.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';
import { notFound } from '#platform/http/errors.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';
import type { Limits } from '#platform/limits/limits.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import {
  findCheckout,
  findCurrentCheckout,
  findPricingBasis,
  lockCheckout,
  lockFreeCheckout,
  takeExtension,
  updateCheckout,
  type CheckoutRow,
  type LockedCheckout,
  type PricingBasis,
} from './checkout.queries.server.ts';
import { checkoutNotes, type Change, type CheckoutRefusal } from './checkout.schema.ts';
import { closedTo, isAtForm, ownCheckout, storeWithLease, type OnLease, type OpenCheckout } from './checkout.server.ts';
import { endOverdue } from './expire-checkouts.server.ts';
import {
  codeAndLocation,
  decideAcquiring,
  refreshTaxRate,
  retryCutToStock,
  storeNextQuote,
  type StoredQuote,
} from './quote.server.ts';
import { reservationMinutes } from './quote.ts';
import { listExceeding } from './reservation.queries.server.ts';
import { mayPay, releaseSurplus } from './reservation.server.ts';
import { syncIntent, waitsForCustomer } from './stripe-intent.server.ts';

type Refusing<T> = Result<T, CheckoutRefusal>;

/**
 * `isBackground`: a change made while the shopper is elsewhere. It does not change a checkout at
 * the payment form unless its cart is empty.
 */
type Revision = { visitor: Visitor; checkoutId: string; change: Partial<Change>; isBackground?: boolean };
type Attempt = Revision & { cutToStock: boolean };

/**
 * Changes the quantities, code, contact, addresses or shipping of the visitor's checkout. Each
 * change stores a quote version, then updates the intent. `final` requires a complete contact,
 * right before the browser confirms. Refuses any CheckoutRefusal. Unknown or foreign ids throw 404.
 */
export async function reviseCheckout(
  { limits, ...ctx }: PaymentsCtx & { limits: Limits },
  visitor: Visitor,
  change: Change,
): Promise<Refusing<OpenCheckout>> {
  const { checkout_id: checkoutId } = change;
  const reviseNow = async () => {
    const revised = await revise(ctx, { visitor, checkoutId, change });
    if (revised.ok || revised.reason !== 'expired') return revised;
    const { cartId } = await ownCheckout(ctx.db, visitor, { id: checkoutId });
    return (await mayPay(limits, cartId)) ? revised : refuse('too_many_declines');
  };
  const cartId = await cartOfNewCode(ctx, visitor, change);
  if (cartId === null) return reviseNow();
  const isIssued = () => isIssuedTo(ctx.db, change.discount_code ?? '', cartId);
  return countedCodeAttempt(limits, { checkout: cartId, ip: visitor.ip, isIssued }, reviseNow);
}

/** Returns the cart of the visitor's checkout if a change brings a new code, otherwise null. */
async function cartOfNewCode(ctx: PaymentsCtx, visitor: Visitor, { checkout_id: id, discount_code: typed }: Change) {
  const isTyped = typed !== undefined && typed !== null && typed !== '';
  // Taking the lease checks the owner, but a tax service is called before that.
  if (!isTyped && ctx.settings.tax === 'table') return null;
  const { cartId, code } = await ownCheckout(ctx.db, visitor, { id });
  return isTyped && code !== normalCode(typed) ? cartId : null;
}

/**
 * Reduces the visitor's checkouts to what their carts still hold, so that others can buy the rest.
 * Failures and checkouts being paid are left to the next change or to expiry.
 */
export async function followCarts(ctx: PaymentsCtx, visitor: Visitor): Promise<void> {
  try {
    for (const checkoutId of await listExceeding(ctx.db, visitor))
      await withinBudget(() => revise(ctx, { visitor, checkoutId, change: {}, isBackground: true }));
  } catch (error) {
    ctx.log.error({ err: error }, 'a checkout could not follow its cart');
  }
}

/**
 * Changes a checkout. An emptied one is ended at once, provider first, so that others can buy its
 * goods. Refuses `not_for_sale`, and keeps the checkout, if the cart holds only inactive products.
 */
export async function revise(ctx: PaymentsCtx, revision: Revision): Promise<Refusing<OpenCheckout>> {
  const { checkoutId, change } = revision;
  await refreshTaxRate(ctx, checkoutId, change);
  const changed = await changeWithCode(ctx, revision);
  if (changed.ok || changed.reason !== 'cart_empty') return changed;
  const checkout = await findCheckout(ctx.db, { id: checkoutId });
  if (checkout !== null && (await hasLines(ctx.db, checkout.cartId))) return refuse('not_for_sale');
  await endOverdue(ctx, checkoutId);
  return changed;
}

/**
 * Changes a checkout. If its present code is refused, drops the code with a note, so that the order
 * can be paid.
 */
async function changeWithCode(ctx: PaymentsCtx, revision: Revision): Promise<Refusing<OpenCheckout>> {
  const { checkoutId, change } = revision;
  const changed = await changeUnderLease(ctx, revision);
  if (changed.ok || change.discount_code !== undefined || !(changed.reason in codeRefusals)) return changed;
  const code = (await findCurrentCheckout(ctx.db, checkoutId))?.quote.code?.code ?? '';
  const without = await changeUnderLease(ctx, { ...revision, change: { ...change, discount_code: null } });
  if (!without.ok) return without;
  return ok({ ...without.value, notes: [...without.value.notes, checkoutNotes.codeLost(code)] });
}

function changeUnderLease(ctx: PaymentsCtx, revision: Revision): Promise<Refusing<OpenCheckout>> {
  const { visitor, checkoutId, change } = revision;
  // A typed quantity is refused if stock is too low; an older cart is cut to the stock.
  const acquiring = <T>(work: (tx: Db, cutToStock: boolean) => Promise<Refusing<T>>) =>
    change.items === undefined ? retryCutToStock(ctx.db, work) : decideAcquiring(ctx.db, (tx) => work(tx, false));
  const store = async (onLease: OnLease) => {
    const stored = await acquiring((tx, cutToStock) =>
      storeWithNewLease(tx, ctx, { ...revision, cutToStock, onLease }),
    );
    if (!stored.ok && stored.reason === 'busy') await ownCheckout(ctx.db, visitor, { id: checkoutId });
    return stored;
  };
  /**
   * Stores the change if the provider still allows it. The lease keeps other tabs away meanwhile.
   */
  const storeAtForm = async (checkout: CheckoutRow) => {
    const open = await payable(ctx, checkout);
    return open.ok ? acquiring((tx, cutToStock) => storeUnderLease(tx, ctx, { ...revision, cutToStock })) : open;
  };
  return storeWithLease(ctx.db, store, async (stored, checkout, lease): Promise<Refusing<OpenCheckout>> => {
    const added = stored === 'at_form' ? await storeAtForm(checkout) : ok(stored);
    if (!added.ok) return added;
    if (added.value === null) return refuse('cart_empty');
    const { hasSurplus, notes, ...current } = added.value;
    const synced = await syncIntent(ctx, current, { changed: true, lease });
    if (!synced.ok) return synced;
    const { quoteVersion } = current.checkout;
    if (hasSurplus) await inTransaction(ctx.db, (tx) => releaseSurplus(tx, checkoutId, quoteVersion));
    return ok({ ...synced.value, notes });
  });
}

/**
 * Asks the provider if a checkout at the payment form can still be changed. With `always`, asks
 * about any checkout that has an intent.
 */
export async function payable(ctx: PaymentsCtx, checkout: CheckoutRow, always = false): Promise<Refusing<null>> {
  const { paymentIntentId } = checkout;
  if (paymentIntentId === null || !(always || isAtForm(checkout))) return ok(null);
  return waitsForCustomer(ctx, checkout, paymentIntentId);
}

/**
 * Extension of a reservation: in its last two minutes, until an hour after its goods were reserved.
 */
const extension = { minutes: reservationMinutes, fromMinutesLeft: 2, maxMinutes: 60 };

type Locking<Row> = (tx: Db) => Promise<Row | null>;

/**
 * Locks a checkout and reads its pricing basis. Omits the basis if the change writes to the cart
 * first.
 */
async function lockWithBasis<Row>(tx: Db, { checkoutId, change }: Attempt, lock: Locking<Row>) {
  if (change.items !== undefined) return { locked: await lock(tx), basis: null };
  const [locked, basis] = await Promise.all([
    lock(tx),
    findPricingBasis(tx, checkoutId, codeAndLocation(change)),
  ]);
  return { locked, basis };
}

type Added = Refusing<StoredQuote | null>;

type LockedWithBasis = { locked: LockedCheckout; basis: PricingBasis | null };

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
  const expiresAt = change.extend === true ? await takeExtension(tx, checkoutId, extension) : locked.expiresAt;
  if (expiresAt === null) return refuse('not_extendable');
  for (const { product_id: productId, quantity } of change.items ?? []) {
    const set = await setCartQuantity(tx, locked.cartId, { productId, quantity });
    if (!set.ok) return set;
  }
  return storeNextQuote(tx, ctx, { checkout: { ...locked, expiresAt }, basis, ...revision });
}

/**
 * Stores the next quote version of a live checkout whose lease the caller holds. Acquires what it
 * adds and releases nothing. Null if the cart is empty: the checkout is then due.
 */
async function storeUnderLease(tx: Db, ctx: PaymentsCtx, attempt: Attempt): Promise<Added> {
  const { locked, basis } = await lockWithBasis(tx, attempt, (part) => lockCheckout(part, attempt.checkoutId));
  if (locked === null) throw notFound();
  return storeRevision(tx, ctx, { ...attempt, locked, basis });
}

/**
 * Like `storeUnderLease`, but the transaction takes the lease and passes it to `onLease` before the
 * commit. If the provider must be asked first, takes only the lease and returns `at_form`. Refuses
 * `busy` while another request has the lease.
 */
async function storeWithNewLease(
  tx: Db,
  ctx: PaymentsCtx,
  { onLease, ...attempt }: Attempt & { onLease: OnLease },
): Promise<Refusing<StoredQuote | null | 'at_form'>> {
  const { checkoutId, visitor } = attempt;
  const { locked, basis } = await lockWithBasis(tx, attempt, (part) => lockFreeCheckout(part, checkoutId, visitor));
  if (locked === null) return refuse('busy');
  onLease(locked);
  if (!isAtForm(locked)) return storeRevision(tx, ctx, { ...attempt, locked, basis });
  if (attempt.isBackground === true && basis?.lines.length !== 0) return refuse('being_paid');
  await updateCheckout(tx, locked, { leaseUntil: locked.leaseUntil });
  return ok('at_form');
}
