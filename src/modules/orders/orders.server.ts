import { undeliverableDomain } from '#modules/email/mail.ts';
import { listOrderMails } from '#modules/email/mail-log.queries.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { needsLatinSpelling } from '#shared/latin-spelling.ts';
import { normalizeIdentifier } from '#shared/identifier.ts';

import { recalculate } from './change-order.server.ts';
import { listDisputes, type Dispute } from './disputes.queries.server.ts';
import { adoptDisputes } from './disputes.server.ts';
import { isUndecided } from './disputes.ts';
import { findReleaseRefusal } from './order-actions.server.ts';
import { holdTookStock, holdExplanation, lostDispute, type OrderHold } from './order-holds.ts';
import type { OrderView } from './order-record.ts';
import { isCancellable } from './order-status.ts';
import { releaseRefusals } from './orders.schema.ts';
import {
  findCustomerOrder,
  insertOrder,
  findOrderByNumber,
  loadOrder,
  updateGuestOrders,
  type Buyer,
  type NewOrder,
  type NewOrderItem,
  type OrderRow,
} from './orders.queries.server.ts';
import { findDocuments } from './find-documents.queries.server.ts';
import { insertCreditNote } from './order-documents.queries.server.ts';
import { listRefundRows } from './refunds.queries.server.ts';
import { refundableParts } from './refunds.ts';
import { appendRefundEvent, refundableCents, listRefunds } from './refunds.server.ts';
import { listReturns } from './returns.queries.server.ts';
import { resendAddress } from './send-order-emails.server.ts';
import { isOpenReturn, returnable, returnedShipping, returnedValue } from './returns.ts';

type FirstEvent = { type: string; message: string };
export type PlacedOrder = NewOrder & { items: NewOrderItem[]; events: [FirstEvent, ...FirstEvent[]] };

/** Applies the stored refunds and disputes of a payment to an order that is being placed. */
async function adoptReturnedMoney(tx: Db, row: OrderRow, intentId: string): Promise<void> {
  const known = await listRefundRows(tx, intentId);
  for (const refund of known) await appendRefundEvent(tx, row, refund);
  await adoptDisputes(tx, row, intentId);
  await recalculate(tx, row);
  for (const { id } of known) await insertCreditNote(tx, id);
}

/**
 * Stores an order with its lines and first events; every amount in cents as the quote version
 * agreed. There is one order per checkout and per intent. The caller must have locked its payment
 * (`paymentLock`).
 */
export async function placeOrder(tx: Db, placed: PlacedOrder): Promise<OrderView> {
  const { items, status, holdReason = null, paymentIntentId: intentId = null } = placed;
  const stockDeducted = items.length > 0 && holdTookStock(holdReason);
  const events = placed.events.map((event) => ({ ...event, status }));
  const { row, view, hasRefundOrDispute } = await insertOrder(tx, { stockDeducted, ...placed, events });
  if (intentId === null || !hasRefundOrDispute) return view;
  await adoptReturnedMoney(tx, row, intentId);
  return loadOrder(tx, row.id);
}

/**
 * Assigns a guest's orders with this email, which the account must have confirmed, to that account.
 * Returns their number.
 */
export function attachGuestOrders(db: Db, userId: string, email: string): Promise<number> {
  return updateGuestOrders(db, email.toLowerCase(), userId);
}

const numberForm = /^[A-Z0-9-]{1,40}$/;

/** Returns the order with this number if it belongs to this customer, else null. */
export async function findOrderOfCustomer(db: Db, customer: Buyer, orderNumber: string): Promise<OrderView | null> {
  const number = normalizeIdentifier(orderNumber).toUpperCase();
  return numberForm.test(number) ? findCustomerOrder(db, customer, number) : null;
}

const disputeHold: OrderHold = 'dispute';

/**
 * Returns why an order is held, what to do about it, and why it cannot be released now; null for an
 * order that is not held. Its `disputes` are the undecided ones.
 */
async function findHold(db: Db, order: OrderView, disputes: readonly Dispute[]) {
  const { holdReason } = order;
  if (holdReason === null) return null;
  const undecided = disputes.filter(isUndecided);
  const isLost = holdReason === disputeHold && undecided.length === 0;
  const refusal = await findReleaseRefusal(db, order);
  const unreleasable = refusal === null ? null : releaseRefusals[refusal];
  return { ...(isLost ? lostDispute : holdExplanation(holdReason)), disputes: undecided, unreleasable };
}

/** Returns everything the shop knows about one order, or null. */
export async function findOrderDetail(db: Db, orderNumber: string) {
  const found = await findOrderByNumber(db, orderNumber);
  if (found === null) return null;
  const { paymentIntentId, items } = found;
  const returns = await listReturns(db, found.id);
  const mails = await listOrderMails(db, found.id);
  const disputes = paymentIntentId === null ? [] : await listDisputes(db, paymentIntentId);
  const refunds = paymentIntentId === null ? [] : await listRefunds(db, paymentIntentId);
  return {
    order: found,
    hold: await findHold(db, found, disputes),
    isCancellable: isCancellable(found),
    isErased: found.email.endsWith(undeliverableDomain),
    needsSpelling: needsLatinSpelling(`${found.customer.firstName} ${found.customer.lastName}`),
    refundableCents: await refundableCents(db, found.id),
    refunds,
    refundableParts: refundableParts(found, refunds),
    documents: await findDocuments(db, found.id),
    disputes,
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
    mails: mails.map((mail) => ({ ...mail, resentTo: resendAddress(found, mail) })),
  };
}

export type OrderDetail = NonNullable<Awaited<ReturnType<typeof findOrderDetail>>>;
