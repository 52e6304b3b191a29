import { and, desc, eq, getTableColumns, inArray, min, sql, type SQL } from 'drizzle-orm';

import type { CartLine } from '#modules/cart/cart-line.ts';
import { ownerKeys } from '#modules/cart/cart.server.ts';
import { cartSource, heldCart, isCartOf, linesIn, type OwnerKeys } from '#modules/cart/cart.queries.server.ts';
import { availableProducts } from '#modules/catalog/products.queries.server.ts';
import type { DiscountCode } from '#modules/discounts/discount-code.ts';
import { codesByText } from '#modules/discounts/discount-codes.queries.server.ts';
import type { TypedCode } from '#modules/discounts/discounts.schema.ts';
import { checkoutRedemptions, type Redemption } from '#modules/discounts/redemptions.queries.server.ts';
import { mailStatusOf, type MailStatus } from '#modules/email/mail-log.queries.server.ts';
import type { OrderView } from '#modules/orders/order-record.ts';
import { orderConfirmation } from '#modules/orders/orders.emails.server.ts';
import { joinOrderOfCheckout, viewColumns, viewOf } from '#modules/orders/orders.queries.server.ts';
import type { ShippingOption } from '#modules/shipping/shipping-options.ts';
import { activeOptions } from '#modules/shipping/shipping-options.queries.server.ts';
import { storedTaxIn, type StoredTax } from '#modules/tax/tax-rates.queries.server.ts';
import { preparedStatement, type Placeholders } from '#platform/db/prepared-statement.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { jsonRows } from '#platform/db/rows.server.ts';
import { defer } from '#platform/db/transaction.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';

import type { Offer, QuoteVersion } from './quote.ts';
import { reservingLock, type Reservation } from './reservation.queries.server.ts';
import {
  checkoutQuotes,
  checkouts,
  isActiveCheckout,
  activeStates,
  reservations,
  unpaidStates,
} from './tables.server.ts';

export type CheckoutRow = typeof checkouts.$inferSelect;
export type CheckoutState = CheckoutRow['state'];

export { activeStates };

type NewCheckout = Pick<
  CheckoutRow,
  'id' | 'cartId' | 'customerId' | 'visitorIp' | 'orderNumber' | 'source' | 'device'
>;

const minutesFromNow = (minutes: SQL<number>) => sql`now() + make_interval(mins => ${minutes}::int)`;

/**
 * A checkout whose lease the caller holds until `leaseUntil`. No other request changes its payment
 * at the provider.
 */
export type LeasedCheckout = OwnCheckout & { leaseUntil: Date };

/**
 * Lease duration, in seconds. Longer than the time limit of a request's provider calls, so no lease
 * ends during one.
 */
const leaseSeconds = 30;
const leaseUntil = sql<Date>`date_trunc('milliseconds', clock_timestamp()) + make_interval(secs => ${leaseSeconds}::int)`;
const isFree = sql`(${checkouts.leaseUntil} is null or ${checkouts.leaseUntil} < now())`;

/**
 * Commits this transaction without waiting for the disk, so other buyers of the same goods do not
 * wait either (decision 0033). A later commit flushes both before anything is shown: that of the
 * intent or of the lease's release.
 */
const unflushed = sql`set_config('synchronous_commit', 'off', true)`;

/** `reservingName`: see `reservingLock`. */
type Taking = NewCheckout & { minutes: number; reservingName: string | null };

const insertCheckout = preparedStatement(
  (db, { minutes, reservingName, cartId, source, ...checkout }: Placeholders<Taking>) =>
    db
      .insert(checkouts)
      .values({
        ...checkout,
        cartId: sql`coalesce(${heldCart(cartId)}, ${cartId})`,
        source: cartSource(cartId, source),
        quoteVersion: 0,
        expiresAt: minutesFromNow(minutes),
        leaseUntil,
      })
      .onConflictDoNothing()
      .returning({ ...getTableColumns(checkouts), alone: reservingLock(reservingName), unflushed }),
);

/**
 * Stores a checkout without a quote version and takes its lease. Null if the cart already has a
 * live checkout. Locks the cart until the transaction ends, so that concurrent requests of one
 * shopper run in turn.
 */
export async function insertLeasedCheckout(db: Db, taking: Taking): Promise<LeasedCheckout | null> {
  const [begun] = await insertCheckout(db, taking);
  return begun?.leaseUntil ? { ...begun, leaseUntil: begun.leaseUntil, code: null } : null;
}

