import { and, eq, sql, type SQL } from 'drizzle-orm';

import { cartSource, heldCart, isCartOf, ownCartId, type OwnerKeys } from '#modules/cart/cart.queries.server.ts';
import { ownerKeys } from '#modules/cart/cart.server.ts';
import { isNullViolation } from '#platform/db/database-errors.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { preparedStatement, type Placeholders } from '#platform/db/prepared-statement.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';

import { minutesFromNow } from './checkout-time.queries.server.ts';
import {
  lockedColumns,
  newestCode,
  type CheckoutRow,
  type LockedCheckout,
  type OwnCheckout,
} from './find-checkout.queries.server.ts';
import { reservingLock } from './reservation.queries.server.ts';
import { checkouts } from './tables.server.ts';

type NewCheckout = Pick<CheckoutRow, 'id' | 'customerId' | 'visitorIp' | 'orderNumber' | 'source' | 'device'>;

/**
 * A checkout whose lease the caller holds under the name `leaseId`, as read when it was taken. No
 * other request changes its payment at the provider.
 */
export type LeasedCheckout = LockedCheckout & Pick<OwnCheckout, 'code'> & { leaseId: string };

/**
 * Lease duration, in seconds. Longer than the time limit of a request's provider calls, so no lease
 * ends during one.
 */
export const leaseSeconds = 30;

const leaseUntil = sql`clock_timestamp() + make_interval(secs => ${leaseSeconds}::int)`;

const isFree = sql`(${checkouts.leaseUntil} is null or ${checkouts.leaseUntil} < now())`;

/**
 * Commits this transaction without waiting for the disk, so other buyers of the same goods do not
 * wait either (decision 0033). A later commit flushes both before anything is shown: that of the
 * intent or of the lease's release.
 */
const unflushed = sql`set_config('synchronous_commit', 'off', true)`;

/**
 * `reservingName`: see `reservingLock`. The cart is `cartId`, or the regular cart of the customer
 * or of the guest's token.
 */
type Taking = NewCheckout & {
  leaseId: string;
  minutes: number;
  reservingName: string | null;
  cartId?: string | undefined;
  tokenHash: string | null;
};

const insertCheckout = preparedStatement(
  (db, { minutes, reservingName, cartId, tokenHash, source, ...checkout }: Placeholders<Taking>) => {
    const cart = cartId ?? ownCartId({ customerId: checkout.customerId, tokenHash });
    return db
      .insert(checkouts)
      .values({
        ...checkout,
        cartId: sql`coalesce(${heldCart(cart)}, ${cart})`,
        source: cartSource(cart, source),
        quoteVersion: 0,
        expiresAt: minutesFromNow(minutes),
        leaseUntil,
      })
      .onConflictDoNothing()
      .returning({ ...lockedColumns, alone: reservingLock(reservingName), unflushed });
  },
);

/**
 * Stores a checkout without a quote version and takes its lease. Null if the cart already has a
 * live checkout. Fails with an error that `isNoCartError` if there is no cart. Locks the cart until
 * the transaction ends, so that concurrent requests of one shopper run in turn.
 */
export async function insertLeasedCheckout(db: Db, taking: Taking): Promise<LeasedCheckout | null> {
  const [begun] = await insertCheckout(db, taking);
  return begun === undefined ? null : { ...begun, leaseId: taking.leaseId, code: null };
}

/** True if an error means that the visitor has no cart to check out. */
export const isNoCartError = (error: unknown) => isNullViolation(error, checkouts);

type Leasing = { id: string; leaseId: string };

/** Takes a free lease. `isOwn` restricts it to checkouts of a visitor. */
const takeFree = (db: Db, { id, leaseId }: Placeholders<Leasing>, isOwn?: SQL) =>
  db
    .update(checkouts)
    .set({ leaseUntil, leaseId })
    .where(and(eq(checkouts.id, id), isFree, isOwn))
    .returning({ ...lockedColumns, code: newestCode });

const takeAny = preparedStatement((db, leasing: Placeholders<Leasing>) => takeFree(db, leasing));

const takeOwn = preparedStatement((db, { id, leaseId, ...keys }: Placeholders<Leasing & OwnerKeys>) =>
  takeFree(db, { id, leaseId }, isCartOf(keys, checkouts.cartId)),
);

/**
 * Takes the lease of a checkout under a name. With `visitor`, only if the checkout is theirs. Null
 * while another request has it.
 */
export async function claimLease(db: Db, leasing: Leasing, visitor?: Visitor): Promise<LeasedCheckout | null> {
  const [leased] = await (visitor === undefined
    ? takeAny(db, leasing)
    : takeOwn(db, { ...leasing, ...ownerKeys(visitor) }));
  return leased === undefined ? null : { ...leased, leaseId: leasing.leaseId };
}

const updateLeased = preparedStatement((db, { id, leaseId }: Placeholders<Leasing>) =>
  db
    .update(checkouts)
    .set({ leaseUntil: null, leaseId: null })
    .where(and(eq(checkouts.id, id), eq(checkouts.leaseId, leaseId))),
);

/** Releases a lease, unless it ended meanwhile and another request has taken it. */
export async function releaseLease(db: Db, { id, leaseId }: Leasing): Promise<void> {
  await updateLeased(db, { id, leaseId });
}
