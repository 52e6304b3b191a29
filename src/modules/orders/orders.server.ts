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

/** Gives an order that is being placed the refunds and disputes of its payment that are stored already. */
async function adoptReturns(tx: Db, row: repo.OrderRow, intentId: string): Promise<void> {
  for (const refund of await listOfPayment(tx, intentId)) await appendRefundEvent(tx, row, refund);
  await adoptDisputes(tx, row, intentId);
  await recalculate(tx, row);
}

type FirstEvent = { type: string; message: string };
export type PlacedOrder = repo.NewOrder & { items: repo.NewOrderItem[]; events: [FirstEvent, ...FirstEvent[]] };

/**
 * Stores an order with its lines and first events; every amount in cents as the snapshot agreed. One per checkout and per intent,
 * whose payment the caller has locked (`paymentLock`).
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

/** The order with this id, or null. */
export const orderById = (db: Db, id: string) => orderWhere(db, eq(orders.id, id));

/** The order with this id, which is stored: a transaction holds it. */
export async function storedOrder(db: Db, id: string): Promise<OrderView> {
  const found = await orderById(db, id);
  if (found === null) throw new Error(`the order ${id} is not stored`);
  return found;
}

/** The order with this number, or null. */
export const orderByNumber = (db: Db, orderNumber: string) => orderWhere(db, eq(orders.orderNumber, orderNumber));

/** The one order of a checkout, or null while it is not placed. */
export const orderOfCheckout = (db: Db, checkoutId: string) => orderWhere(db, eq(orders.checkoutId, checkoutId));

/** What joins the order of a checkout, which a column names; `viewColumns` are what is read of it. */
export const orderOf = (checkoutId: PgColumn) => [orders, eq(orders.checkoutId, checkoutId)] as const;

export { lockPaymentName, paymentLock } from './payment-balance.server.ts';
export { findViewOfIntent as orderOfIntent, isOrdered, viewColumns, viewOf } from './orders.queries.server.ts';

/** The order with this number if the e-mail is its customer's, both as they are stored. */
export const findOrderForTracking = (db: Db, orderNumber: string, email: string) =>
  orderWhere(db, and(eq(orders.orderNumber, orderNumber), eq(orders.email, email)));

/** Gives a guest's orders by this e-mail, which the account must have confirmed, to that account; says how many. */
export function attachGuestOrders(db: Db, userId: string, email: string): Promise<number> {
  return repo.updateGuestOrders(db, email.toLowerCase(), userId);
}

type Buyer = { id: string; email: string; emailVerified: boolean };

/** Whether an account bought the product and has not had all its money back; orders by e-mail count once it is verified. */
export function hasBought(db: Db, productId: string, { id, email, emailVerified }: Buyer): Promise<boolean> {
  return repo.existsPaid(db, productId, { customerId: id, email: emailVerified ? email.toLowerCase() : null });
}

const shownPurchases = 4;

/** At most 4 paid orders of the last 7 days, none younger than 30 minutes: where and roughly when, never who. */
export async function recentPurchases(db: Db, now: Date) {
  const found = await repo.listPurchases(db, { ...purchaseWindow(now), limit: shownPurchases });
  return found.map(({ placedAt, shippingAddress }, place) => ({
    id: `purchase-${place + 1}`,
    name: activity.someone,
    location: placeOf(shippingAddress),
    action: activity.bought,
    timestamp: timeSince(placedAt, now),
    verified: true,
  }));
}