/** Identifies a checkout by its id, its intent or its page at the provider. */
export type CheckoutName = { id: string } | { intentId: string } | { sessionId: string };

type NameParams = Placeholders<{ id?: string; intentId?: string; sessionId?: string }>;

const isNamed = ({ id, intentId, sessionId }: NameParams) =>
  and(
    id && eq(checkouts.id, id),
    intentId && eq(checkouts.paymentIntentId, intentId),
    sessionId && eq(checkouts.hostedSessionId, sessionId),
  );

const selectCheckout = preparedStatement((db, name: NameParams) =>
  db.select().from(checkouts).where(isNamed(name)).limit(1),
);

export async function findCheckout(db: Db, name: CheckoutName): Promise<CheckoutRow | null> {
  return (await selectCheckout(db, name))[0] ?? null;
}

/** A checkout with the code of its newest quote version. */
export type OwnCheckout = CheckoutRow & { code: string | null };

const newestCode = sql<string | null>`(
  select body -> 'code' ->> 'code' from ${checkoutQuotes}
  where checkout_id = ${checkouts}.id and version = ${checkouts}.snapshot_version)`;

type OwnParams = NameParams & Placeholders<OwnerKeys>;
const isOwn = (named: OwnParams) => and(isNamed(named), isCartOf(named, checkouts.cartId));

const selectOwn = preparedStatement((db, named: OwnParams) =>
  db
    .select({ ...getTableColumns(checkouts), code: newestCode })
    .from(checkouts)
    .where(isOwn(named))
    .limit(1),
);

/** Returns the checkout with this name if its cart belongs to the visitor, or null. */
export async function findOwnCheckout(db: Db, visitor: Visitor, name: CheckoutName): Promise<OwnCheckout | null> {
  return (await selectOwn(db, { ...name, ...ownerKeys(visitor) }))[0] ?? null;
}

const selectOwnOrder = preparedStatement((db, named: OwnParams) =>
  db
    .select({ ...viewColumns, mailStatus: mailStatusOf(viewColumns.order.id, orderConfirmation) })
    .from(checkouts)
    .leftJoin(...joinOrderOfCheckout(checkouts.id))
    .where(isOwn(named))
    .limit(1),
);

/** An order, with `mailStatus` if that was read too. */
export type OrderWithMailStatus = OrderView & { mailStatus?: MailStatus };

/**
 * Returns the order of the visitor's checkout, or null before it is placed. Undefined if no
 * checkout of the visitor has this name.
 */
export async function findOwnOrder(
  db: Db,
  visitor: Visitor,
  name: CheckoutName,
): Promise<OrderWithMailStatus | null | undefined> {
  const [found] = await selectOwnOrder(db, { ...name, ...ownerKeys(visitor) });
  if (found === undefined || found.order === null) return found && null;
  const { order, mailStatus, ...details } = found;
  return { ...viewOf({ ...details, order }), mailStatus };
}

const selectNewestCheckout = preparedStatement(
  (db, { cartId, ...keys }: Placeholders<OwnerKeys & { cartId: string | null }>) =>
    db
      .select({
        state: checkouts.state,
        orderNumber: checkouts.orderNumber,
        paymentIntentId: checkouts.paymentIntentId,
        orderId: viewColumns.order.id,
        orderStatus: viewColumns.order.status,
        paymentStatus: viewColumns.order.paymentStatus,
      })
      .from(checkouts)
      .leftJoin(...joinOrderOfCheckout(checkouts.id))
      .where(
        and(
          isCartOf(keys, checkouts.cartId),
          sql`(${cartId}::uuid is null or ${checkouts.cartId} = ${cartId})`,
          sql`${checkouts.createdAt} > now() - interval '1 day'`,
        ),
      )
      .orderBy(desc(checkouts.createdAt))
      .limit(1),
);

export type NewestCheckout = Awaited<ReturnType<typeof selectNewestCheckout>>[number];

/**
 * Returns the visitor's newest checkout of the last day, with its order. `cartId` restricts it to
 * one of their carts.
 */
export async function findNewestCheckout(
  db: Db,
  visitor: Visitor,
  cartId: string | null,
): Promise<NewestCheckout | null> {
  return (await selectNewestCheckout(db, { cartId, ...ownerKeys(visitor) }))[0] ?? null;
}

