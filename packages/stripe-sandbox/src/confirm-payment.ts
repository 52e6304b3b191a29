import type { Db } from './database.ts';

import { bookCharge } from './balance-transactions.ts';
import { openDispute } from './disputes.ts';
import { emit, emitCopies } from './events.ts';
import { bankSeconds, chargeOf } from './refunds.ts';
import * as repo from './queries.ts';
import {
  authenticationFailed,
  cardBrand,
  cardOutcome,
  declined,
  failed,
  isWaiting,
  paid,
  type CardOutcome,
  type Pays,
  type SandboxError,
  type SandboxIntent,
} from './cards.ts';
import { inUnitOfWork, UnitOfWork } from './unit-of-work.ts';

export type Confirmation = {
  number: string;
  receiptEmail: string | null;
  shipping: SandboxIntent['shipping'];
};

export type Confirmed = { intent: SandboxIntent | null; error: SandboxError | null; slow?: boolean };

const unknownSecret: SandboxError = {
  type: 'invalid_request_error',
  code: 'resource_missing',
  message: 'No such payment_intent.',
};

const unexpectedState: SandboxError = {
  type: 'invalid_request_error',
  code: 'payment_intent_unexpected_state',
  message: 'This payment can no longer be confirmed.',
};

async function ownIntent(work: UnitOfWork, secret: string): Promise<SandboxIntent | null> {
  const intent = await work.find('payment_intent', secret.split('_secret_')[0] ?? '');
  return intent?.client_secret === secret ? intent : null;
}

function finishPaid(work: UnitOfWork, intent: SandboxIntent, how: Pays = { kind: 'pays' }): Confirmed {
  const next = paid(intent);
  const charge = bookCharge(work, chargeOf(next, how.refunds));
  work.put(next);
  work.put(charge);
  emitCopies(work, { type: 'payment_intent.succeeded', object: next, copies: how.copies });
  if (how.disputed !== undefined) openDispute(work, charge, how.disputed);
  return { intent: next, error: null };
}

/** Stores an unpaid intent and emits its event. */
function storeUnpaid(work: UnitOfWork, intent: SandboxIntent, event: string): Confirmed {
  work.put(intent);
  emit(work, `payment_intent.${event}`, intent);
  return { intent, error: null };
}

function finishFailed(work: UnitOfWork, intent: SandboxIntent, error: SandboxError): Confirmed {
  return { ...storeUnpaid(work, failed(intent, error), 'payment_failed'), error };
}

function apply(work: UnitOfWork, intent: SandboxIntent, outcome: CardOutcome): Confirmed {
  switch (outcome.kind) {
    case 'pays': {
      const confirmed = finishPaid(work, intent, outcome);
      return outcome.slow === true ? { ...confirmed, slow: true } : confirmed;
    }
    case 'declines':
      return finishFailed(work, intent, outcome.error);
    case 'authenticates': {
      const asks = { status: 'requires_action', next_action: { type: 'use_stripe_sdk' } } as const;
      return storeUnpaid(work, { ...intent, ...asks }, 'requires_action');
    }
    case 'processes': {
      const metadata = { ...intent.metadata, sandbox_ends: outcome.ends };
      return storeUnpaid(work, { ...intent, status: 'processing', metadata }, 'processing');
    }
  }
}

/** Pays an intent that waits for its customer. */
export function confirmWith(work: UnitOfWork, intent: SandboxIntent, confirmation: Confirmation): Confirmed {
  const { number, receiptEmail, shipping } = confirmation;
  const attached: SandboxIntent = {
    ...intent,
    receipt_email: receiptEmail ?? intent.receipt_email,
    shipping: shipping ?? intent.shipping,
    card: { brand: cardBrand(number), last4: number.slice(-4) },
  };
  return apply(work, attached, cardOutcome(number));
}

/**
 * Pays an intent with the card number from the browser. Only brand and last four digits are stored.
 */
export function confirmIntent(db: Db, secret: string, confirmation: Confirmation): Promise<Confirmed> {
  return inUnitOfWork(db, async (work) => {
    const intent = await ownIntent(work, secret);
    if (intent === null) return { intent: null, error: unknownSecret };
    return isWaiting(intent) ? confirmWith(work, intent, confirmation) : { intent, error: unexpectedState };
  });
}

/** Answers the 3-D Secure challenge of an intent. */
export function authenticateWith(work: UnitOfWork, intent: SandboxIntent, passed: boolean): Confirmed {
  if (intent.status !== 'requires_action') return { intent, error: unexpectedState };
  return passed ? finishPaid(work, intent) : finishFailed(work, intent, authenticationFailed);
}

/** Answers a 3-D Secure challenge: a passed one pays, a failed one requires another card. */
export function authenticateIntent(db: Db, secret: string, passed: boolean): Promise<Confirmed> {
  return inUnitOfWork(db, async (work) => {
    const intent = await ownIntent(work, secret);
    if (intent === null) return { intent: null, error: unknownSecret };
    return authenticateWith(work, intent, passed);
  });
}

/** Returns the current intent of a secret. */
export async function readOfSecret(db: Db, secret: string): Promise<Confirmed> {
  const intent = await ownIntent(new UnitOfWork(db), secret);
  return { intent, error: intent === null ? unknownSecret : null };
}

/** Settles payments that have been processing for five seconds, with the outcome of their card. */
export async function finishProcessing(db: Db, now: Date): Promise<void> {
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  for (const { id } of await repo.listProcessing(db, { from: before(3_600), until: before(bankSeconds) })) {
    await inUnitOfWork(db, async (work) => {
      const intent = await work.find('payment_intent', id);
      if (intent?.status !== 'processing') return;
      if (intent.metadata.sandbox_ends === 'succeeded') finishPaid(work, intent);
      else finishFailed(work, intent, declined.error);
    });
  }
}
