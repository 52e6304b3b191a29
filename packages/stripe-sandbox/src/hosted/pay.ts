import { inTransaction, type Db } from '../database.ts';

import { authenticateLocked, confirmLocked, type Confirmed } from '../confirm.ts';
import { emit } from '../events.ts';
import { blankIntent } from '../intents.ts';
import type { SandboxSession } from '../objects.ts';
import * as repo from '../repo.ts';
import type { SandboxError, SandboxIntent, SandboxShipping } from '../rules.ts';
import { lockSession } from './sessions.ts';

export type HostedPayment = {
  number: string;
  email: string;
  name: string;
  phone: string | null;
  shipping: SandboxShipping | null;
};

/** Where a payment page stands: `asks` for 3-D Secure, or the error of the last try. */
export type HostedState = { session: SandboxSession; error: SandboxError | null; asks: boolean };

/** The session's payment; it is made when the customer first tries to pay. */
async function intentOf(tx: Db, session: SandboxSession): Promise<SandboxIntent> {
  const known = session.payment_intent === null ? null : await repo.lockIntent(tx, session.payment_intent);
  if (known !== null) return known;
  const { metadata, receipt_email } = session.sandbox_payment;
  const intent: SandboxIntent = { ...blankIntent(), amount: session.amount_total, metadata, receipt_email };
  await repo.insertIntent(tx, intent);
  return intent;
}

/** Writes what became of the payment into the session; a session whose payment is on its way is complete. */
async function follow(tx: Db, session: SandboxSession, { intent, error }: Confirmed): Promise<HostedState> {
  const status = intent?.status;
  if (status !== 'succeeded' && status !== 'processing') {
    await repo.updateObject(tx, session);
    return { session, error, asks: status === 'requires_action' };
  }
  const complete: SandboxSession = {
    ...session,
    status: 'complete',
    payment_status: status === 'succeeded' ? 'paid' : 'unpaid',
    url: null,
  };
  await repo.updateObject(tx, complete);
  await emit(tx, 'checkout.session.completed', complete);
  return { session: complete, error: null, asks: false };
}

/** Pays an open session with a card; null when there is none. One that is not open any more is left as it is. */
export function paySession(db: Db, id: string, payment: HostedPayment): Promise<HostedState | null> {
  const { number, email, name, phone, shipping } = payment;
  return inTransaction(db, async (tx) => {
    const session = await lockSession(tx, id);
    if (session?.status !== 'open') return session === null ? null : { session, error: null, asks: false };
    const intent = await intentOf(tx, session);
    const filled: SandboxSession = {
      ...session,
      payment_intent: intent.id,
      customer_details: { email, name, phone },
      collected_information: { shipping_details: shipping },
    };
    await repo.updateIntentOfObject(tx, id, intent.id);
    return follow(tx, filled, await confirmLocked(tx, intent, { number, receiptEmail: null, shipping }));
  });
}

/** Ends the 3-D Secure question of an open session; null when there is none. */
export function authenticateSession(db: Db, id: string, passed: boolean): Promise<HostedState | null> {
  return inTransaction(db, async (tx) => {
    const session = await lockSession(tx, id);
    if (session === null) return null;
    const intent = session.payment_intent === null ? null : await repo.lockIntent(tx, session.payment_intent);
    if (session.status !== 'open' || intent === null) return { session, error: null, asks: false };
    return follow(tx, session, await authenticateLocked(tx, intent, passed));
  });
}

/** Where the payment page of a session stands now; null when there is none. */
export function hostedState(db: Db, id: string): Promise<HostedState | null> {
  return inTransaction(db, async (tx) => {
    const session = await lockSession(tx, id);
    if (session === null) return null;
    const intent = session.payment_intent === null ? null : await repo.findIntent(tx, session.payment_intent);
    const isOpen = session.status === 'open';
    return {
      session,
      error: isOpen ? (intent?.last_payment_error ?? null) : null,
      asks: isOpen && intent?.status === 'requires_action',
    };
  });
}

/** Where the customer goes after paying: the session's id stands in the place that the shop left for it. */
export function successUrlOf({ success_url, id }: SandboxSession): string {
  return success_url.replaceAll('{CHECKOUT_SESSION_ID}', id);
}

/** Where the customer goes without paying. */
export function cancelUrlOf({ cancel_url, id }: SandboxSession): string | null {
  return cancel_url?.replaceAll('{CHECKOUT_SESSION_ID}', id) ?? null;
}
