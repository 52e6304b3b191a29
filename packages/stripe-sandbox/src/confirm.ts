import { inTransaction, type Db } from './database.ts';

import { openDispute } from './disputes.ts';
import { emit, emitCopies } from './events.ts';
import { bankSeconds, ensureCharge } from './refunds.ts';
import * as repo from './repo.ts';
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
} from './rules.ts';

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

/** The intent whose secret this is, as `find` finds or holds it. */
async function ownIntent(db: Db, secret: string, find = repo.lockIntent): Promise<SandboxIntent | null> {
  const intent = await find(db, secret.split('_secret_')[0] ?? '');
  return intent?.client_secret === secret ? intent : null;
}

async function finishPaid(tx: Db, intent: SandboxIntent, how: Pays = { kind: 'pays' }): Promise<Confirmed> {
  const next = paid(intent);
  await repo.updateIntent(tx, next);
  const charge = await ensureCharge(tx, next, how.refunds);
  await emitCopies(tx, { type: 'payment_intent.succeeded', object: next, copies: how.copies });
  if (how.disputed !== undefined) await openDispute(tx, charge, how.disputed);
  return { intent: next, error: null };
}

/** Stores an intent that is not paid yet, and tells of it. */
async function goOn(tx: Db, intent: SandboxIntent, event: string): Promise<Confirmed> {
  await repo.updateIntent(tx, intent);
  await emit(tx, `payment_intent.${event}`, intent);
  return { intent, error: null };
}

async function finishFailed(tx: Db, intent: SandboxIntent, error: SandboxError): Promise<Confirmed> {
  return { ...(await goOn(tx, failed(intent, error), 'payment_failed')), error };
}

async function apply(tx: Db, intent: SandboxIntent, outcome: CardOutcome): Promise<Confirmed> {
  switch (outcome.kind) {
    case 'pays': {
      const confirmed = await finishPaid(tx, intent, outcome);
      return outcome.slow === true ? { ...confirmed, slow: true } : confirmed;
    }
    case 'declines':
      return finishFailed(tx, intent, outcome.error);
    case 'authenticates': {
      const asks = { status: 'requires_action', next_action: { type: 'use_stripe_sdk' } } as const;
      return goOn(tx, { ...intent, ...asks }, 'requires_action');
    }
    case 'processes': {
      const metadata = { ...intent.metadata, sandbox_ends: outcome.ends };
      return goOn(tx, { ...intent, status: 'processing', metadata }, 'processing');
    }
  }
}

/** Pays an intent that the transaction holds and that waits for its customer. */
export function confirmLocked(tx: Db, intent: SandboxIntent, confirmation: Confirmation): Promise<Confirmed> {
  const { number, receiptEmail, shipping } = confirmation;
  const attached: SandboxIntent = {
    ...intent,
    receipt_email: receiptEmail ?? intent.receipt_email,
    shipping: shipping ?? intent.shipping,
    card: { brand: cardBrand(number), last4: number.slice(-4) },
  };
  return apply(tx, attached, cardOutcome(number));
}

/** Pays an intent with a card number as the browser sent it; only brand and last four digits are kept. */
export function confirmIntent(db: Db, secret: string, confirmation: Confirmation): Promise<Confirmed> {
  return inTransaction(db, async (tx) => {
    const intent = await ownIntent(tx, secret);
    if (intent === null) return { intent: null, error: unknownSecret };
    return isWaiting(intent) ? confirmLocked(tx, intent, confirmation) : { intent, error: unexpectedState };
  });
}

/** Ends a 3-D Secure challenge of an intent that the transaction holds. */
export async function authenticateLocked(tx: Db, intent: SandboxIntent, passed: boolean): Promise<Confirmed> {
  if (intent.status !== 'requires_action') return { intent, error: unexpectedState };
  return passed ? finishPaid(tx, intent) : finishFailed(tx, intent, authenticationFailed);
}

/** Ends a 3-D Secure challenge: passed pays, failed asks for another card. */
export function authenticateIntent(db: Db, secret: string, passed: boolean): Promise<Confirmed> {
  return inTransaction(db, async (tx) => {
    const intent = await ownIntent(tx, secret);
    if (intent === null) return { intent: null, error: unknownSecret };
    return authenticateLocked(tx, intent, passed);
  });
}

/** The intent of a secret as it is. */
export async function readOfSecret(db: Db, secret: string): Promise<Confirmed> {
  const intent = await ownIntent(db, secret, repo.findIntent);
  return { intent, error: intent === null ? unknownSecret : null };
}

/** Ends payments that have been processing for five seconds, as their card says. */
export async function finishProcessing(db: Db, now: Date): Promise<void> {
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  for (const { id } of await repo.listProcessing(db, { from: before(3_600), until: before(bankSeconds) })) {
    await inTransaction(db, async (tx) => {
      const intent = await repo.lockIntent(tx, id);
      if (intent?.status !== 'processing') return;
      if (intent.metadata.sandbox_ends === 'succeeded') await finishPaid(tx, intent);
      else await finishFailed(tx, intent, declined.error);
    });
  }
}
