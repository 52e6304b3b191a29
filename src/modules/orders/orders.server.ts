import { and, eq, type SQL, isNull, or } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { activity } from '#content/activity.ts';
import type { Db } from '#platform/db/database.server.ts';
import { descending } from '#platform/db/descending.server.ts';
import type { SignedInUser } from '#platform/http/visitor.server.ts';
import { identifier } from '#shared/identifier.ts';
import { mailsOfOrder } from '#modules/email/send-mail.server.ts';

import { recalculate } from './change-order.server.ts';
import { adoptDisputes, disputesOf } from './disputes.server.ts';
import { holdTookStock, holdWords } from './order-holds.ts';
import { appendRefundEvent, refundableCents, refundsOf } from './refunds.server.ts';
import { listOfPayment } from './refunds.queries.server.ts';
import * as repo from './orders.queries.server.ts';
import { placeOf, purchaseWindow, timeSince, type OrderView } from './order-record.ts';
import { orders } from './tables.server.ts';
import { listViews, placedBy } from './orders.queries.server.ts';
import { isCancellable } from './order-status.ts';
import { returnsOf } from './returns.server.ts';
import { isOpenReturn, returnable, returnedShipping, returnedValue } from './returns.ts';

/** Applies the stored refunds and disputes of a payment to an order that is being placed. */
async function adoptReturns(tx: Db, row: repo.OrderRow, intentId: string): Promise<void> {
  for (const refund of await listOfPayment(tx, intentId)) await appendRefundEvent(tx, row, refund);
  await adoptDisputes(tx, row, intentId);
  await recalculate(tx, row);
}

type FirstEvent = { type: string; message: string };
export type PlacedOrder = repo.NewOrder & { items: repo.NewOrderItem[]; events: [FirstEvent, ...FirstEvent[]] };

/**
 * Stores an order with its lines and first events; every amount in cents as the quote version
 * agreed. There is one order per checkout and per intent. The caller must have locked its payment
 * (`paymentLock`).
 */
export async function placeOrder(tx: Db, placed: PlacedOrder): Promise<OrderView> {
  const { items, status, holdReason = null, paymentIntentId: intentId = null } = placed;
  const stockTaken = items.length > 0 && holdTookStock(holdReason);
  const events = placed.events.map((event) => ({ ...event, status }));
  const { row, view, isQuestioned } = await repo.insertOrder(tx, { stockTaken, ...placed, events });
  if (intentId === null || !isQuestioned) return view;
  await adoptReturns(tx, row, intentId);
  return storedOrder(tx, row.id);
}

async function orderWhere(db: Db, where: SQL | undefined): Promise<OrderView | null> {
  return (await repo.listViews(db, where, 1))[0] ?? null;
}

/** Returns the order with this id, or null. */
export const orderById = (db: Db, id: string) => orderWhere(db, eq(orders.id, id));

/**
 * Returns an order that must exist, because the caller's transaction holds it. Throws if it does
 * not.
 */
export async function storedOrder(db: Db, id: string): Promise<OrderView> {
  const found = await orderById(db, id);
  if (found === null) throw new Error(`the order ${id} is not stored`);
  return found;
}

/** Returns the order with this number, or null. */
export const orderByNumber = (db: Db, orderNumber: string) => orderWhere(db, eq(orders.orderNumber, orderNumber));

/** Returns the only order of a checkout, or null until it is placed. */
export const orderOfCheckout = (db: Db, checkoutId: string) => orderWhere(db, eq(orders.checkoutId, checkoutId));

/**
 * Returns the join arguments for the order of a checkout, whose id is in a column. `viewColumns`
 * are the columns to select.
 */
export const orderOf = (checkoutId: PgColumn) => [orders, eq(orders.checkoutId, checkoutId)] as const;

export { lockPaymentName, paymentLock } from './change-order.server.ts';
export { findViewOfIntent as orderOfIntent, isOrdered, viewColumns, viewOf } from './orders.queries.server.ts';

/**
 * Returns the order with this number if the email is its customer's. Both must be in the stored
 * spelling.
 */
export const findOrderForTracking = (db: Db, orderNumber: string, email: string) =>
  orderWhere(db, and(eq(orders.orderNumber, orderNumber), eq(orders.email, email)));

