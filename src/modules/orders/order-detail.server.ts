import { listOrderMails } from '#modules/email/mails.server.ts';
import type { Db } from '#platform/db/database.server.ts';

import { disputesOf } from './disputes.server.ts';
import { isCancellable } from './fulfillment.ts';
import { holdWords } from './order-holds.ts';
import { refundableCents, refundsOf } from './refunds.server.ts';
import { returnsOf } from './returns.server.ts';
import { isOpenReturn, returnable, returnedShipping, returnedValue } from './returns.ts';
import { orderByNumber } from './orders.server.ts';

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
    mails: await listOrderMails(db, found.id),
  };
}

export type OrderDetail = NonNullable<Awaited<ReturnType<typeof orderDetail>>>;
