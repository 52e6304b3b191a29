import { blankIntent } from './payment-intents.ts';
import { bookCharge, bookDispute, bookRefund } from './balance-transactions.ts';
import { paid, type DisputeBeginning, type SandboxIntent } from './cards.ts';
import type { Db } from './database.ts';
import { disputeOf } from './disputes.ts';
import { chargeOf } from './refunds.ts';
import { UnitOfWork } from './unit-of-work.ts';

type Dated = { id: string; at: Date };

/** Payment that succeeded before the sandbox was asked. Amounts are in cents. */
export type PastPayment = Dated &
  Pick<SandboxIntent, 'amount' | 'metadata' | 'receipt_email' | 'shipping' | 'card'> & {
    refunds: readonly (Dated & { amount: number; metadata: Record<string, string> })[];
    /** Dispute that the bank opened later. */
    dispute: (Dated & DisputeBeginning) | null;
  };

const secondOf = (at: Date) => Math.floor(at.getTime() / 1000);

function addPayment(work: UnitOfWork, { at, refunds, dispute, ...details }: PastPayment): void {
  const created = secondOf(at);
  const intent = { ...paid({ ...blankIntent(), ...details }), client_secret: `${details.id}_secret_past`, created };
  const charge = bookCharge(work, { ...chargeOf(intent), created });
  const refunded = refunds.reduce((sum, { amount }) => sum + amount, 0);
  work.put(intent);
  work.put({
    ...charge,
    amount_refunded: refunded,
    refunded: refunded >= charge.amount,
    disputed: dispute !== null,
  });
  for (const { id, at: refundedAt, amount, metadata } of refunds) {
    const refund = bookRefund(work, {
      id,
      object: 'refund',
      amount,
      balance_transaction: null,
      charge: charge.id,
      created: secondOf(refundedAt),
      currency: charge.currency,
      metadata,
      payment_intent: intent.id,
      reason: null,
      receipt_number: null,
      status: 'succeeded',
    });
    work.put(refund);
  }
  if (dispute === null) return;
  const opened = { ...disputeOf(charge, dispute, secondOf(dispute.at)), id: dispute.id };
  work.put(opened);
  bookDispute(work, opened, opened.created);
}

/**
 * Stores payments of the past with their charges, refunds, disputes and balance transactions, as if
 * they had been made then. Emits no events. `db` is the caller's transaction.
 */
export async function recordPastPayments(db: Db, payments: readonly PastPayment[]): Promise<void> {
  const work = new UnitOfWork(db);
  for (const payment of payments) addPayment(work, payment);
  await work.write({ isPast: true });
}
