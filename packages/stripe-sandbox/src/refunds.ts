import type { Db } from './database.ts';

import { centsOf, okResponse, invalid, missing, newId, seconds, textOf, type ApiResponse } from './responses.ts';
import { bookRefund, bookRefundFailure } from './balance-transactions.ts';
import { emit } from './events.ts';
import type { SandboxCharge, SandboxRefund } from './objects.ts';
import * as repo from './queries.ts';
import { chargeIdOf, formatUsd, textsOf, type RefundManner, type SandboxIntent, type Form } from './cards.ts';
import { inUnitOfWork, type UnitOfWork } from './unit-of-work.ts';

export function chargeOf(intent: SandboxIntent, manner: RefundManner = 'at_once'): SandboxCharge {
  return {
    id: chargeIdOf(intent.id),
    object: 'charge',
    amount: intent.amount_received,
    amount_captured: intent.amount_received,
    amount_refunded: 0,
    captured: true,
    created: seconds(),
    currency: intent.currency,
    disputed: false,
    livemode: false,
    metadata: intent.metadata,
    paid: true,
    payment_intent: intent.id,
    payment_method_details: intent.card === null ? null : { type: 'card', card: { ...intent.card, wallet: null } },
    receipt_email: intent.receipt_email,
    refunded: false,
    status: 'succeeded',
    sandbox_refunds: manner,
  };
}

/** Returns the paid intent that a form names by its id or its charge's. */
async function paidIntent(work: UnitOfWork, form: Form): Promise<SandboxIntent | ApiResponse> {
  const id = textOf(form.payment_intent) ?? textOf(form.charge)?.replace(/^ch_/, 'pi_') ?? null;
  if (id === null) return invalid('One of the following params should be provided: payment_intent, charge.');
  const intent = await work.find('payment_intent', id);
  if (intent === null) return missing('payment_intent', id, 'payment_intent');
  if (intent.status === 'succeeded') return intent;
  return invalid(`This PaymentIntent (${id}) does not have a successful charge to refund.`);
}

function refusedRefund(charge: SandboxCharge, amount: number | null, isRefundable: boolean): ApiResponse | null {
  const left = charge.amount - charge.amount_refunded;
  if (!isRefundable) {
    return invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, 'charge_disputed');
  }
  if (left <= 0) return invalid(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded');
  if (amount === null) return invalid('Invalid integer: amount', 'parameter_invalid_integer');
  if (amount < 1) return invalid('Invalid positive integer', 'parameter_invalid_integer');
  if (amount <= left) return null;
  return invalid(
    `Refund amount (${formatUsd(amount)}) is greater than unrefunded amount on charge (${formatUsd(left)})`,
  );
}

function countRefund(work: UnitOfWork, charge: SandboxCharge, cents: number): SandboxCharge {
  const amountRefunded = charge.amount_refunded + cents;
  const next = { ...charge, amount_refunded: amountRefunded, refunded: amountRefunded >= charge.amount };
  work.put(next);
  return next;
}

export async function createRefund(work: UnitOfWork, form: Form): Promise<ApiResponse> {
  const intent = await paidIntent(work, form);
  if ('body' in intent) return intent;
  // Intents from before the sandbox had charges have none.
  const charge = (await work.find('charge', chargeIdOf(intent.id))) ?? chargeOf(intent);
  const disputes = await repo.listObjectsOf(work.db, 'dispute', intent.id);
  const amount = form.amount === undefined ? charge.amount - charge.amount_refunded : centsOf(form.amount);
  const refused = refusedRefund(
    charge,
    amount,
    disputes.every((one) => one.is_charge_refundable),
  );
  if (refused !== null) return refused;
  const refund = bookRefund(work, {
    id: newId('re'),
    object: 'refund',
    amount: amount ?? 0,
    balance_transaction: null,
    charge: charge.id,
    created: seconds(),
    currency: charge.currency,
    metadata: textsOf(form.metadata),
    payment_intent: intent.id,
    reason: textOf(form.reason),
    receipt_number: null,
    status: charge.sandbox_refunds === 'pending_first' ? 'pending' : 'succeeded',
  });
  work.put(refund);
  const charged = countRefund(work, charge, refund.amount);
  emit(work, 'charge.refunded', charged);
  emit(work, 'refund.created', refund);
  return okResponse(refund);
}

export function updateRefund(work: UnitOfWork, refund: SandboxRefund, form: Form): ApiResponse {
  const next = { ...refund, metadata: { ...refund.metadata, ...textsOf(form.metadata) } };
  work.put(next);
  emit(work, 'refund.updated', next);
  return okResponse(next);
}

function fail(work: UnitOfWork, refund: SandboxRefund, charge: SandboxCharge): void {
  const failed: SandboxRefund = { ...refund, status: 'failed', failure_reason: 'expired_or_canceled_card' };
  work.put(failed);
  countRefund(work, charge, -refund.amount);
  bookRefundFailure(work, refund);
  emit(work, 'refund.updated', failed);
  emit(work, 'refund.failed', failed);
}

async function finish(work: UnitOfWork, id: string): Promise<void> {
  const refund = await work.find('refund', id);
  const charge = refund && (await work.find('charge', refund.charge));
  if (refund === null || charge === null) return;
  if (charge.sandbox_refunds === 'fails_later' && refund.status === 'succeeded') fail(work, refund, charge);
  if (charge.sandbox_refunds === 'pending_first' && refund.status === 'pending') {
    const succeeded: SandboxRefund = { ...refund, status: 'succeeded' };
    work.put(succeeded);
    emit(work, 'refund.updated', succeeded);
  }
}

/** Seconds until the bank reports the outcome of a payment or a refund. */
export const bankSeconds = 5;

/**
 * Settles refunds that the bank has had for five seconds, with the outcome set by the card that
 * paid.
 */
export async function finishRefunds(db: Db, now: Date): Promise<void> {
  const due = new Date(now.getTime() - bankSeconds * 1000);
  for (const id of await repo.listUnfinishedRefunds(db, due)) await inUnitOfWork(db, (work) => finish(work, id));
}
