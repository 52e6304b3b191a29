import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';

import { isCartOf } from '#modules/cart/service.server.ts';
import { products } from '#modules/catalog/tables.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';
import { networkOf } from '#platform/limits/network.ts';

import type { Reservation } from '../repo.server.ts';
import { addressShare, unitsPerCheckout, unpaidCheckoutsPerVisitor } from '../rules.ts';
import { checkouts, reservations } from '../tables.server.ts';

type Wanted = { checkoutId: string; visitor: Visitor; items: readonly Reservation[] };

/** Other checkouts whose goods are reserved while nothing is paid. */
const isOtherUnpaid = (checkoutId: string) =>
  and(inArray(checkouts.state, ['open', 'awaiting_payment']), ne(checkouts.id, checkoutId));

const reservedUnits = sql<number>`coalesce(sum(${reservations.quantity}), 0)::int`;

/** Whether one visitor stays within 3 checkouts and 10 units that are not paid yet, these units included. */
async function fitsVisitor(tx: Db, { checkoutId, visitor, items }: Wanted): Promise<boolean> {
  const isTheirs = isCartOf(visitor, checkouts.cartId);
  const [others] = await tx
    .select({ count: sql<number>`count(distinct ${checkouts.id})::int`, units: reservedUnits })
    .from(checkouts)
    .leftJoin(reservations, eq(reservations.checkoutId, checkouts.id))
    .where(and(isTheirs, isOtherUnpaid(checkoutId)));
  const units = items.reduce((sum, { quantity }) => sum + quantity, others?.units ?? 0);
  return (others?.count ?? 0) < unpaidCheckoutsPerVisitor && units <= unitsPerCheckout;
}

/** Whether the guests behind one address leave enough of a product to everyone else, these units included. */
async function fitsAddress(tx: Db, { checkoutId, visitor }: Wanted, item: Reservation): Promise<boolean> {
  const isTheirs = and(eq(checkouts.visitorIp, networkOf(visitor.ip)), isNull(checkouts.customerId));
  const others = tx
    .select({ units: reservedUnits })
    .from(reservations)
    .innerJoin(checkouts, eq(checkouts.id, reservations.checkoutId))
    .where(and(eq(reservations.productId, item.productId), isTheirs, isOtherUnpaid(checkoutId)));
  const [product] = await tx
    .select({ onHand: products.onHand, units: sql<number>`(${others})` })
    .from(products)
    .where(eq(products.id, item.productId));
  const { onHand, units } = product ?? { onHand: null, units: 0 };
  return onHand === null || units + item.quantity <= addressShare(onHand);
}

/**
 * Whether a checkout may reserve these units: a browser can forget its cookie, so what guests reserve without paying is bounded
 * by address, too. Requests of one address, or of one account, go one after the other from here to the end of the transaction.
 */
export async function mayReserve(ctx: Pick<Ctx, 'settings'>, tx: Db, wanted: Wanted): Promise<boolean> {
  if (ctx.settings.rateLimits === 'off') return true;
  const { user, ip } = wanted.visitor;
  const name = `reserving ${user?.id ?? networkOf(ip)}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
  if (!(await fitsVisitor(tx, wanted))) return false;
  if (user !== null) return true;
  for (const item of wanted.items) {
    if (!(await fitsAddress(tx, wanted, item))) return false;
  }
  return true;
}
