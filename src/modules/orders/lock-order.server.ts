import { recordChange } from '#modules/audit/audit-log.server.ts';
import type { Actor, Change } from '#modules/audit/audit-entry.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { decide } from '#platform/db/transaction.server.ts';
import { notFound } from '#platform/http/errors.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { lockPayment } from './payment-balance.server.ts';
import * as repo from './orders.queries.server.ts';

export type Looked = {
  orderNumber: string;
  /** The version that was looked at; without one the change is made whatever happened since. */
  version?: number | undefined;
};

/** Locks an order and its payment for the transaction. Refuses one that changed since it was looked at; throws when there is none. */
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

/** Runs `work` with an order that is locked as lockOrder does; what it refuses undoes everything that it wrote. */
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
  /** Nobody of the shop where the customer did it: the audit log is about those who work here. */
  actor: Actor | undefined;
  /** Its new columns; the version counts on in any case. */
  set?: Partial<repo.NewOrder>;
  /** What its history says; null for what is no step of it. */
  event: Omit<Parameters<typeof repo.insertEvent>[1], 'orderId' | 'at'> | null;
};

/** Writes a change of a locked order: the order, its history, and who did it. */
export async function writeChange(
  tx: Db,
  { now }: Pick<Ctx, 'now'>,
  { order, actor, set = {}, event, ...change }: Written,
): Promise<void> {
  await repo.updateOrder(tx, order.id, set);
  if (event !== null) await repo.insertEvent(tx, { ...event, orderId: order.id, at: now() });
  if (actor !== undefined) await recordChange(tx, actor, { ...change, subject: `order:${order.orderNumber}` });
}
