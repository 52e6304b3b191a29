import { eq, sql, type SQL } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import type { Cents } from '#shared/money.ts';

import { disputeStage, keepsMoney } from './disputes.ts';
import * as repo from './orders.queries.server.ts';
import { paymentStatusAfter } from './order.ts';
import { disputes, refunds } from './tables.server.ts';

/**
 * Locks a payment by its name alone, whether its order is placed or not, so that provider updates and the placing of its order
 * cannot miss each other: as a column of another statement, for those that follow it.
 */
export const paymentLock = (intentId: string | SQL) => sql`pg_advisory_xact_lock(hashtextextended(${intentId}, 11))`;

/** The same as a statement of its own. */
export async function lockPaymentName(tx: Db, intentId: string): Promise<void> {
  await tx.execute(sql`select ${paymentLock(intentId)}`);
}

/** Locks all that the shop knows of one payment, and its order if it is placed. */
export async function lockPayment(tx: Db, intentId: string): Promise<repo.OrderRow | null> {
  await lockPaymentName(tx, intentId);
  return repo.lockByIntent(tx, intentId);
}

export type Balance = {
  /** Gone back for good: refunds that succeeded, and what lost disputes took. */
  returnedCents: Cents;
  /** Gone back, on its way, or held back by the customer's bank. */
  claimedCents: Cents;
  /** Held back by the customer's bank, which has not decided yet. */
  disputedCents: Cents;
};

/** What of a payment went back or may go back, in cents; nothing of an order without one. */
export async function balanceOf(tx: Db, intentId: string | null): Promise<Balance> {
  if (intentId === null) return { returnedCents: 0, claimedCents: 0, disputedCents: 0 };
  const refunded = await tx.select().from(refunds).where(eq(refunds.paymentIntentId, intentId));
  const disputed = await tx.select().from(disputes).where(eq(disputes.paymentIntentId, intentId));
  const sum = (rows: readonly { amountCents: Cents }[]) => rows.reduce((total, row) => total + row.amountCents, 0);
  return {
    returnedCents:
      sum(refunded.filter(({ status }) => status === 'succeeded')) +
      sum(disputed.filter(({ status }) => status === 'lost')),
    claimedCents:
      sum(refunded.filter(({ status }) => status !== 'failed')) +
      sum(disputed.filter(({ status }) => keepsMoney(status))),
    disputedCents: sum(disputed.filter(({ status }) => disputeStage(status) === 'open')),
  };
}

/** Writes into a locked order what went back, and the payment status that follows from it. */
export async function recalculate(tx: Db, order: repo.OrderRow): Promise<void> {
  if (order.paymentIntentId === null) return;
  const { returnedCents } = await balanceOf(tx, order.paymentIntentId);
  const paymentStatus = paymentStatusAfter(order, returnedCents);
  await repo.updateOrder(tx, order.id, { returnedCents, paymentStatus });
}