/** A checkout row locked by the transaction. `isDue` is true once its time is up. */
export type LockedCheckout = CheckoutRow & { isDue: boolean };

const lockedColumns = { ...getTableColumns(checkouts), isDue: sql<boolean>`${checkouts.expiresAt} <= now()` };
const selectLocked = preparedStatement((db, { id }: Placeholders<{ id: string }>) =>
  db.select(lockedColumns).from(checkouts).where(eq(checkouts.id, id)).for('update'),
);

export async function lockCheckout(db: Db, id: string): Promise<LockedCheckout | null> {
  return (await selectLocked(db, { id }))[0] ?? null;
}

const selectWithTime = preparedStatement((db, name: NameParams) =>
  db.select(lockedColumns).from(checkouts).where(isNamed(name)).limit(1),
);

/** Returns a checkout and whether its time is up, without locking it. */
export async function findWithTime(db: Db, name: CheckoutName): Promise<LockedCheckout | null> {
  return (await selectWithTime(db, name))[0] ?? null;
}

/** Returns the checkout that was begun last for a cart. */
export async function findNewestOfCart(db: Db, cartId: string): Promise<LockedCheckout | null> {
  const rows = await db
    .select(lockedColumns)
    .from(checkouts)
    .where(eq(checkouts.cartId, cartId))
    .orderBy(desc(checkouts.createdAt))
    .limit(1);
  return rows[0] ?? null;
}

/** A checkout with its newest quote version. */
export type CurrentCheckout = Offer & { checkout: CheckoutRow };

const soldIds = sql`select (item ->> 'productId')::uuid from jsonb_array_elements(${checkoutQuotes}.body -> 'items') item`;
const stockLeft = sql<CurrentCheckout['stockLeft']>`(
  select coalesce(jsonb_object_agg(p.id, p.available + coalesce(r.quantity, 0)), '{}')
  from ${availableProducts(soldIds)} p
  left join ${reservations} r on r.product_id = p.id and r.checkout_id = ${checkouts}.id)`;

/** Joins a checkout with its newest quote version. */
export const isNewest = and(
  eq(checkoutQuotes.checkoutId, checkouts.id),
  eq(checkoutQuotes.version, checkouts.quoteVersion),
);

async function currentWhere(db: Db, which: SQL | undefined): Promise<CurrentCheckout | null> {
  const rows = await db
    .select({ checkout: checkouts, quote: checkoutQuotes.body, stockLeft, options: activeOptions })
    .from(checkouts)
    .innerJoin(checkoutQuotes, isNewest)
    .where(which);
  return rows[0] ?? null;
}

/**
 * Returns a checkout with its newest quote version, the stock of its products and the shipping
 * options.
 */
export const findCurrentCheckout = (db: Db, id: string) => currentWhere(db, eq(checkouts.id, id));

/** Returns the same for the live checkout of a cart. */
export const findCurrentCheckoutOfCart = (db: Db, cartId: string) =>
  currentWhere(db, and(eq(checkouts.cartId, cartId), isActiveCheckout(checkouts.state)));

/**
 * Records the quote version with which the current attempt creates its intent, unless already
 * recorded. Null if the checkout has ended.
 */
export async function startIntentAttempt(db: Db, id: string): Promise<CheckoutRow | null> {
  const rows = await db
    .update(checkouts)
    .set({ intentBaseVersion: sql`coalesce(${checkouts.intentBaseVersion}, ${checkouts.quoteVersion})` })
    .where(and(eq(checkouts.id, id), isActiveCheckout(checkouts.state)))
    .returning();
  return rows[0] ?? null;
}

type CreatedIntent = { attempt: number; intentId: string; clientSecret: string };

const updateIntent = preparedStatement(
  (db, { id, attempt, intentId, clientSecret }: Placeholders<CreatedIntent & { id: string }>) => {
    const isOpenFor = sql`(${checkouts.paymentIntentId} is null or ${checkouts.paymentIntentId} = ${intentId})`;
    return db
      .update(checkouts)
      .set({ paymentIntentId: intentId, clientSecret })
      .where(and(eq(checkouts.id, id), isActiveCheckout(checkouts.state), eq(checkouts.attempt, attempt), isOpenFor))
      .returning();
  },
);

