import type Stripe from 'stripe';

import type { ConnectionValues } from '#modules/settings/connections.ts';
import { isLoopback } from '#platform/env/environment.ts';
import type { Settings } from '#platform/env/settings.server.ts';

import { isUnknownObject } from './provider-errors.server.ts';
import { apiVersion, stripeClient } from './stripe-client.server.ts';

/** Types of events that the shop handles. */
const handledEvents: Stripe.WebhookEndpointCreateParams.EnabledEvent[] = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.canceled',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
];

type Webhook = NonNullable<ConnectionValues['payments']['webhook']>;
type Keys = Pick<Settings, 'stripeSecretKey' | 'stripeApiUrl'>;

export const webhookUrl = ({ publicUrl }: Pick<Settings, 'publicUrl'>) => `${publicUrl}/api/stripe-webhook`;

/** True when the provider can reach the webhook: not on this machine. */
export const isReachable = ({ publicUrl }: Pick<Settings, 'publicUrl'>) => !isLoopback(new URL(publicUrl).hostname);

/** Registers the shop's webhook at the provider. Throws the provider's error. */
export async function registerWebhook(keys: Keys, url: string): Promise<Webhook> {
  const { id, secret } = await stripeClient(keys).webhookEndpoints.create({
    url,
    api_version: apiVersion,
    enabled_events: handledEvents,
    description: 'Registered by the shop',
  });
  if (secret === undefined) throw new Error('the provider returned no secret of the webhook');
  return { id, secret, url };
}

/** Removes a webhook that the shop registered. No-op if the provider no longer has it. */
export async function removeWebhook(keys: Keys, id: string): Promise<void> {
  try {
    await stripeClient(keys).webhookEndpoints.del(id);
  } catch (error) {
    if (!isUnknownObject(error)) throw error;
  }
}
