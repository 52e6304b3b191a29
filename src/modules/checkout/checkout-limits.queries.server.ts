import { and, eq, ne, sql, type SQL } from 'drizzle-orm';

import { isCartOf, ownerKeys, productIdsIn, type OwnerKeys } from '#modules/cart/cart.server.ts';
import { onHandOf } from '#modules/catalog/catalog.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { preparedStatement, type Placeholders } from '#platform/db/prepared-statement.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';
import { networkOf } from '#platform/limits/client-network.ts';

import { reservingLock } from './checkout.queries.server.ts';
import type { Reservation } from './reservation.queries.server.ts';
import { addressShare, unitsPerCheckout, maxUnpaidCheckouts } from './quote.ts';
import { checkouts, isUnpaid, reservations } from './tables.server.ts';

type Requester = { checkoutId: string; visitor: Visitor };
/** `others`: reservations of others, if they were already counted under the visitor's lock. */
type Request = Requester & { items: readonly Reservation[]; others?: Others | undefined };

/** Condition for other checkouts that hold reservations and are unpaid. */
const isOtherUnpaid = (checkoutId: SQL) => and(isUnpaid(checkouts.state), ne(checkouts.id, checkoutId));

const reservedUnits = sql<number>`coalesce(sum(${reservations.quantity}), 0)::int`;

type Share = { productId: string; onHand: number | null; units: number };

/**
 * Parameters of `countOthers`. `guestIp` is null for accounts, which are not limited by address.
 */
type Counting = OwnerKeys & { checkoutId: string; guestIp: string | null };

/** Units of each product in the cart that guests behind the same address have already reserved. */
const sharesOfAddress = ({ checkoutId, guestIp }: Placeholders<Counting>) => sql<Share[] | null>`(
  select json_agg(json_build_object('productId', wanted.id, 'onHand', ${onHandOf(sql`wanted.id`)}, 'units', (
    select ${reservedUnits} from ${reservations} join ${checkouts} on ${checkouts.id} = ${reservations.checkoutId}
    where ${reservations.productId} = wanted.id and ${checkouts.visitorIp} = ${guestIp}
      and ${checkouts.customerId} is null and ${isOtherUnpaid(checkoutId)}
  ))) from ${productIdsIn(sql`(select cart_id from ${checkouts} where id = ${checkoutId})`)} as wanted (id)
  where ${guestIp}::text is not null)`;

const countOthers = preparedStatement((db, counting: Placeholders<Counting>) =>
  db
    .select({
      count: sql<number>`count(distinct ${checkouts.id})::int`,
      units: reservedUnits,
      shares: sharesOfAddress(counting),
    })
    .from(checkouts)
    .leftJoin(reservations, eq(reservations.checkoutId, checkouts.id))
    .where(and(isCartOf(counting, checkouts.cartId), isOtherUnpaid(counting.checkoutId))),
);

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

export type Others = Awaited<ReturnType<typeof countOthers>>[number];

/**
 * Returns the reservations of the visitor's other checkouts and of guests on the same network. The
 * caller must hold the lock of the name.
 */
export async function reservedByOthers(tx: Db, { checkoutId, visitor }: Requester): Promise<Others | undefined> {
  const guestIp = visitor.user === null ? networkOf(visitor.ip) : null;
  return (await countOthers(tx, { checkoutId, guestIp, ...ownerKeys(visitor) }))[0];
}

/**
 * True if a checkout may reserve these units. A visitor may have at most 3 unpaid checkouts and 10
 * unpaid units. Guests are also limited by address because a browser can drop its cookie. A
 * transaction-level lock serializes the requests of one account or address.
 */
export async function mayReserve(tx: Db, ctx: Pick<Ctx, 'settings'>, request: Request): Promise<boolean> {
  const name = reservingName(ctx, request.visitor);
  if (name === null) return true;
  if (request.others === undefined) await tx.execute(sql`select ${reservingLock(name)}`);
  const others = request.others ?? (await reservedByOthers(tx, request));
  if (others === undefined || others.count >= maxUnpaidCheckouts) return false;
  const units = request.items.reduce((sum, { quantity }) => sum + quantity, others.units);
  return units <= unitsPerCheckout && (others.shares ?? []).every((share) => leavesEnough(share, request.items));
}
