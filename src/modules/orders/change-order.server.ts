import type { Actor, Change } from '#modules/audit/audit-log.ts';
import { recordChange } from '#modules/audit/audit-log.server.ts';
import { sellStock } from '#modules/catalog/catalog.server.ts';
import { enqueueWebhookEvent } from '#modules/webhooks/webhooks.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inResultTransaction } from '#platform/db/transaction.server.ts';
import { notFound } from '#platform/http/http-error.server.ts';
import type { Cents } from '#shared/money.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { listDisputes } from './disputes.queries.server.ts';
import { disputeStage, withholdsMoney } from './disputes.ts';
import { hasInvoice } from './invoice-figures.ts';
import { correctDocuments } from './issued-documents.server.ts';
import { insertCreditNote, insertInvoice } from './order-documents.queries.server.ts';
import { orderEvents } from './order-record.schema.ts';
import { orderOnWire, type OrderView } from './order-record.ts';
import { paymentStatusAfter } from './order-status.ts';
import {
  findOrderRowByNumber,
  insertOrderEvent,
  listItems,
  lockById,
  lockByIntent,
  lockPaymentName,
  tryRestock,
  updateOrder,
  markStockDeducted,
  type NewOrderEvent,
  type OrderColumns,
  type OrderRow,
} from './orders.queries.server.ts';
import { storeReturnParts } from './return-parts.server.ts';
import { listRefundRows } from './refunds.queries.server.ts';
import type { ReturnLine } from './returns.ts';
import type { Shipment } from './shipment.ts';

/** Order as a user saw it. */
export type ExpectedOrder = {
  orderNumber: string;
  /** Version that the user saw. Unset makes the change whatever happened since. */
  version?: number | undefined;
};

/** Locks everything that the shop stores about one payment, and its order if that is placed. */
export async function lockPayment(tx: Db, intentId: string): Promise<OrderRow | null> {
  await lockPaymentName(tx, intentId);
  return lockByIntent(tx, intentId);
}

/** Locks an order and its payment for the transaction. Null if there is none. */
export async function lockIfKnown(tx: Db, orderNumber: string): Promise<OrderRow | null> {
  const found = await findOrderRowByNumber(tx, orderNumber);
  if (found === null) return null;
  const { id, paymentIntentId } = found;
  // The payment first, in the same order as every other code that locks both.
  return paymentIntentId === null ? lockById(tx, id) : lockPayment(tx, paymentIntentId);
}

/**
 * Locks an order as `lockIfKnown` does. Refuses an order that changed since the given version.
 * Throws if there is none.
 */
export async function lockOrder(
  tx: Db,
  { orderNumber, version }: ExpectedOrder,
): Promise<Result<OrderRow, 'changed_meanwhile'>> {
  const order = await lockIfKnown(tx, orderNumber);
  if (order === null) throw notFound();
  return version !== undefined && order.version !== version ? refuse('changed_meanwhile') : ok(order);
}

/**
 * Runs `work` with an order locked by `lockOrder`. A refusal rolls back everything that it wrote.
 */
export function withLockedOrder<T, R extends string>(
  { db }: Pick<Ctx, 'db'>,
  seen: ExpectedOrder,
  work: (tx: Db, order: OrderRow) => Promise<Result<T, R>>,
): Promise<Result<T, R | 'changed_meanwhile'>> {
  return inResultTransaction(db, async (tx): Promise<Result<T, R | 'changed_meanwhile'>> => {
    const locked = await lockOrder(tx, seen);
    return locked.ok ? work(tx, locked.value) : locked;
  });
}

type OrderChange = Pick<Change, 'action' | 'before' | 'after'> & {
  order: OrderRow;
  /** Undefined if the customer made the change, because the audit log covers only staff. */
  actor: Actor | undefined;
  /** Changed columns. The version is incremented in any case. */
  set?: OrderColumns;
  shipment?: Shipment;
  /** Event for the order's history; null if the change is no step of it. */
  event: Omit<NewOrderEvent, 'orderId' | 'at'> | null;
};

/** Writes columns of a locked order, and its invoice and credit notes if they make it paid. */
async function writeColumns(tx: Db, order: OrderRow, set: Parameters<typeof updateOrder>[2]): Promise<void> {
  await updateOrder(tx, order.id, set);
  const { paymentStatus = order.paymentStatus } = set;
  if (!hasInvoice({ paymentStatus }) || hasInvoice(order)) return;
  await insertInvoice(tx, order.id);
  await storeReturnParts(tx, order);
  const refunds = order.paymentIntentId === null ? [] : await listRefundRows(tx, order.paymentIntentId);
  for (const { id } of refunds) await insertCreditNote(tx, id);
}

/**
 * Writes a change of a locked order: the order, its event and its audit entry, and new documents
 * for those issued that it corrects.
 */
