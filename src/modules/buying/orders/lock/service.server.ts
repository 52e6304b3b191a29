import type { Db } from '#platform/db/database.server.ts';
import { notFound } from '#platform/http/errors.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { lockPayment } from '../balance/service.server.ts';
import * as repo from '../repo.server.ts';

export type Looked = {
  orderNumber: string;
  /** The version that was looked at; without one the change is wanted whatever happened since. */
  version?: number | undefined;
};

/** Holds an order and its payment for the transaction. Refuses one that changed since it was looked at; throws when there is none. */
export async function lockOrder(
  tx: Db,
  { orderNumber, version }: Looked,
): Promise<Result<repo.OrderRow, 'changed_meanwhile'>> {
  const found = await repo.findByNumber(tx, orderNumber);
  if (found === null) throw notFound();
  const { id, paymentIntentId } = found;
  // The payment first, as everything does that takes both.
  const order = await (paymentIntentId === null ? repo.lockById(tx, id) : lockPayment(tx, paymentIntentId));
  if (order === null) throw notFound();
  return version !== undefined && order.version !== version ? refuse('changed_meanwhile') : ok(order);
}