/**
 * Stores the intent of an attempt on a live checkout. Null if the checkout has another intent or
 * attempt, or has ended.
 */
export async function attachIntent(db: Db, id: string, created: CreatedIntent): Promise<CheckoutRow | null> {
  return (await updateIntent(db, { id, ...created }))[0] ?? null;
}

export async function findLiveCheckout(db: Db, cartId: string): Promise<CheckoutRow | null> {
  const rows = await db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.cartId, cartId), isActiveCheckout(checkouts.state)))
    .limit(1);
  return rows[0] ?? null;
}

type Values = { [Name in keyof typeof checkouts.$inferInsert]?: (typeof checkouts.$inferInsert)[Name] | SQL };

type Changed = { id: string; states?: readonly CheckoutState[] };

/** Updates a checkout. With `states`, only while it is in one of them. */
export async function updateCheckout(db: Db, { id, states }: Changed, values: Values): Promise<void> {
  await db
    .update(checkouts)
    .set(values)
    .where(and(eq(checkouts.id, id), states && inArray(checkouts.state, states)));
}

const isLiveOf = (cartId: string) => and(eq(checkouts.cartId, cartId), isActiveCheckout(checkouts.state));

/** Assigns the live checkout of a cart to a customer, or to a guest if null. Locks it. */
export async function updateCheckoutCustomer(db: Db, cartId: string, customerId: string | null): Promise<void> {
  await db.update(checkouts).set({ customerId }).where(isLiveOf(cartId));
}

/** SQL column: number of the order that a checkout of a cart became, or null. */
export const orderNumberOfCart = (cartId: SQL) => sql<string | null>`(
  select c.order_number from ${checkouts} c where c.cart_id = ${cartId} and c.state = 'completed'
  order by c.created_at desc limit 1)`;

/** SQL condition: true while the provider processes a payment of a cart. */
export const isCartBeingPaid = (cartId: SQL) => sql<boolean>`exists (
  select from ${checkouts} c where c.cart_id = ${cartId} and c.state = 'payment_processing')`;

/** SQL condition: true while a cart has a live checkout, which holds its units. */
export const isCartReserved = (cartId: SQL) => sql<boolean>`exists (
  select from ${checkouts} c where c.cart_id = ${cartId} and ${isActiveCheckout(sql`c.state`)})`;

/** SQL subquery: the cart of a checkout. */
export const cartOfCheckout = (checkoutId: string) =>
  sql<string>`(select c.cart_id from ${checkouts} c where c.id = ${checkoutId})`;

type Extension = { minutes: number; fromMinutesLeft: number; maxMinutes: number };

/**
 * Extends a live checkout in its last minutes and returns its new end. Null if it is too early, or
 * later than `maxMinutes` after its goods were reserved.
 */
export async function extendReservation(db: Db, id: string, extension: Extension): Promise<Date | null> {
  const { minutes, fromMinutesLeft, maxMinutes } = extension;
  const reservedSince = db
    .select({ at: min(reservations.reservedAt) })
    .from(reservations)
    .where(eq(reservations.checkoutId, id));
  const rows = await db
    .update(checkouts)
    .set({ expiresAt: sql`now() + make_interval(mins => ${minutes}::int)` })
    .where(
      and(
        eq(checkouts.id, id),
        isActiveCheckout(checkouts.state),
        sql`${checkouts.expiresAt} > now() and ${checkouts.expiresAt} <= now() + make_interval(mins => ${fromMinutesLeft}::int)`,
        sql`now() + make_interval(mins => ${minutes}::int) <= (${reservedSince}) + make_interval(mins => ${maxMinutes}::int)`,
      ),
    )
    .returning({ expiresAt: checkouts.expiresAt });
  return rows[0]?.expiresAt ?? null;
}

/** Values that make a checkout due in `minutes`. */
const reservedFor = (minutes: number) => ({
  expiresAt: sql`now() + make_interval(mins => ${minutes}::int)`,
  nextProviderCheckAt: sql`now()`,
  checks: 0,
  stuckSince: null,
});

/** Extends an unpaid live checkout, which still holds its goods, to `minutes` from now. */
export const markExtended = (db: Db, id: string, minutes: number) =>
  updateCheckout(db, { id, states: unpaidStates }, reservedFor(minutes));

/**
 * Reopens an expired checkout for `minutes` with a new attempt, because its intent was canceled.
 * Reserves nothing yet.
 */