export async function storeOrderChange(
  tx: Db,
  ctx: Ctx,
  { order, actor, set = {}, shipment, event, ...change }: OrderChange,
): Promise<void> {
  await correctDocuments(tx, ctx, { order, set });
  await writeColumns(tx, order, { ...set, shipment });
  if (event !== null) await insertOrderEvent(tx, { ...event, orderId: order.id, at: ctx.now() });
  if (actor !== undefined) await recordChange(tx, actor, { ...change, subject: `order:${order.orderNumber}` });
}

type Announcement = { kind: keyof typeof orderEvents; order: Omit<OrderView, 'events'>; refundId?: string };

/**
 * Enqueues a webhook event of an order in the transaction of its cause: once per order, and once
 * per refund.
 */
export function enqueueOrderWebhook(tx: Db, { kind, order, refundId = '' }: Announcement): Promise<void> {
  const { id, orderNumber } = order;
  const data = { order: orderOnWire(order) };
  return enqueueWebhookEvent(tx, orderEvents[kind], { subject: orderNumber, eventKey: `${id}:${refundId}`, data });
}

type Balance = {
  /** Returned for good: refunds that succeeded, and disputes that were lost. */
  returnedCents: Cents;
  /** Returned, on its way, or withheld by the customer's bank. */
  claimedCents: Cents;
  /** Withheld by the customer's bank, which has not decided yet. */
  disputedCents: Cents;
};

/**
 * Returns how much of a payment went back or may go back, in cents; zero for an order without a
 * payment.
 */
export async function findBalance(tx: Db, intentId: string | null): Promise<Balance> {
  if (intentId === null) return { returnedCents: 0, claimedCents: 0, disputedCents: 0 };
  const refunds = await listRefundRows(tx, intentId);
  const disputes = await listDisputes(tx, intentId);
  const sum = (rows: readonly { amountCents: Cents }[]) => rows.reduce((total, row) => total + row.amountCents, 0);
  return {
    returnedCents:
      sum(refunds.filter(({ status }) => status === 'succeeded')) +
      sum(disputes.filter(({ status }) => status === 'lost')),
    claimedCents:
      sum(refunds.filter(({ status }) => status !== 'failed')) +
      sum(disputes.filter(({ status }) => withholdsMoney(status))),
    disputedCents: sum(disputes.filter(({ status }) => disputeStage(status) === 'open')),
  };
}

/** Stores in a locked order what went back, and the payment status that follows from it. */
export async function recalculate(tx: Db, order: OrderRow): Promise<void> {
  if (order.paymentIntentId === null) return;
  const { returnedCents } = await findBalance(tx, order.paymentIntentId);
  const paymentStatus = paymentStatusAfter(order, returnedCents);
  const { returned } = await storeReturnParts(tx, order);
  const { shippingCents: returnedShippingCents, taxCents: returnedTaxCents } = returned;
  await writeColumns(tx, order, { returnedCents, returnedShippingCents, returnedTaxCents, paymentStatus });
}

type StockedOrder = Pick<OrderRow, 'id' | 'stockDeducted'>;

/** Returns the units of an order that are not back in stock; none if none were taken out. */
export async function listUnreturned(tx: Db, order: StockedOrder): Promise<ReturnLine[]> {
  if (!order.stockDeducted) return [];
  const items = await listItems(tx, order.id);
  return items
    .map(({ productId, quantity, restockedQuantity }) => ({ productId, quantity: quantity - restockedQuantity }))
    .filter(({ quantity }) => quantity > 0);
}

/**
 * Takes the units of an order out of stock, unless some of them are out. Returns false if there are
 * not enough; the caller must then roll back.
 */
export async function deductOrderStock(tx: Db, order: StockedOrder): Promise<boolean> {
  if ((await listUnreturned(tx, order)).length > 0) return true;
  for (const { productId, quantity } of await listItems(tx, order.id)) {
    if (!(await sellStock(tx, { productId, sold: quantity, reserved: 0 }))) return false;
  }
  await markStockDeducted(tx, order.id);
  return true;
}

/**
 * Puts units of an order back into stock. Returns false if that exceeds what it took out; the
 * caller must then roll back.
 */
export async function restock(tx: Db, order: StockedOrder, lines: readonly ReturnLine[]): Promise<boolean> {
  if (lines.length === 0) return true;
  if (!order.stockDeducted) return false;
  const items = await listItems(tx, order.id);
  for (const { productId, quantity } of lines) {
    const item = items.find((one) => one.productId === productId);
    if (item === undefined || !(await tryRestock(tx, item.id, quantity))) return false;
    // The result is ignored: a product that is gone or not counted has no stock to return to.
    await sellStock(tx, { productId, sold: -quantity, reserved: 0 });
  }
  return true;
}
