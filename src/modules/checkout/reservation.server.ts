import { setTimeout as pause } from 'node:timers/promises';

import { releaseStock } from '#modules/catalog/products.queries.server.ts';
import { heldCodes, releaseCodes } from '#modules/discounts/redemptions.server.ts';
import type { Redemption } from '#modules/discounts/redemptions.queries.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { defer } from '#platform/db/transaction.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';
import { networkOf } from '#platform/limits/client-network.ts';
import type { Limit, Limits } from '#platform/limits/limits.server.ts';
import { visitorKey } from '#platform/limits/visitor-limits.server.ts';

import { lockCheckout } from './find-checkout.queries.server.ts';
import { findQuoteVersion } from './quote.queries.server.ts';
import { activeStates } from './tables.server.ts';
import { addressShare, maxUnpaidCheckouts, unitsPerCheckout, type QuoteItem, type QuoteVersion } from './quote.ts';
import {
  countOtherReservations,
  declines,
  insertAcquired,
  lockReserving,
  upsertReservation,
  type OtherReservations,
  type Requester,
  type Reservation,
  type Share,
} from './reservation.queries.server.ts';

const limit = (name: string, points: number, seconds: number): Limit => ({ name, points, seconds });

/**
 * Delay, in ms, for busy addresses. An address may be an office or a phone network, so it is
 * delayed long before it is refused.
 */
const slowDownMs = 500;

type OpeningCall = 'create-intent' | 'buy-now';

const throttleName = (call: OpeningCall) => `${call}-address-slow`;

const takesOf = (visitor: Visitor, call: OpeningCall) => [
  { limit: limit(`${call}-minute`, 5, 60), key: visitorKey(visitor) },
  { limit: limit(`${call}-hour`, 20, 3_600), key: visitorKey(visitor) },
  { limit: limit(`${call}-address`, 600, 3_600), key: visitor.ip },
  { limit: { ...limit(throttleName(call), 60, 3_600), isSoft: true }, key: visitor.ip },
];

/**
 * Counts an opening; true if the visitor may begin a checkout now. Limits: 5 a minute and 20 an
 * hour per visitor, 600 an hour per address. From the 61st opening of an address in an hour, the
 * answer is delayed by half a second.
 */
export async function consumeOpeningPoint(limits: Limits, visitor: Visitor, call: OpeningCall): Promise<boolean> {
  const reached = await limits.consumeAll(takesOf(visitor, call));
  if (reached.some((name) => name !== throttleName(call))) return false;
  if (reached.length > 0) await pause(slowDownMs);
  return true;
}

/**
 * Returns what `consumeOpeningPoint` took because the visitor continued a checkout instead of
 * beginning one.
 */
export function restoreOpeningPoint(limits: Limits, visitor: Visitor, call: OpeningCall): Promise<void> {
  return limits.restorePoints(takesOf(visitor, call));
}

/**
 * Counts a declined payment of a cart. False from the fifth in ten minutes, which looks like card
 * testing.
 */
export async function recordDecline(limits: Limits, cartId: string): Promise<boolean> {
  await limits.consume(declines, cartId);
  return mayPay(limits, cartId);
}

/** True if a cart may be paid now. False within ten minutes of five declines. */
export function mayPay(limits: Limits, cartId: string): Promise<boolean> {
  return limits.hasRemaining(declines, cartId);
}

/** Reservations of a checkout: goods and uses of codes. */
export type Reserved = { goods: readonly Reservation[]; codes: readonly Redemption[] };

type ReservationRequest = Requester & {
  items: readonly Reservation[];
  /** Reservations of others, if they were already counted under the visitor's lock. */
  otherReservations?: OtherReservations | undefined;
};

/**
 * True if a checkout may reserve these units. A visitor may have at most 3 unpaid checkouts and 10
 * unpaid units. Guests are also limited by address because a browser can drop its cookie. A
 * transaction-level lock serializes the requests of one account or address.
 */
