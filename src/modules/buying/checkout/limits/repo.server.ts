import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';

import { isCartOf } from '#modules/buying/cart/service.server.ts';
import { onHandOf } from '#modules/buying/catalog/columns/service.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';
import { networkOf } from '#platform/limits/network.ts';

import type { Reservation } from '../repo.server.ts';
import { addressShare, unitsPerCheckout, maxUnpaidCheckouts } from '../rules.ts';
import { checkouts, reservations } from '../tables.server.ts';

type Request = { checkoutId: string; visitor: Visitor; items: readonly Reservation[] };

/** Other checkouts whose goods are reserved while nothing is paid. */
const isOtherUnpaid = (checkoutId: string) =>
  and(inArray(checkouts.state, ['open', 'awaiting_payment']), ne(checkouts.id, checkoutId));

const reservedUnits = sql<number>`coalesce(sum(${reservations.quantity}), 0)::int`;

/** Whether one visitor stays within 3 checkouts and 10 units that are not paid yet, these units included. */
async function fitsVisitor(tx: Db, { checkoutId, visitor, items }: Request): Promise<boolean> {
  const isTheirs = isCartOf(visitor, checkouts.cartId);
  const [others] = await tx
    .select({ count: sql<number>`count(distinct ${checkouts.id})::int`, units: reservedUnits })
    .from(checkouts)
    .leftJoin(reservations, eq(reservations.checkoutId, checkouts.id))
    .where(and(isTheirs, isOtherUnpaid(checkoutId)));
  const units = items.reduce((sum, { quantity }) => sum + quantity, others?.units ?? 0);
  return (others?.count ?? 0) < maxUnpaidCheckouts && units <= unitsPerCheckout;
}

/** Whether the guests behind one address leave enough of a product to everyone else, these units included. */
async function fitsAddress(tx: Db, { checkoutId, visitor }: Request, item: Reservation): Promise<boolean> {
  const isTheirs = and(eq(checkouts.visitorIp, networkOf(visitor.ip)), isNull(checkouts.customerId));
  const [product] = await tx
    .select({ onHand: onHandOf(item.productId), units: reservedUnits })
    .from(reservations)
    .innerJoin(checkouts, eq(checkouts.id, reservations.checkoutId))
    .where(and(eq(reservations.productId, item.productId), isTheirs, isOtherUnpaid(checkoutId)));
  const { onHand, units } = product ?? { onHand: null, units: 0 };
  return onHand === null || units + item.quantity <= addressShare(onHand);
}

/**
 * Whether a checkout may reserve these units. Guests are limited by address, too, because a browser can drop its cookie. A lock
 * that lasts until the transaction ends makes the requests of one address, or of one account, wait for each other.
 */
export async function mayReserve(tx: Db, { settings }: Pick<Ctx, 'settings'>, request: Request): Promise<boolean> {
  if (settings.rateLimits === 'off') return true;
  const { user, ip } = request.visitor;
  const name = `reserving ${user?.id ?? networkOf(ip)}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
  if (!(await fitsVisitor(tx, request))) return false;
  if (user !== null) return true;
  for (const item of request.items) {
    if (!(await fitsAddress(tx, request, item))) return false;
  }
  return true;
}
