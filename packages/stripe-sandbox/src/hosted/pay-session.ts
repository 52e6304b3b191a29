import type { Db } from '../database.ts';

import { authenticateWith, confirmWith, type Confirmed } from '../confirm-payment.ts';
import { emit } from '../events.ts';
import { blankIntent } from '../payment-intents.ts';
import type { SandboxSession } from '../objects.ts';
import type { SandboxError, SandboxIntent, SandboxShipping } from '../cards.ts';
import { inUnitOfWork, type UnitOfWork } from '../unit-of-work.ts';
import { sessionNow } from './sessions.ts';

export type HostedPayment = {
  number: string;
  email: string;
  name: string;
  phone: string | null;
  shipping: SandboxShipping | null;
};

/** State of a payment page: `asks` for 3-D Secure, or the error of the last attempt. */
export type HostedState = { session: SandboxSession; error: SandboxError | null; needsAuthentication: boolean };

/** Creates the session's payment, at the customer's first attempt to pay. */
function newIntent(work: UnitOfWork, session: SandboxSession): SandboxIntent {
  const { metadata, receipt_email } = session.sandbox_payment;
  const intent: SandboxIntent = { ...blankIntent(), amount: session.amount_total, metadata, receipt_email };
  work.put(intent);
  return intent;
}

/**
 * Updates the session after a payment attempt. It is complete once the payment is processing or has
 * succeeded.
 */
function follow(work: UnitOfWork, session: SandboxSession, { intent, error }: Confirmed): HostedState {
  const status = intent?.status;
  if (status !== 'succeeded' && status !== 'processing') {
    work.put(session);
    return { session, error, needsAuthentication: status === 'requires_action' };
  }
  const complete: SandboxSession = {
    ...session,
    status: 'complete',
    payment_status: status === 'succeeded' ? 'paid' : 'unpaid',
    url: null,
  };
  work.put(complete);
  emit(work, 'checkout.session.completed', complete);
  return { session: complete, error: null, needsAuthentication: false };
}

type Step = (work: UnitOfWork, session: SandboxSession, intent: SandboxIntent | null) => HostedState;

/** Runs a step on a session and its payment. Returns null if there is no such session. */
function onSession(db: Db, id: string, step: Step): Promise<HostedState | null> {
  return inUnitOfWork(db, async (work) => {
    const session = await sessionNow(work, id);
    return session === null ? null : step(work, session, await work.find('payment_intent', session.payment_intent));
  });
}

/** Pays an open session with a card. Other sessions are unchanged. */
export function paySession(db: Db, id: string, payment: HostedPayment): Promise<HostedState | null> {
  const { number, email, name, phone, shipping } = payment;
  return onSession(db, id, (work, session, known) => {
    if (session.status !== 'open') return { session, error: null, needsAuthentication: false };
    const intent = known ?? newIntent(work, session);
    const filled: SandboxSession = {
      ...session,
      payment_intent: intent.id,
      customer_details: { email, name, phone },
      collected_information: { shipping_details: shipping },
    };
    return follow(work, filled, confirmWith(work, intent, { number, receiptEmail: null, shipping }));
  });
}

/** Answers the 3-D Secure challenge of an open session. */
export function authenticateSession(db: Db, id: string, passed: boolean): Promise<HostedState | null> {
  return onSession(db, id, (work, session, intent) => {
    if (session.status !== 'open' || intent === null) return { session, error: null, needsAuthentication: false };
    return follow(work, session, authenticateWith(work, intent, passed));
  });
}

/** Returns the current state of a session's payment page. */
export function hostedState(db: Db, id: string): Promise<HostedState | null> {
  return onSession(db, id, (_work, session, intent) => {
    const isOpen = session.status === 'open';
    return {
      session,
      error: isOpen ? (intent?.last_payment_error ?? null) : null,
      needsAuthentication: isOpen && intent?.status === 'requires_action',
    };
  });
}

/** Returns the address after payment, with the session's id in place of the shop's placeholder. */
export function successUrlOf({ success_url, id }: SandboxSession): string {
  return success_url.replaceAll('{CHECKOUT_SESSION_ID}', id);
}

/** Returns the address for a customer who leaves without paying. */
export function cancelUrlOf({ cancel_url, id }: SandboxSession): string | null {
  return cancel_url?.replaceAll('{CHECKOUT_SESSION_ID}', id) ?? null;
}
