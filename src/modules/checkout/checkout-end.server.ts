import { cartIdOf, cartStanding, hasIdentity } from '#modules/cart/cart.server.ts';
import { withDeadline } from '#modules/payments/circuit-breaker.server.ts';
import type { PaymentsCtx } from '#modules/payments/payments.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { HttpError } from '#platform/http/http-error.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';
import { refuse, type Result } from '#shared/result.ts';
import { isUuid } from '#shared/uuid.ts';

import { checkoutEnds, endFrom, isAtBank, type CheckoutEnd, type EndFacts, type LinkState } from './checkout-ends.ts';
import {
  findCheckout,
  findNewestOfCart,
  findWithTime,
  type CheckoutName,
  type LockedCheckout,
} from './find-checkout.queries.server.ts';
import type { CheckoutRefusal, KnownOrder } from './checkout.schema.ts';
import { currentCheckout, newestOrder, standingOf } from './checkout.server.ts';
import { endOverdue } from './expire-checkouts.server.ts';
import { isOutdated } from './quote.server.ts';

/** Returns the state of the payment link that opens a cart. Null if there is none. */
export type LinkStateOf = (db: Db, cartId: string) => Promise<LinkState | null>;

/** Context of the calls about a checkout. The module of the payment links passes `linkState` in. */
type EndCtx = PaymentsCtx & { linkState: LinkStateOf };

/** A checkout, or the newest of a cart. */
type Which = CheckoutName | { cartId: string };

function checkoutFacts(checkout: LockedCheckout | null): EndFacts['checkout'] {
  if (checkout === null) return null;
  return { ...standingOf(checkout), isOver: checkout.isDue || checkout.state === 'expired' };
}

async function factsOf(ctx: EndCtx, visitor: Visitor, which: Which) {
  const checkout = 'cartId' in which ? await findNewestOfCart(ctx.db, which.cartId) : await findWithTime(ctx.db, which);
  const cartId = 'cartId' in which ? which.cartId : (checkout?.cartId ?? null);
  const cart = cartId === null ? null : await cartStanding(ctx.db, visitor, cartId);
  const link = cartId !== null && cart?.kind === 'link' ? await ctx.linkState(ctx.db, cartId) : null;
  // An order of before says nothing about what the cart holds now. A regular cart is filled often.
  const isUsedAgain = cart?.kind === 'regular' || cart?.lines !== 'none';
  const isEarlier = 'cartId' in which && isUsedAgain && checkout?.state === 'completed';
  const known = isEarlier ? null : checkoutFacts(checkout);
  const facts: EndFacts = { hasIdentity: hasIdentity(visitor), cart, link, checkout: known };
  return { facts, id: checkout?.id ?? null };
}

/** Returns why the visitor's checkout cannot be changed or paid, or null if it can. */
async function endOf(ctx: EndCtx, visitor: Visitor, which: Which): Promise<CheckoutEnd | null> {
  return endFrom((await factsOf(ctx, visitor, which)).facts);
}

/**
 * Ends an overdue checkout whose cart was emptied, so that its provider says whether it was paid.
 * Returns the same as `endOf`.
 */
async function settledEnd(ctx: EndCtx, visitor: Visitor, which: Which): Promise<CheckoutEnd | null> {
  const { facts, id } = await factsOf(ctx, visitor, which);
  if (id === null || facts.cart?.lines !== 'none' || !isAtBank(facts.checkout)) return endFrom(facts);
  await withDeadline(() => endOverdue(ctx, id));
  return endOf(ctx, visitor, which);
}

/**
 * Returns why a cart that has nothing to pay cannot be checked out, for a page that is opened. Its
 * browser may never have had the checkout, so it is not said to be signed out. `cartId` comes from
 * the address and may be anything. Null without a cart.
 */
export async function endOfPage(ctx: EndCtx, visitor: Visitor, cartId: string | null): Promise<CheckoutEnd> {
  if (cartId === null) return 'cart_empty';
  const end = isUuid(cartId) ? await endOf(ctx, visitor, { cartId }) : 'not_found';
  return end === 'signed_out' ? 'not_yours' : (end ?? 'not_for_sale');
}

/** `isOutdated`: the order costs something else than its newest quote says. */
type CheckoutStanding = {
  end: CheckoutEnd | null;
  isOutdated: boolean;
  order: KnownOrder | null;
  address: string | null;
};

/** Returns the address of the visitor's checkout page for a cart. Null for a foreign cart. */
async function pageOf(ctx: EndCtx, visitor: Visitor, cartId: string): Promise<string | null> {
  const cart = await cartStanding(ctx.db, visitor, cartId);
  if (cart?.isOwn !== true) return null;
  return cart.kind === 'regular' ? '/checkout' : `/checkout?buy=${cartId}`;
}

/**
 * Returns for an open page whether its checkout has ended, with the order that it became, or costs
 * something else than its newest quote says, and where its form is.
 */
export async function standingOfOpen(ctx: EndCtx, visitor: Visitor, name: CheckoutName): Promise<CheckoutStanding> {
  const end = await endOf(ctx, visitor, name);
  const checkout = await findCheckout(ctx.db, name);
  if (checkout === null) return { end, isOutdated: false, order: null, address: null };
  const { id, cartId, state } = checkout;
  // A submitted form may be at the bank. Its next change asks the provider first.
  const isOutdatedNow = end === null && state === 'open' && (await isOutdated(ctx, await currentCheckout(ctx.db, id)));
  const isOrdered = end !== null && ['order', 'wait'].includes(checkoutEnds[end].way);
  const order = isOrdered ? await newestOrder(ctx, visitor, cartId) : null;
  return { end, isOutdated: isOutdatedNow, order, address: await pageOf(ctx, visitor, cartId) };
}

/** Refusals that several ends share until the reason is read. */
const unexplained: ReadonlySet<string> = new Set<CheckoutRefusal>([
  'not_found',
  'cart_empty',
  'expired',
  'not_extendable',
]);

/** Refusal of a checkout that is not the visitor's. Throws any other error. */
function notFoundRefusal(error: unknown) {
  if (error instanceof HttpError && error.status === 404) return refuse('not_found');
  throw error;
}

/** Subject of a call: a checkout, the cart of an opening, or null if it names neither. */
export type Subject = Which | { opening: { buy?: string | null | undefined } } | null;

async function subjectOf({ db }: EndCtx, visitor: Visitor, subject: Subject): Promise<Which | null> {
  if (subject === null || !('opening' in subject)) return subject;
  const cartId = subject.opening.buy ?? (await cartIdOf(db, visitor));
  return cartId === null ? null : { cartId };
}

/**
 * Returns the result of a call about a checkout. A refusal because it has ended, or is not the
 * visitor's, gets the reason that is true now. Only then the subject is read.
 */
export async function explainEnd<T, R extends string>(
  ctx: EndCtx,
  { visitor, subject }: { visitor: Visitor; subject: Subject },
  call: Promise<Result<T, R>>,
): Promise<Result<T, R | CheckoutEnd>> {
  const result = await call.catch(notFoundRefusal);
  if (result.ok || !unexplained.has(result.reason)) return result;
  const ended = await subjectOf(ctx, visitor, subject);
  return ended === null ? result : refuse((await settledEnd(ctx, visitor, ended)) ?? result.reason);
}
