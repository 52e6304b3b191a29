import { eq, sql, type SQL } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import type { Cents } from '#shared/money.ts';

import { disputeStage, keepsMoney } from './disputes.ts';
import * as repo from './orders.queries.server.ts';
import { paymentStatusAfter } from './order.ts';
import { disputes, refunds } from './tables.server.ts';

/**
 * Locks a payment by its id alone, whether or not its order is placed. Provider updates and the
 * placing of its order then cannot miss each other. It is a column of another statement, and
 * protects those that follow it.
 */
export const paymentLock = (intentId: string | SQL) => sql`pg_advisory_xact_lock(hashtextextended(${intentId}, 11))`;

/** Locks a payment in a statement of its own. */
export async function lockPaymentName(tx: Db, intentId: string): Promise<void> {
  await tx.execute(sql`select ${paymentLock(intentId)}`);
}

/** Locks everything that the shop stores about one payment, and its order if that is placed. */
export async function lockPayment(tx: Db, intentId: string): Promise<repo.OrderRow | null> {
  await lockPaymentName(tx, intentId);
  return repo.lockByIntent(tx, intentId);
}

export type Balance = {
  /** Returned for good: refunds that succeeded, and disputes that were lost. */
  returnedCents: Cents;
  /** Returned, on its way, or withheld by the customer's bank. */
  claimedCents: Cents;
  /** Withheld by the customer's bank, which has not decided yet. */
  disputedCents: Cents;
};

/**
 * Returns how much of a payment went back or may go back, in cents; zero for an order without a
 * payment.
 */
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

/** Stores in a locked order what went back, and the payment status that follows from it. */
export async function recalculate(tx: Db, order: repo.OrderRow): Promise<void> {
  if (order.paymentIntentId === null) return;
  const { returnedCents } = await balanceOf(tx, order.paymentIntentId);
  const paymentStatus = paymentStatusAfter(order, returnedCents);
  await repo.updateOrder(tx, order.id, { returnedCents, paymentStatus });
}
