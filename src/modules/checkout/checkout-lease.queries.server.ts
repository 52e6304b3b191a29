import { and, eq, getTableColumns, sql, type SQL } from 'drizzle-orm';

import { cartSource, heldCart, isCartOf, type OwnerKeys } from '#modules/cart/cart.queries.server.ts';
import { ownerKeys } from '#modules/cart/cart.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { preparedStatement, type Placeholders } from '#platform/db/prepared-statement.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';

import { minutesFromNow } from './checkout-time.queries.server.ts';
import { type CheckoutRow, type OwnCheckout, newestCode } from './find-checkout.queries.server.ts';
import { reservingLock } from './reservation.queries.server.ts';
import { checkouts } from './tables.server.ts';

type NewCheckout = Pick<
  CheckoutRow,
  'id' | 'cartId' | 'customerId' | 'visitorIp' | 'orderNumber' | 'source' | 'device'
>;

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
