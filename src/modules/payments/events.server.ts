import type Stripe from 'stripe';

import { disputeFrom, type ProviderDispute } from './dispute-calls.server.ts';
import { sessionFrom, type HostedSession } from './hosted-sessions.server.ts';
import { intentFrom, type Intent } from './intents.server.ts';
import { refundFrom, type ProviderRefund } from './refund-calls.server.ts';
import { apiVersion, objectId } from './stripe-client.server.ts';

/** Content of a signed event: at most one of its objects is set. */
export type PaymentEvent = {
  id: string;
  type: string;
  intent: Intent | null;
  refund: ProviderRefund | null;
  dispute: ProviderDispute | null;
  session: HostedSession | null;
  /** Payment of a charge event, which does not say which refunds it is about. */
  chargedIntentId: string | null;
  /** True when the event was written by another API version than the one that the shop requests. */
  isOtherVersion: boolean;
};

function eventFrom(event: Stripe.Event): PaymentEvent {
  const base: PaymentEvent = {
    id: event.id,
    type: event.type,
    intent: null,
    refund: null,
    dispute: null,
    session: null,
    chargedIntentId: null,
    isOtherVersion: typeof event.api_version === 'string' && event.api_version !== apiVersion,
  };
  const { object } = event.data;
  if (!('object' in object)) return base;
  switch (object.object) {
    case 'payment_intent':
      return { ...base, intent: intentFrom(object) };
    case 'refund':
      return { ...base, refund: refundFrom(object) };
    case 'dispute':
      return { ...base, dispute: disputeFrom(object, new Date(event.created * 1000)) };
    case 'checkout.session':
      return { ...base, session: sessionFrom(object) };
    case 'charge':
      return { ...base, chargedIntentId: objectId(object.payment_intent) };
    default:
      return base;
  }
}

const toleranceSeconds = 300;

export type Signed = { rawBody: string; signature: string; receivedAt: Date };

function openSigned(stripe: Stripe, secret: string, { rawBody, signature, receivedAt }: Signed): Stripe.Event | null {
  try {
    return stripe.webhooks.constructEvent(
      rawBody,
      signature,
      secret,
      toleranceSeconds,
      undefined,
      receivedAt.getTime(),
    );
  } catch {
    return null;
  }
}

/**
 * Returns a function that verifies signed bodies. It returns the event, or null if no secret
 * matches or it is older than 300 s. Two secrets match while they are rotated.
 * Without a secret none matches.
 */
export function eventVerifier(stripe: Stripe, secrets: readonly string[]) {
  return (signed: Signed): PaymentEvent | null => {
    for (const secret of secrets) {
      const event = openSigned(stripe, secret, signed);
      if (event !== null) return eventFrom(event);
    }
    return null;
  };
}
