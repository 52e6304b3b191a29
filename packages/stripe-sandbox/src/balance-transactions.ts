import type { Db } from './database.ts';

import { firstOf, limitOf, newId, seconds, type ApiResponse } from './responses.ts';
import type { SandboxBalanceTransaction, SandboxCharge, SandboxDispute, SandboxRefund } from './objects.ts';
import * as repo from './queries.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** Fee of a charge: 2.9 % and 30 cents, as Stripe publishes for cards in the US. */
const feePerMille = 29;
const fixedFeeCents = 30;
/** Fee of a dispute, in cents. Like at the provider, it does not come back if the shop wins. */
const disputeFeeCents = 1_500;
/** Days until a charge is available for a payout. */
const pendingDays = 2;

type Source = Pick<SandboxCharge | SandboxRefund | SandboxDispute, 'id' | 'currency' | 'payment_intent'>;
type Effect = Pick<SandboxBalanceTransaction, 'amount' | 'reporting_category' | 'type' | 'description'> & {
  fee?: { amount: number; description: string };
  /** Second at which it was booked; now if unset. */
  created?: number;
};

/** Adds the effect of an object on the balance, and returns its id. */
function addTransaction(work: UnitOfWork, source: Source, { fee, created = seconds(), ...effect }: Effect): string {
  const feeAmount = fee?.amount ?? 0;
  const isCharge = effect.type === 'charge';
  const transaction: SandboxBalanceTransaction = {
    id: newId('txn'),
    object: 'balance_transaction',
    ...effect,
    available_on: created + (isCharge ? pendingDays * 86_400 : 0),
    balance_type: 'payments',
    created,
    currency: source.currency,
    exchange_rate: null,
    fee: feeAmount,
    fee_details:
      fee === undefined ? [] : [{ ...fee, application: null, currency: source.currency, type: 'stripe_fee' }],
    net: effect.amount - feeAmount,
    source: source.id,
    status: isCharge ? 'pending' : 'available',
    sandbox_intent: source.payment_intent,
  };
  work.put(transaction);
  return transaction.id;
}

/** Returns the provider's fee for a charge, in cents, rounded half up. */
const chargeFee = (cents: number) => Math.floor((cents * feePerMille + 500) / 1000) + fixedFeeCents;

/** Books a paid charge with its fee. Returns the charge with the id of its transaction. */
export function bookCharge(work: UnitOfWork, charge: SandboxCharge): SandboxCharge {
  const fee = { amount: chargeFee(charge.amount), description: 'Stripe processing fees' };
  const effect = { amount: charge.amount, reporting_category: 'charge', type: 'charge', description: null } as const;
  const { created } = charge;
  return { ...charge, balance_transaction: addTransaction(work, charge, { ...effect, fee, created }) };
}

/** Books a refund. Like at the provider, the fee of the charge does not come back. */
export function bookRefund(work: UnitOfWork, refund: SandboxRefund): SandboxRefund {
  const description = 'REFUND FOR CHARGE';
  const effect = { amount: -refund.amount, reporting_category: 'refund', type: 'refund', description } as const;
  const { created } = refund;
  return { ...refund, balance_transaction: addTransaction(work, refund, { ...effect, created }) };
}

/** Books the money of a failed refund, which comes back. */
export function bookRefundFailure(work: UnitOfWork, refund: SandboxRefund): void {
  const description = 'REFUND FAILURE';
  const kind = { reporting_category: 'refund_failure', type: 'refund_failure' } as const;
  addTransaction(work, refund, { ...kind, amount: refund.amount, description });
}

/** Books the disputed money, which the bank withdraws, and the fee. */
export function bookDispute(work: UnitOfWork, dispute: SandboxDispute, created = seconds()): void {
  addTransaction(work, dispute, {
    created,
    amount: -dispute.amount,
    reporting_category: 'dispute',
    type: 'adjustment',
    description: `Chargeback withdrawal for ${dispute.charge}`,
    fee: { amount: disputeFeeCents, description: 'Dispute fee' },
  });
}

/** Books the money of a won dispute, which comes back without the fee. */
export function bookDisputeReversal(work: UnitOfWork, dispute: SandboxDispute): void {
  const description = `Chargeback reversal for ${dispute.charge}`;
  const kind = { reporting_category: 'dispute_reversal', type: 'adjustment' } as const;
  addTransaction(work, dispute, { ...kind, amount: dispute.amount, description });
}

/** Returns transactions with the object that each is about, if the call asks for it. */
async function expanded(db: Db, transactions: readonly SandboxBalanceTransaction[], query: URLSearchParams) {
  const isExpanded = [...query].some(([name, value]) => name.startsWith('expand[') && value === 'data.source');
  if (!isExpanded) return transactions;
  const sources = await repo.objectsById(
    db,
    transactions.map(({ source }) => source),
  );
  return transactions.map((one) => ({ ...one, source: sources.get(one.source) ?? one.source }));
}

/** Lists transactions, newest first, by their dates, type, currency and source. */
export async function listTransactions(db: Db, path: string, query: URLSearchParams): Promise<ApiResponse> {
  const limit = limitOf(query);
  const found = await repo.listTransactions(db, query, limit + 1);
  return firstOf(path, limit, await expanded(db, found, query));
}
