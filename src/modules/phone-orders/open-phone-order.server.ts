import { claimPhoneCart, fillEmptyCart } from '#modules/cart/cart.server.ts';
import { assignCheckout } from '#modules/checkout/checkout.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inResultTransaction } from '#platform/db/transaction.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';
import { isUuid } from '#shared/uuid.ts';

import { isPayable } from './phone-order.ts';
import { findPhoneOrder, recordFirstOpening } from './phone-orders.queries.server.ts';
import type { OpenRefusal } from './phone-orders.schema.ts';
import { pricedItems } from './send-link.server.ts';

/**
 * Returns what a payment link shows: its state, `sold_out` included, and the items at today's
 * prices. Null if there is no such link.
 */
export async function paymentLink(db: Db, id: string) {
  const order = isUuid(id) ? await findPhoneOrder(db, id) : null;
  if (order === null) return null;
  const { orderNumber, expiresAt } = order;
  const { priced, isInStock } = await pricedItems(db, order.items);
  const isSoldOut = isPayable(order.state) && !isInStock && !order.isReserved;
  return { state: isSoldOut ? ('sold_out' as const) : order.state, items: priced, orderNumber, expiresAt };
}

/** Reason why a link cannot be opened, or null. */
async function closedReason(tx: Db, id: string): Promise<OpenRefusal | null> {
  const link = await paymentLink(tx, id);
  if (link === null) return 'withdrawn';
  return link.state === 'waiting' || link.state === 'opened' ? null : link.state;
}

/**
 * Moves the cart of a phone order to the visitor and returns its id. The newest opener has it,
 * and an open checkout continues, so one order can never be paid twice. Fills the cart if it is
 * empty. Refuses the reason for which the link cannot be opened. The visitor must have an identity.
 */
export function openPhoneOrder(db: Db, visitor: Visitor, id: string): Promise<Result<string, OpenRefusal>> {
  return inResultTransaction(db, async (tx): Promise<Result<string, OpenRefusal>> => {
    const opened = await recordFirstOpening(tx, id);
    if (opened !== null) {
      await claimPhoneCart(tx, visitor, { cartId: opened.cartId, phoneOrderId: id });
      // Locks the checkout, so that a payment is settled either before the next read or after.
      await assignCheckout(tx, opened.cartId, visitor.user?.id ?? null);
    }
    const closed = await closedReason(tx, id);
    if (closed !== null || opened === null) return refuse(closed ?? 'withdrawn');
    await fillEmptyCart(tx, opened.cartId, opened.items);
    return ok(opened.cartId);
  });
}
