import type Stripe from 'stripe';

import { SettingsError } from '#platform/env/settings.server.ts';

import { apiVersion } from './adapters/stripe.server.ts';
import { disputeFrom, type ProviderDispute } from './disputes.server.ts';
import { sessionFrom, type HostedSession } from './hosted-sessions.server.ts';
import { intentFrom, type Intent } from './intents.server.ts';
import { idOf, refundFrom, type ProviderRefund } from './refunds.server.ts';

/** What a signed event tells of: at most one of these is there. */
export type PaymentEvent = {
  id: string;
  type: string;
  intent: Intent | null;
  refund: ProviderRefund | null;
  dispute: ProviderDispute | null;
  session: HostedSession | null;
  /** The payment of a charge event: which of its refunds are meant is not said. */
  chargedIntentId: string | null;
  /** Whether it was written by another version of the API than the one that the shop asks for. */
  isOtherVersion: boolean;
};

function eventFrom(event: Stripe.Event): PaymentEvent {
  const told: PaymentEvent = {
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
  if (!('object' in object)) return told;
  switch (object.object) {
    case 'payment_intent':
      return { ...told, intent: intentFrom(object) };
    case 'refund':
      return { ...told, refund: refundFrom(object) };
    case 'dispute':
      return { ...told, dispute: disputeFrom(object, new Date(event.created * 1000)) };
    case 'checkout.session':
      return { ...told, session: sessionFrom(object) };
    case 'charge':
      return { ...told, chargedIntentId: idOf(object.payment_intent) };
    default:
      return told;
  }
}

const toleranceSeconds = 300;

type Signed = { rawBody: string; signature: string };

function opened(stripe: Stripe, secret: string, { rawBody, signature }: Signed): Stripe.Event | null {
  try {
    return stripe.webhooks.constructEvent(rawBody, signature, secret, toleranceSeconds);
  } catch {
    return null;
  }
}

/** Reads signed bodies: the event, or null when none of the secrets fits (two do while they are rotated) or it is older than 300 s. */
export function verifier(stripe: Stripe, secrets: readonly string[]) {
  if (secrets.length === 0) throw new SettingsError('A webhook secret is needed: set STRIPE_WEBHOOK_SECRET.');
  return (rawBody: string, signature: string): PaymentEvent | null => {
    for (const secret of secrets) {
      const event = opened(stripe, secret, { rawBody, signature });
      if (event !== null) return eventFrom(event);
    }
    return null;
  };
}
