import { and, desc, eq, getTableColumns, sql, type SQL } from 'drizzle-orm';

import { isCartOf, type OwnerKeys } from '#modules/cart/cart.queries.server.ts';
import { ownerKeys } from '#modules/cart/cart.server.ts';
import { mailStatusOf, type MailStatus } from '#modules/email/mail-log.queries.server.ts';
import type { OrderView } from '#modules/orders/order-record.ts';
import { orderConfirmation } from '#modules/orders/orders.emails.server.ts';
import { joinOrderOfCheckout, viewColumns, viewOf } from '#modules/orders/orders.queries.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { preparedStatement, type Placeholders } from '#platform/db/prepared-statement.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';

import { checkoutQuotes, checkouts, isActiveCheckout } from './tables.server.ts';

export type CheckoutRow = typeof checkouts.$inferSelect;

export type CheckoutState = CheckoutRow['state'];

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

export const newestCode = sql<string | null>`(
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

export const lockedColumns = { ...getTableColumns(checkouts), isDue: sql<boolean>`${checkouts.expiresAt} <= now()` };

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

export async function findLiveCheckout(db: Db, cartId: string): Promise<CheckoutRow | null> {
  const rows = await db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.cartId, cartId), isActiveCheckout(checkouts.state)))
    .limit(1);
  return rows[0] ?? null;
}

export const isLiveOf = (cartId: string) => and(eq(checkouts.cartId, cartId), isActiveCheckout(checkouts.state));

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