export async function mayReserve(tx: Db, ctx: Pick<Ctx, 'settings'>, request: ReservationRequest): Promise<boolean> {
  const name = reservingName(ctx, request.visitor);
  if (name === null) return true;
  if (request.otherReservations === undefined) await lockReserving(tx, name);
  const otherReservations = request.otherReservations ?? (await countOtherReservations(tx, request));
  if (otherReservations === undefined || otherReservations.count >= maxUnpaidCheckouts) return false;
  const units = request.items.reduce((sum, { quantity }) => sum + quantity, otherReservations.units);
  return (
    units <= unitsPerCheckout && (otherReservations.shares ?? []).every((share) => leavesEnough(share, request.items))
  );
}

/**
 * True if the guests behind one address leave enough of a product to others, including these units.
 */
function leavesEnough({ productId, onHand, units }: Share, items: readonly Reservation[]): boolean {
  const requested = items.find((item) => item.productId === productId);
  return requested === undefined || onHand === null || units + requested.quantity <= addressShare(onHand);
}

/**
 * Returns the lock name under which a visitor reserves: account or network address. Null if rate
 * limits are off.
 */
export function reservingName({ settings }: Pick<Ctx, 'settings'>, { user, ip }: Visitor): string | null {
  return settings.rateLimits === 'off' ? null : `reserving ${user?.id ?? networkOf(ip)}`;
}

const unitsOf = (lines: readonly Reservation[]) =>
  new Map(lines.map(({ productId, quantity }) => [productId, quantity]));

/** True if a checkout has reserved more than a quote needs. */
export function hasSurplus({ goods, codes }: Reserved, { items, code }: Pick<QuoteVersion, 'items' | 'code'>): boolean {
  const needed = unitsOf(items);
  const spareGoods = goods.some(({ productId, quantity }) => quantity > (needed.get(productId) ?? 0));
  return spareGoods || heldCodes(codes).some((codeId) => codeId !== code?.codeId);
}

/** True if a quote needs more units than its checkout has reserved. */
export function addsUnits(items: readonly QuoteItem[], { goods }: Reserved): boolean {
  const reserved = unitsOf(goods);
  return items.some(({ productId, quantity }) => quantity > (reserved.get(productId) ?? 0));
}

type Acquisition = { checkoutId: string; items: readonly QuoteItem[]; reserved: Reserved['goods'] };

/**
 * Reserves what a new quote needs beyond the present reservations. Runs with the commit or the next
 * statement, which fails with an error that `isOutOfStockError` if stock is too low. Releases
 * nothing.
 */
export async function acquire(tx: Db, { checkoutId, items, reserved }: Acquisition): Promise<void> {
  const unitsReserved = unitsOf(reserved);
  for (const { productId, quantity } of items.toSorted((a, b) => (a.productId < b.productId ? -1 : 1))) {
    const missing = quantity - (unitsReserved.get(productId) ?? 0);
    if (missing > 0) await defer(tx, insertAcquired(tx, { checkoutId, productId, quantity, missing }));
  }
}

/** Releases what the newest quote no longer needs. Call it once the provider knows that quote. */
export async function releaseSurplus(tx: Db, checkoutId: string, version: number): Promise<void> {
  const checkout = await lockCheckout(tx, checkoutId);
  if (checkout === null || !activeStates.includes(checkout.state) || checkout.quoteVersion !== version) return;
  const { quote, goods, codes } = await findQuoteVersion(tx, checkoutId, version);
  if (quote === null) return;
  const needed = unitsOf(quote.items);
  for (const { productId, quantity } of goods) {
    const surplus = quantity - (needed.get(productId) ?? 0);
    if (surplus <= 0) continue;
    await releaseStock(tx, productId, surplus);
    await upsertReservation(tx, checkoutId, { productId, quantity: quantity - surplus });
  }
  await releaseCodes(tx, { checkoutId, uses: codes }, quote.code?.codeId);
}
