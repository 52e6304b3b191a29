import { deleteRedemptions } from '#modules/discounts/redemptions.server.ts';
import { deleteAllOrderMails } from '#modules/email/mail-log.server.ts';
import { deletePlayPayments } from '#modules/payments/payments.server.ts';
import { deleteMessagesAbout } from '#modules/webhooks/webhooks.server.ts';
import type { Db } from '#platform/db/database.server.ts';

import { deleteOrders, lockSamples } from './sample-orders.queries.server.ts';

export { countSamples, existsSample } from './sample-orders.queries.server.ts';

/**
 * Deletes all sample orders in the caller's transaction, with their payments in the sandbox, uses
 * of codes, emails and webhook messages. Returns their number and payments. A trigger updates the
 * figures of customers.
 */
export async function deleteSampleOrders(tx: Db): Promise<{ orders: number; intentIds: string[] }> {
  const samples = await lockSamples(tx);
  const ids = samples.map(({ id }) => id);
  const intentIds = samples.flatMap(({ intentId }) => intentId ?? []);
  if (ids.length === 0) return { orders: 0, intentIds };
  await deleteOrders(tx, ids, intentIds);
  await deletePlayPayments(tx, intentIds);
  await deleteRedemptions(
    tx,
    samples.map(({ checkoutId }) => checkoutId),
  );
  await deleteAllOrderMails(tx, ids);
  await deleteMessagesAbout(
    tx,
    samples.map(({ orderNumber }) => orderNumber),
  );
  return { orders: ids.length, intentIds };
}
