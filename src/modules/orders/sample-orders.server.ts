import { removeRedemptions } from '#modules/discounts/redemptions.queries.server.ts';
import { removeAllOrderMails } from '#modules/email/mail-log.queries.server.ts';
import { removePlayPayments } from '#modules/payments/payments.queries.server.ts';
import { removeMessagesAbout } from '#modules/webhooks/webhooks.queries.server.ts';
import type { Db } from '#platform/db/database.server.ts';

import { deleteOrders, lockSamples } from './sample-orders.queries.server.ts';

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
  await removePlayPayments(tx, intentIds);
  await removeRedemptions(
    tx,
    samples.map(({ checkoutId }) => checkoutId),
  );
  await removeAllOrderMails(tx, ids);
  await removeMessagesAbout(
    tx,
    samples.map(({ orderNumber }) => orderNumber),
  );
  return { orders: ids.length, intentIds };
}
