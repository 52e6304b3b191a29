import { and, eq, ne, sql, type SQL } from 'drizzle-orm';

import { isCartOf, ownerKeys, productIdsIn, type OwnerKeys } from '#modules/cart/cart.server.ts';
import { onHandOf } from '#modules/catalog/product-columns.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { constant, type Places } from '#platform/db/constant.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';
import { networkOf } from '#platform/limits/network.ts';

import { reservingLock } from './checkout.queries.server.ts';
import type { Reservation } from './reservation.queries.server.ts';
import { addressShare, unitsPerCheckout, maxUnpaidCheckouts } from './quote.ts';
import { checkouts, isUnpaid, reservations } from './tables.server.ts';

type Asking = { checkoutId: string; visitor: Visitor };
/** `others`: what others have reserved, where it was counted with the lock of the visitor's name. */
type Request = Asking & { items: readonly Reservation[]; others?: Others | undefined };

/** Other checkouts whose goods are reserved while nothing is paid. */
const isOtherUnpaid = (checkoutId: SQL) => and(isUnpaid(checkouts.state), ne(checkouts.id, checkoutId));

const reservedUnits = sql<number>`coalesce(sum(${reservations.quantity}), 0)::int`;

type Share = { productId: string; onHand: number | null; units: number };

/** What of others counts for a request: `guestIp` null where an account reserves, whose address has no share. */
type Counting = OwnerKeys & { checkoutId: string; guestIp: string | null };

/** Units of each product in the cart that the guests behind the address of a request have reserved already. */
const sharesOfAddress = ({ checkoutId, guestIp }: Places<Counting>) => sql<Share[] | null>`(
  select json_agg(json_build_object('productId', wanted.id, 'onHand', ${onHandOf(sql`wanted.id`)}, 'units', (
    select ${reservedUnits} from ${reservations} join ${checkouts} on ${checkouts.id} = ${reservations.checkoutId}
    where ${reservations.productId} = wanted.id and ${checkouts.visitorIp} = ${guestIp}
      and ${checkouts.customerId} is null and ${isOtherUnpaid(checkoutId)}
  ))) from ${productIdsIn(sql`(select cart_id from ${checkouts} where id = ${checkoutId})`)} as wanted (id)
  where ${guestIp}::text is not null)`;

const countOthers = constant((db, counting: Places<Counting>) =>
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

/** Whether the guests behind one address leave enough of a product to everyone else, these units included. */
function leavesEnough({ productId, onHand, units }: Share, items: readonly Reservation[]): boolean {
  const asked = items.find((item) => item.productId === productId);
  return asked === undefined || onHand === null || units + asked.quantity <= addressShare(onHand);
}

/** Under which name a visitor reserves: that of the account, or of the address; null where nothing is limited. */
export function reservingName({ settings }: Pick<Ctx, 'settings'>, { user, ip }: Visitor): string | null {
  return settings.rateLimits === 'off' ? null : `reserving ${user?.id ?? networkOf(ip)}`;
}

export type Others = Awaited<ReturnType<typeof countOthers>>[number];

/** What the visitor of a checkout has reserved in others, and the guests behind the address: to be read under the lock of the name. */
export async function reservedByOthers(tx: Db, { checkoutId, visitor }: Asking): Promise<Others | undefined> {
  const guestIp = visitor.user === null ? networkOf(visitor.ip) : null;
  return (await countOthers(tx, { checkoutId, guestIp, ...ownerKeys(visitor) }))[0];
}

/**
 * Whether a checkout may reserve these units: a visitor has at most 3 checkouts and 10 units that are not paid yet. Guests are limited by address, too, because a browser can drop its cookie. A lock
 * that lasts until the transaction ends makes the requests of one address, or of one account, wait for each other.
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
