import { activity } from '#content/activity.ts';
import type { Db } from '#platform/db/database.server.ts';

import { isQuestioned, lockPaymentName, recount } from './balance.server.ts';
import { adoptDisputes } from './disputes/service.server.ts';
import { holdTookStock } from './holds/rules.ts';
import { noteRefund } from './refunds/facts.server.ts';
import { listOfPayment } from './refunds/repo.server.ts';
import * as repo from './repo.server.ts';
import { placeOf, purchaseWindow, timeSince, type OrderView } from './rules.ts';

function viewOf(
  row: repo.OrderRow,
  items: readonly repo.OrderItemRow[],
  events: readonly repo.OrderEventRow[],
): OrderView {
  return {
    ...row,
    shippingOption: row.shipping,
    discount: row.code,
    items: items.map(({ id: _id, orderId: _orderId, ...item }) => item),
    events: events.map(({ type, status, message, location, at }) => ({ type, status, message, location, at })),
  };
}

async function withDetails(db: Db, row: repo.OrderRow): Promise<OrderView> {
  return viewOf(row, await repo.listItems(db, row.id), await repo.listEvents(db, row.id));
}

/** Gives an order that is being placed what was told before of money that went back. */
async function adoptReturns(tx: Db, row: repo.OrderRow, intentId: string): Promise<void> {
  for (const refund of await listOfPayment(tx, intentId)) await noteRefund(tx, row, refund);
  await adoptDisputes(tx, row, intentId);
  await recount(tx, row);
}

export type PlacedOrder = repo.NewOrder & { items: repo.NewOrderItem[]; events: { type: string; message: string }[] };

/** Stores an order with its lines and first events; every amount in cents as the snapshot agreed. One per checkout and per intent. */
export async function placeOrder(tx: Db, { items, events, ...order }: PlacedOrder): Promise<OrderView> {
  const intentId = order.paymentIntentId ?? null;
  if (intentId !== null) await lockPaymentName(tx, intentId);
  const stockTaken = items.length > 0 && holdTookStock(order.holdReason ?? null);
  const row = await repo.insertOrder(tx, { stockTaken, ...order });
  const { id: orderId, status } = row;
  const storedItems = await repo.insertItems(tx, orderId, items);
  const history = await repo.insertEvents(
    tx,
    events.map((event) => ({ ...event, orderId, status })),
  );
  if (intentId === null || !(await isQuestioned(tx, intentId))) return viewOf(row, storedItems, history);
  await adoptReturns(tx, row, intentId);
  return withDetails(tx, (await repo.findById(tx, orderId)) ?? row);
}

async function view(db: Db, row: repo.OrderRow | null): Promise<OrderView | null> {
  return row === null ? null : withDetails(db, row);
}

/** The order with this id, or null. */
export async function orderById(db: Db, id: string): Promise<OrderView | null> {
  return view(db, await repo.findById(db, id));
}

/** The order with this number, or null. */
export async function orderByNumber(db: Db, orderNumber: string): Promise<OrderView | null> {
  return view(db, await repo.findByNumber(db, orderNumber));
}

/** The one order of a checkout, or null while it is not placed. */
export async function orderOfCheckout(db: Db, checkoutId: string): Promise<OrderView | null> {
  return view(db, await repo.findByCheckout(db, checkoutId));
}

/** The one order that an intent paid, or null. */
export async function orderOfIntent(db: Db, intentId: string): Promise<OrderView | null> {
  return view(db, await repo.findByIntent(db, intentId));
}

/** The one order that an intent paid, or null; and whether its checkout has become an order, by this intent or another. */
export async function ordersOfPayment(
  db: Db,
  { intentId, checkoutId }: { intentId: string; checkoutId: string },
): Promise<{ known: OrderView | null; isCheckoutPlaced: boolean }> {
  const rows = await repo.listOfIntentOrCheckout(db, intentId, checkoutId);
  const known = await view(db, rows.find((row) => row.paymentIntentId === intentId) ?? null);
  return { known, isCheckoutPlaced: rows.some((row) => row.checkoutId === checkoutId) };
}

/** The order with this number if the e-mail is its customer's; letters may differ in case. */
export async function findOrderForTracking(db: Db, orderNumber: string, email: string): Promise<OrderView | null> {
  return view(db, await repo.findByNumberAndEmail(db, orderNumber.trim().toUpperCase(), email.trim().toLowerCase()));
}

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
