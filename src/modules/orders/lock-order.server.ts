import { recordChange } from '#modules/audit/audit-log.server.ts';
import type { Actor, Change } from '#modules/audit/audit-log.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { decide } from '#platform/db/transaction.server.ts';
import { notFound } from '#platform/http/errors.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { lockPayment } from './payment-balance.server.ts';
import * as repo from './orders.queries.server.ts';

export type Looked = {
  orderNumber: string;
  /** Version that the user saw. Unset makes the change whatever happened since. */
  version?: number | undefined;
};

/**
 * Locks an order and its payment for the transaction. Refuses an order that changed since the given
 * version. Throws if there is none.
 */
export async function lockOrder(
  tx: Db,
  { orderNumber, version }: Looked,
): Promise<Result<repo.OrderRow, 'changed_meanwhile'>> {
  const found = await repo.findByNumber(tx, orderNumber);
  if (found === null) throw notFound();
  const { id, paymentIntentId } = found;
  // The payment first, in the same order as every other code that locks both.
  const order = await (paymentIntentId === null ? repo.lockById(tx, id) : lockPayment(tx, paymentIntentId));
  if (order === null) throw notFound();
  return version !== undefined && order.version !== version ? refuse('changed_meanwhile') : ok(order);
}

/**
 * Runs `work` with an order locked by `lockOrder`. A refusal rolls back everything that it wrote.
 */
export function decideOnOrder<T, R extends string>(
  { db }: Pick<Ctx, 'db'>,
  looked: Looked,
  work: (tx: Db, order: repo.OrderRow) => Promise<Result<T, R>>,
): Promise<Result<T, R | 'changed_meanwhile'>> {
  return decide(db, async (tx): Promise<Result<T, R | 'changed_meanwhile'>> => {
    const locked = await lockOrder(tx, looked);
    return locked.ok ? work(tx, locked.value) : locked;
  });
}

type Written = Pick<Change, 'action' | 'before' | 'after'> & {
  order: repo.OrderRow;
  /** Undefined if the customer made the change, because the audit log covers only staff. */
  actor: Actor | undefined;
  /** Changed columns. The version is incremented in any case. */
  set?: Partial<repo.NewOrder>;
  /** Event for the order's history; null if the change is no step of it. */
  event: Omit<Parameters<typeof repo.insertEvent>[1], 'orderId' | 'at'> | null;
};

/** Writes a change of a locked order: the order, its event and its audit entry. */
export async function writeChange(
  tx: Db,
  { now }: Pick<Ctx, 'now'>,
  { order, actor, set = {}, event, ...change }: Written,
): Promise<void> {
  await repo.updateOrder(tx, order.id, set);
  if (event !== null) await repo.insertEvent(tx, { ...event, orderId: order.id, at: now() });
  if (actor !== undefined) await recordChange(tx, actor, { ...change, subject: `order:${order.orderNumber}` });
}
