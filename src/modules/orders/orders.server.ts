import { and, eq, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import { activity } from '#content/activity.ts';
import type { Db } from '#platform/db/database.server.ts';

import { recalculate } from './payment-balance.server.ts';
import { adoptDisputes } from './disputes.server.ts';
import { holdTookStock } from './order-holds.ts';
import { appendRefundEvent } from './refunds.server.ts';
import { listOfPayment } from './refunds.queries.server.ts';
import * as repo from './orders.queries.server.ts';
import { placeOf, purchaseWindow, timeSince, type OrderView } from './order.ts';
import { orders } from './tables.server.ts';

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

export { lockPaymentName, paymentLock } from './payment-balance.server.ts';
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