/**
 * Assigns a guest's orders with this email, which the account must have confirmed, to that account.
 * Returns their number.
 */
export function attachGuestOrders(db: Db, userId: string, email: string): Promise<number> {
  return repo.updateGuestOrders(db, email.toLowerCase(), userId);
}

type Buyer = { id: string; email: string; emailVerified: boolean };

/**
 * True when an account bought the product and was not refunded in full. Orders by email count once
 * it is verified.
 */
export function hasBought(db: Db, productId: string, { id, email, emailVerified }: Buyer): Promise<boolean> {
  return repo.existsPaid(db, productId, { customerId: id, email: emailVerified ? email.toLowerCase() : null });
}

const shownPurchases = 4;

/**
 * Returns at most 4 paid orders of the last 7 days, none younger than 30 minutes. They tell where
 * and roughly when, never who.
 */
export async function recentPurchases(db: Db, now: Date) {
  const found = await repo.listPurchases(db, { ...purchaseWindow(now), limit: shownPurchases });
  return found.map(({ placedAt, shippingAddress }, index) => ({
    id: `purchase-${index + 1}`,
    name: activity.someone,
    location: placeOf(shippingAddress),
    action: activity.bought,
    timestamp: timeSince(placedAt, now),
    verified: true,
  }));
}

type Customer = Pick<SignedInUser, 'id' | 'email' | 'emailVerified'>;

/**
 * Condition for a customer's orders: those of the account, and guest orders with the same email
 * once it is verified.
 */
function ownedBy({ id, email, emailVerified }: Customer) {
  const byAccount = eq(orders.customerId, id);
  if (!emailVerified || email === '') return byAccount;
  return or(byAccount, and(isNull(orders.customerId), eq(orders.email, email.toLowerCase())));
}

/** Returns the newest `limit` orders of a customer, newest first. */
export function ordersOfCustomer(db: Db, customer: Customer, limit: number): Promise<OrderView[]> {
  return listViews(db, ownedBy(customer), limit);
}

/**
 * Returns summaries of the newest `limit` orders, newest first. `customer` is the id of an account
 * or the email of a guest.
 */
export function newestOrders(db: Db, customer: string, limit: number) {
  const { id, orderNumber, placedAt, totalCents, status, paymentStatus, shippingAddress } = orders;
  return db
    .select({ id, orderNumber, placedAt, totalCents, status, paymentStatus, shippingAddress })
    .from(orders)
    .where(placedBy(customer))
    .orderBy(descending(placedAt))
    .limit(limit);
}

const numberForm = /^[A-Z0-9-]{1,40}$/;

/** Returns the order with this number if it belongs to this customer, else null. */
export async function orderOfCustomer(db: Db, customer: Customer, orderNumber: string): Promise<OrderView | null> {
  const number = identifier(orderNumber).toUpperCase();
  if (!numberForm.test(number)) return null;
  const [found] = await listViews(db, and(eq(orders.orderNumber, number), ownedBy(customer)), 1);
  return found ?? null;
}

/** Returns everything the shop knows about one order, or null. */
export async function orderDetail(db: Db, orderNumber: string) {
  const found = await orderByNumber(db, orderNumber);
  if (found === null) return null;
  const { paymentIntentId, items } = found;
  const returns = await returnsOf(db, found.id);
  return {
    order: found,
    hold: found.holdReason === null ? null : holdWords(found.holdReason),
    isCancellable: isCancellable(found),
    refundableCents: await refundableCents(db, found.id),
    refunds: paymentIntentId === null ? [] : await refundsOf(db, paymentIntentId),
    disputes: paymentIntentId === null ? [] : await disputesOf(db, paymentIntentId),
    returns: returns.map((one) => ({
      ...one,
      valueCents: returnedValue(items, one.lines),
      shippingCents: returnedShipping(found, returns, one.id),
    })),
    /** Lines for which the owner may open a return; none before the order was shipped. */
    returnable:
      found.shippedAt === null || found.status === 'cancelled' || returns.some(isOpenReturn)
        ? []
        : returnable(items, returns),
    mails: await mailsOfOrder(db, found.id),
  };
}

export type OrderDetail = NonNullable<Awaited<ReturnType<typeof orderDetail>>>;
