import Stripe from 'stripe';

import { isWebhookSecret } from '#platform/env/environment.ts';
import type { Settings } from '#platform/env/settings.server.ts';
import { lastFour } from '#modules/settings/connections.ts';

import { intentCalls } from './intents.server.ts';
import { stripeClient } from './stripe-client.server.ts';

export type PaymentKeys = Pick<
  Settings,
  'shopMode' | 'stripeSecretKey' | 'stripePublishableKey' | 'stripeWebhookSecrets' | 'stripeApiUrl'
>;

/** Verdict on the payment keys, for the admin and for `npm run doctor`. */
export type KeyVerdict = { state: 'ok' | 'warning' | 'problem'; text: string };

export const kindOfKey = (key: string) => (key.includes('_live_') ? 'live' : 'test');

/** Checks that the keys match each other and the shop's mode. Asks nobody. */
export function pairVerdict({
  shopMode,
  stripeSecretKey,
  stripePublishableKey = '',
  stripeWebhookSecrets,
}: Omit<PaymentKeys, 'stripeApiUrl'>): KeyVerdict {
  if (stripeSecretKey === undefined) {
    if (shopMode === 'demo') return { state: 'ok', text: 'Payments run in the sandbox.' };
    return { state: 'problem', text: 'The payment keys are missing. Enter them under Settings > Connections.' };
  }
  const kind = kindOfKey(stripeSecretKey);
  if (kind !== kindOfKey(stripePublishableKey)) {
    const text = 'The secret key and the publishable key don’t match. Use two test keys or two live keys.';
    return { state: 'problem', text };
  }
  if (!stripeWebhookSecrets.every(isWebhookSecret)) {
    const text = 'STRIPE_WEBHOOK_SECRET must start with whsec_. Copy the endpoint’s signing secret.';
    return { state: 'problem', text };
  }
  if (shopMode === 'live' && kind === 'test')
    return { state: 'warning', text: 'A live shop is using test keys, so real cards are declined.' };
  return { state: 'ok', text: `The payment keys are a matching pair of ${kind} keys.` };
}

const refusedKey = 'Stripe refused the key ending in';

/** Sentence about a secret key that the provider does not accept. */
export const refusedKeySentence = (secretKey: string) =>
  `${refusedKey} ${lastFour(secretKey)}. Copy it again from the Stripe dashboard.`;

/** True for the reason of a job that failed because of the key. */
export const isRefusedKey = (reason: string | null) => reason?.startsWith(refusedKey) === true;

/**
 * Runs a call. If the provider refuses the key, its error says so in words, because jobs show them
 * to admins.
 */
export async function withKeyInWords<T>(secretKey: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeAuthenticationError)) throw error;
    const message = refusedKeySentence(secretKey);
    throw new Stripe.errors.StripeAuthenticationError({ type: 'invalid_request_error', statusCode: 401, message });
  }
}

/** Asks the provider if it accepts the secret key. */
export async function providerVerdict(
  keys: Pick<PaymentKeys, 'stripeSecretKey' | 'stripeApiUrl'>,
): Promise<KeyVerdict> {
  const { listIntents } = intentCalls(stripeClient(keys));
  try {
    await listIntents(new Date(Date.now() - 60_000));
    return { state: 'ok', text: 'The payment provider responds and accepts the secret key.' };
  } catch (error) {
    const isRefused =
      error instanceof Stripe.errors.StripeAuthenticationError || error instanceof Stripe.errors.StripePermissionError;
    return isRefused
      ? { state: 'problem', text: refusedKeySentence(keys.stripeSecretKey ?? '') }
      : { state: 'warning', text: 'The payment provider isn’t responding. Payments wait until it does.' };
  }
}

/** Checks the payment keys, and asks the provider about a matching pair. */
export async function checkKeys(keys: PaymentKeys): Promise<KeyVerdict[]> {
  const pair = pairVerdict(keys);
  if (keys.stripeSecretKey === undefined || pair.state === 'problem') return [pair];
  return [pair, await providerVerdict(keys)];
}