export function markReopened(db: Db, id: string, minutes: number): Promise<void> {
  const attempt = { attempt: sql`${checkouts.attempt} + 1`, paymentIntentId: null, clientSecret: null };
  const values = { ...reservedFor(minutes), ...attempt, intentBaseVersion: null, state: 'open' as const };
  return updateCheckout(db, { id, states: ['expired'] }, values);
}

/** Values that make a checkout due now. The sweeper then ends it, provider first. */
const dueNow = { expiresAt: sql`least(${checkouts.expiresAt}, now())`, nextProviderCheckAt: sql`now()` };

/** Makes a checkout due now. */
export const expireNow = (db: Db, id: string) => updateCheckout(db, { id, states: activeStates }, dueNow);

/** Makes the live checkout of a cart due now. */
export async function expireCheckoutOfCart(db: Db, cartId: string): Promise<void> {
  await db.update(checkouts).set(dueNow).where(isLiveOf(cartId));
}

const selectLeaseEnd = preparedStatement((db, { id }: Placeholders<{ id: string }>) =>
  db
    .select({ until: leaseUntil.mapWith(checkouts.leaseUntil) })
    .from(checkouts)
    .where(eq(checkouts.id, id)),
);

/** Returns the end of a lease that would begin now, or null if there is no such checkout. */
export async function findLeaseEnd(db: Db, id: string): Promise<Date | null> {
  return (await selectLeaseEnd(db, { id }))[0]?.until ?? null;
}

type Leasing = { id: string; until: Date };

/** Takes a free lease. `isOwn` restricts it to checkouts of a visitor. */
const takeFree = (db: Db, { id, until }: Placeholders<Leasing>, isOwn?: SQL) =>
  db
    .update(checkouts)
    .set({ leaseUntil: until })
    .where(and(eq(checkouts.id, id), isFree, isOwn))
    .returning({ ...getTableColumns(checkouts), code: newestCode });

const takeAny = preparedStatement((db, leasing: Placeholders<Leasing>) => takeFree(db, leasing));
const takeOwn = preparedStatement((db, { id, until, ...keys }: Placeholders<Leasing & OwnerKeys>) =>
  takeFree(db, { id, until }, isCartOf(keys, checkouts.cartId)),
);

/**
 * Takes the lease of a checkout until a time. With `visitor`, only if the checkout is theirs. Null
 * while another request has it.
 */
export async function claimLease(db: Db, leasing: Leasing, visitor?: Visitor): Promise<LeasedCheckout | null> {
  const [leased] = await (visitor === undefined
    ? takeAny(db, leasing)
    : takeOwn(db, { ...leasing, ...ownerKeys(visitor) }));
  return leased === undefined ? null : { ...leased, leaseUntil: leasing.until };
}

const updateLeased = preparedStatement((db, { id, until }: Placeholders<{ id: string; until: Date }>) =>
  db
    .update(checkouts)
    .set({ leaseUntil: null })
    .where(and(eq(checkouts.id, id), eq(checkouts.leaseUntil, until))),
);

/** Releases a lease, unless it ended meanwhile and another request has taken it. */
export async function releaseLease(db: Db, id: string, until: Date): Promise<void> {
  await updateLeased(db, { id, until });
}

const newestCarts = 20;

/** Returns client addresses of the newest checkouts, at most one per cart. */
export async function listNewestAddresses(db: Db): Promise<string[]> {
  const newest = await db
    .select({ cartId: checkouts.cartId, ip: checkouts.visitorIp })
    .from(checkouts)
    .orderBy(desc(checkouts.createdAt))
    .limit(5 * newestCarts);
  return [...new Map(newest.map(({ cartId, ip }) => [cartId, ip])).values()].slice(0, newestCarts);
}

export async function isCheckoutDue(db: Db, id: string): Promise<boolean> {
  const rows = await db
    .select({ due: sql<boolean>`${checkouts.expiresAt} <= now()` })
    .from(checkouts)
    .where(eq(checkouts.id, id));
  return rows[0]?.due ?? true;
}

/** Placeholder column of a nested statement whose result is not read. */
export const dummyColumn = sql`1`;

type NewQuote = { version: number; body: QuoteVersion };

export async function insertQuote(db: Db, checkoutId: string, quote: NewQuote): Promise<void> {
  await db.insert(checkoutQuotes).values({ checkoutId, ...quote, totalCents: quote.body.totalCents });
}

