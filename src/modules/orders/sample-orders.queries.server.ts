import { eq, inArray, sql } from 'drizzle-orm';

import { eraseTeamNotes } from '#modules/team-notes/team-notes.queries.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { hasRow } from '#platform/db/rows.server.ts';

import { forgetSalesDays } from './forget-sales-days.queries.server.ts';
import { paymentLock } from './orders.queries.server.ts';
import {
  disputes,
  orderEvents,
  orderItems,
  orderPackages,
  orderReturns,
  orders,
  pendingOrderErasures,
  refunds,
} from './tables.server.ts';

const isSample = eq(orders.isSample, true);

/** True while the database has a sample order. Reads one entry of an index. */
export const existsSample = (db: Db) => hasRow(db.select({ id: orders.id }).from(orders).where(isSample).limit(1));

export const countSamples = (db: Db) => db.$count(orders, isSample);

/** Locks all sample orders for the transaction, their payments first. Returns them. */
export async function lockSamples(tx: Db) {
  await tx
    .select({ locked: paymentLock(sql`${orders.paymentIntentId}`) })
    .from(orders)
    .where(isSample)
    .orderBy(orders.id);
  const { id, orderNumber, checkoutId, paymentIntentId } = orders;
  return tx
    .select({ id, orderNumber, checkoutId, intentId: paymentIntentId })
    .from(orders)
    .where(isSample)
    .orderBy(id)
    .for('update');
}

/** Deletes orders with everything that the shop stores about them and their payments. */
export async function deleteOrders(tx: Db, ids: readonly string[], intentIds: readonly string[]): Promise<void> {
  await forgetSalesDays(tx, ids);
  await tx.delete(refunds).where(inArray(refunds.paymentIntentId, [...intentIds]));
  await tx.delete(disputes).where(inArray(disputes.paymentIntentId, [...intentIds]));
  for (const part of [orderReturns, orderPackages, orderEvents, orderItems, pendingOrderErasures])
    await tx.delete(part).where(inArray(part.orderId, [...ids]));
  await eraseTeamNotes(tx, { kind: 'order', ids });
  await tx.delete(orders).where(inArray(orders.id, [...ids]));
}
