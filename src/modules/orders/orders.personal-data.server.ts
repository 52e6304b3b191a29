import { asc, eq, inArray, sql } from 'drizzle-orm';

import { deleteOrderMails } from '#modules/email/mails.server.ts';
import { eraseMessagesAbout } from '#modules/webhooks/webhooks.server.ts';
import { enqueueBuyerErasures } from '#modules/payments/erase-buyers.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import type { PersonalData } from '#platform/db/personal-data.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';
import { emptyNotes, orderNotes } from '#shared/order-notes.ts';

import { ordersOfCustomer } from './customer-orders.server.ts';
import { isClosed, type OrderView } from './order.ts';
import { orderReturns, orders, ordersToForget } from './tables.server.ts';

const allOrders = 10_000;

/**
 * Erases the data of an order that was only needed to reach its customer. Name, addresses and
 * amounts are retained for the books.
 */
async function eraseContact(tx: Db, order: Pick<OrderView, 'id' | 'orderNumber'>, alias: string): Promise<void> {
  const isOrder = eq(orders.id, order.id);
  const customer = sql`jsonb_set(${orders.customer}, '{phone}', '""')`;
  await tx
    .update(orders)
    .set({ email: alias, customer, ...emptyNotes, paymentMethod: null })
    .where(isOrder);
  await tx.update(orderReturns).set({ reason: '', labelUrl: null }).where(eq(orderReturns.orderId, order.id));
  const { paymentIntentId } = orders;
  await enqueueBuyerErasures(
    tx,
    sql`select ${paymentIntentId} from ${orders} where ${isOrder} and ${paymentIntentId} is not null`,
  );
  await deleteOrderMails(tx, order.id);
  await eraseMessagesAbout(tx, [order.orderNumber]);
}

export const ordersPersonalData: PersonalData = {
  columns: [
    orders.email,
    orders.customer,
    orders.shippingAddress,
    orders.billingAddress,
    ...orderNotes.map(({ name }) => orders[name]),
    orders.paymentMethod,
    orderReturns.reason,
    orderReturns.labelUrl,
  ],
  async export({ db }, person) {
    const found = await ordersOfCustomer(db, person, allOrders);
    const ids = found.map(({ id }) => id);
    const { orderId, requestedAt } = orderReturns;
    const back = await db.select().from(orderReturns).where(inArray(orderId, ids)).orderBy(asc(requestedAt));
    return {
      orders: found.map(({ checkoutId: _checkout, couponDiscount: discount, ...order }) => ({
        ...order,
        discount,
        returns: back.filter((one) => one.orderId === order.id),
      })),
    };
  },
  /**
   * Detaches the orders from their account. The contact of closed orders is erased now, of others
   * once they are closed.
   */
  async erase(tx, person, alias) {
    const found = await ordersOfCustomer(tx, person, allOrders);
    if (found.length === 0) return;
    const ids = found.map(({ id }) => id);
    await tx.update(orders).set({ customerId: null }).where(inArray(orders.id, ids));
    await eraseMessagesAbout(
      tx,
      found.map(({ orderNumber }) => orderNumber),
    );
    for (const order of found) {
      if (isClosed(order)) await eraseContact(tx, order, alias);
      else await tx.insert(ordersToForget).values({ orderId: order.id, alias }).onConflictDoNothing();
    }
  },
};

/** Erases the contact of deleted accounts' orders that have been closed since. */
export async function eraseClosedOrders({ db }: Pick<Ctx, 'db'>): Promise<void> {
  const { id, orderNumber, status, paymentStatus, holdReason } = orders;
  const { orderId, alias } = ordersToForget;
  const waiting = await db
    .select({ id, orderNumber, alias, status, paymentStatus, holdReason })
    .from(ordersToForget)
    .innerJoin(orders, eq(id, orderId));
  for (const order of waiting.filter(isClosed)) {
    await inTransaction(db, async (tx) => {
      await eraseContact(tx, order, order.alias);
      await tx.delete(ordersToForget).where(eq(orderId, order.id));
    });
  }
}