type NewestQuote = Pick<NewQuote, 'body'> & Partial<Pick<CheckoutRow, 'customerId' | 'state' | 'intentBaseVersion'>>;

const writeNewest = preparedStatement(
  (
    db,
    {
      checkoutId,
      body,
      totalCents,
      ...change
    }: Placeholders<{ checkoutId: string; totalCents: number } & Pick<CheckoutRow, 'quoteVersion'> & NewestQuote>,
  ) => {
    const values = { checkoutId, version: change.quoteVersion, body, totalCents };
    const added = db.$with('added').as(db.insert(checkoutQuotes).values(values).returning({ one: dummyColumn }));
    return db.with(added).update(checkouts).set(change).where(eq(checkouts.id, checkoutId));
  },
);

/** Stores the next quote of a locked checkout as its newest. Returns the updated checkout. */
export async function insertNewestQuote(
  db: Db,
  checkout: CheckoutRow,
  { body, ...change }: NewestQuote,
): Promise<CheckoutRow> {
  const quoteVersion = checkout.quoteVersion + 1;
  const { id: checkoutId } = checkout;
  const { totalCents } = body;
  await defer(db, writeNewest(db, { checkoutId, quoteVersion, body, totalCents, ...change }));
  return { ...checkout, ...change, quoteVersion };
}

/**
 * A quote version, or null if not stored, with the reservations of its checkout: goods in ascending
 * product order and uses of codes.
 */
export type StoredVersion = { quote: QuoteVersion | null; goods: Reservation[]; codes: Redemption[] };

export const versionColumns = {
  quote: checkoutQuotes.body,
  goods: jsonRows(
    { productId: reservations.productId, quantity: reservations.quantity },
    {
      from: sql`${reservations} where ${reservations.checkoutId} = ${checkouts.id}`,
      order: sql`${reservations.productId}`,
    },
  ),
  codes: checkoutRedemptions(checkouts.id),
};

export const ofVersion = (version: SQL<number>) =>
  and(eq(checkoutQuotes.checkoutId, checkouts.id), eq(checkoutQuotes.version, version));

const selectVersion = preparedStatement(
  (db, { checkoutId, version }: Placeholders<{ checkoutId: string; version: number }>) =>
    db
      .select(versionColumns)
      .from(checkouts)
      .leftJoin(checkoutQuotes, ofVersion(version))
      .where(eq(checkouts.id, checkoutId)),
);

/**
 * Returns a quote version and the reservations of its checkout. No quote and no reservations if
 * there is no such checkout.
 */
export async function findQuoteVersion(db: Db, checkoutId: string, version: number): Promise<StoredVersion> {
  const rows = await selectVersion(db, { checkoutId, version });
  return rows[0] ?? { quote: null, goods: [], codes: [] };
}

/**
 * Input for pricing the next quote version: the newest version, reservations, cart, shipping
 * options, code and stored tax.
 */
export type PricingInput = StoredVersion & {
  lines: CartLine[];
  options: ShippingOption[];
  found: readonly DiscountCode[];
  tax: StoredTax;
};

/** Code and tax location of a change. Undefined values stay as in the newest quote version. */
export type CodeAndLocation = {
  code?: TypedCode | '' | undefined;
  country?: string | undefined;
  state?: string | undefined;
};

const inQuote = (...path: [string, string]) => sql<string>`${checkoutQuotes.body} #>> ${sql.raw(`'{${path.join()}}'`)}`;

const selectPricingBasis = preparedStatement(
  (db, { id, code, country, state }: Placeholders<CodeAndLocation & { id: string }>) =>
    db
      .select({
        ...versionColumns,
        lines: linesIn(checkouts.cartId),
        options: activeOptions,
        found: codesByText(code ?? inQuote('code', 'code')),
        tax: storedTaxIn({
          country: country ?? inQuote('shippingAddress', 'country'),
          state: state ?? inQuote('shippingAddress', 'state'),
        }),
      })
      .from(checkouts)
      .leftJoin(checkoutQuotes, isNewest)
      .where(eq(checkouts.id, id)),
);

export async function findPricingBasis(db: Db, id: string, typed: CodeAndLocation): Promise<PricingInput | null> {
  return (await selectPricingBasis(db, { id, ...typed }))[0] ?? null;
}
