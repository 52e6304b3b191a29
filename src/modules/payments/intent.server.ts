import type Stripe from 'stripe';

import type { Cents } from '#shared/money.ts';

import { namedIn, shippingFrom, type Shipping } from './hosted.server.ts';

export type Intent = {
  id: string;
  clientSecret: string;
  status: Stripe.PaymentIntent.Status;
  amountCents: Cents;
  amountReceivedCents: Cents;
  currency: string;
  livemode: boolean;
  /** Named in the intent's metadata when this shop made it. */
  checkoutId: string | null;
  snapshotVersion: number | null;
  email: string | null;
  /** Where to send it, when the provider collected that. */
  shipping: Shipping | null;
};

export type NewIntent = { amountCents: Cents; checkoutId: string; snapshotVersion: number; attempt: number };
export type IntentChange = { amountCents: Cents; snapshotVersion: number; key: string };

export function intentFrom(intent: Stripe.PaymentIntent): Intent {
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    status: intent.status,
    amountCents: intent.amount,
    amountReceivedCents: intent.amount_received,
    currency: intent.currency,
    livemode: intent.livemode,
    ...namedIn(intent.metadata),
    email: intent.receipt_email,
    shipping: shippingFrom(intent.shipping),
  };
}

export type IntentCalls = {
  createIntent(intent: NewIntent): Promise<Intent>;
  updateIntent(id: string, change: IntentChange): Promise<Intent>;
  readIntent(id: string): Promise<Intent>;
  cancelIntent(id: string): Promise<Intent>;
  /** Intents of the last `seconds`, newest first. */
  listIntents(seconds: number): Promise<Intent[]>;
};

export function intentCalls(stripe: Stripe): IntentCalls {
  return {
    async createIntent({ amountCents, checkoutId, snapshotVersion, attempt }) {
      const params = {
        amount: amountCents,
        currency: 'usd',
        automatic_payment_methods: { enabled: true },
        metadata: { checkout_id: checkoutId, snapshot: String(snapshotVersion) },
      } satisfies Stripe.PaymentIntentCreateParams;
      return intentFrom(
        await stripe.paymentIntents.create(params, { idempotencyKey: `create-${checkoutId}-${attempt}` }),
      );
    },
    async updateIntent(id, { amountCents, snapshotVersion, key }) {
      const params = {
        amount: amountCents,
        metadata: { snapshot: String(snapshotVersion) },
      } satisfies Stripe.PaymentIntentUpdateParams;
      return intentFrom(await stripe.paymentIntents.update(id, params, { idempotencyKey: key }));
    },
    readIntent: async (id) => intentFrom(await stripe.paymentIntents.retrieve(id)),
    cancelIntent: async (id) => intentFrom(await stripe.paymentIntents.cancel(id)),
    async listIntents(seconds) {
      const gte = Math.floor(Date.now() / 1000) - seconds;
      const found: Intent[] = [];
      for await (const intent of stripe.paymentIntents.list({ created: { gte }, limit: 100 })) {
        found.push(intentFrom(intent));
      }
      return found;
    },
  };
}
