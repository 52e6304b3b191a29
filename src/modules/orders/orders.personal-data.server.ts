import { eraseOrderMails } from '#modules/email/mail-log.queries.server.ts';
import { enqueueBuyerErasures } from '#modules/payments/payments.queries.server.ts';
import { eraseTeamNotes } from '#modules/team-notes/team-notes.queries.server.ts';
import { eraseMessagesAbout } from '#modules/webhooks/webhooks.queries.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import type { PersonalData } from '#platform/db/data-subject.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';

import { listContents } from './issued-documents.queries.server.ts';
import type { OrderView } from './order-record.ts';
import { isClosed } from './order-status.ts';
import {
  deleteToForget,
  eraseContactData,
  insertToForget,
  intentOf,
  listToForget,
  listOrdersOfCustomer,
  detachFromAccount,
} from './orders.queries.server.ts';
import { listReturnsOfOrders } from './returns.queries.server.ts';
import { orderDocuments, orderReturns, orders } from './tables.server.ts';

const allOrders = 10_000;

/**
 * Erases the data of an order that was only needed to reach its customer. Name, addresses and
 * amounts are retained for the books.
 */
async function eraseContact(tx: Db, order: Pick<OrderView, 'id' | 'orderNumber'>, alias: string): Promise<void> {
  await eraseContactData(tx, order.id, alias);
  await enqueueBuyerErasures(tx, intentOf(order.id));
  await eraseOrderMails(tx, order.id);
  await eraseTeamNotes(tx, { kind: 'order', ids: [order.id] });
  await eraseMessagesAbout(tx, [order.orderNumber]);
}

export const ordersPersonalData: PersonalData = {
  columns: [
    orders.email,
    orders.customer,
    orders.shippingAddress,
    orders.billingAddress,
    orders.deliveryInstructions,
    orders.paymentMethod,
    orderDocuments.content,
    orderDocuments.contact,
    orderReturns.reason,
    orderReturns.labelUrl,
  ],
  async export({ db }, person) {
    const found = await listOrdersOfCustomer(db, person, allOrders);
    const ids = found.map(({ id }) => id);
    const returns = await listReturnsOfOrders(db, ids);
    const documents = await listContents(db, ids);
    return {
      orders: found.map(({ checkoutId: _checkout, couponDiscount: discount, ...order }) => ({
        ...order,
        discount,
        returns: returns.filter((one) => one.orderId === order.id),
        documents: documents
          .filter(({ orderId }) => orderId === order.id)
          .map(({ content, contact }) => ({ ...content, contact })),
      })),
    };
  },
  /**
   * Detaches the orders from their account. The contact of closed orders is erased now, of others
   * once they are closed.
   */
  async erase(tx, person, alias) {
    const found = await listOrdersOfCustomer(tx, person, allOrders);
    if (found.length === 0) return;
    await detachFromAccount(
      tx,
      found.map(({ id }) => id),
    );
    await eraseMessagesAbout(
      tx,
      found.map(({ orderNumber }) => orderNumber),
    );
    for (const order of found) {
      if (isClosed(order)) await eraseContact(tx, order, alias);
      else await insertToForget(tx, order.id, alias);
    }
  },
};

/** Erases the contact of deleted accounts' orders that have been closed since. */
export async function eraseClosedOrders({ db }: Pick<Ctx, 'db'>): Promise<void> {
  for (const order of (await listToForget(db)).filter(isClosed)) {
    await inTransaction(db, async (tx) => {
      await eraseContact(tx, order, order.alias);
      await deleteToForget(tx, order.id);
    });
  }
}
