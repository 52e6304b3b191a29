import type Stripe from 'stripe';

import type { Cents } from '#shared/money.ts';

import { methodFrom, type PaymentMethod } from '../method/rules.ts';
import { unhurried } from '../patience/service.server.ts';
import { shippingFrom, type Shipping } from '../hosted/service.server.ts';
import { namedIn, present, type Metadata, type Named } from '../metadata/rules.ts';

export type Intent = Named & {
  id: string;
  clientSecret: string;
  status: Stripe.PaymentIntent.Status;
  amountCents: Cents;
  amountReceivedCents: Cents;
  currency: string;
  livemode: boolean;
  metadata: Metadata;
  email: string | null;
  /** Where to send it, when the provider collected that. */
  shipping: Shipping | null;
};

type Offered = {
  amountCents: Cents;
  quoteVersion: number;
  /** What the provider keeps with the payment, beside checkout and snapshot. */
  record?: Metadata;
};
type NewIntent = Offered & { checkoutId: string; attempt: number };
type IntentChange = Offered & { key: string };

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
    metadata: intent.metadata,
    email: intent.receipt_email,
    shipping: shippingFrom(intent.shipping),
  };
}

export type IntentCalls = {
  createIntent(intent: NewIntent): Promise<Intent>;
  updateIntent(id: string, change: IntentChange): Promise<Intent>;
  readIntent(id: string): Promise<Intent>;
  /** How a paid intent was paid; null while the provider does not say. */
  readMethod(id: string): Promise<PaymentMethod | null>;
  cancelIntent(id: string): Promise<Intent>;
  /** Changes texts that are kept with a payment, whatever became of it. */
  updateMetadata(id: string, texts: Metadata): Promise<Intent>;
  /** Intents of the last `seconds`, newest first. */
  listIntents(seconds: number): Promise<Intent[]>;
};

export function intentCalls(stripe: Stripe): IntentCalls {
  return {
    async createIntent({ amountCents, checkoutId, quoteVersion, attempt, record }) {
      const params = {
        amount: amountCents,
        currency: 'usd',
        automatic_payment_methods: { enabled: true },
        metadata: present({ ...record, checkout_id: checkoutId, snapshot: String(quoteVersion) }),
      } satisfies Stripe.PaymentIntentCreateParams;
      return intentFrom(
        await stripe.paymentIntents.create(params, { idempotencyKey: `create-${checkoutId}-${attempt}` }),
      );
    },
    async updateIntent(id, { amountCents, quoteVersion, key, record }) {
      const params = {
        amount: amountCents,
        metadata: { ...record, snapshot: String(quoteVersion) },
      } satisfies Stripe.PaymentIntentUpdateParams;
      return intentFrom(await stripe.paymentIntents.update(id, params, { idempotencyKey: key }));
    },
    readIntent: async (id) => intentFrom(await stripe.paymentIntents.retrieve(id)),
    async readMethod(id) {
      const { data } = await stripe.charges.list({ payment_intent: id, limit: 1 });
      const details = data[0]?.payment_method_details ?? null;
      return details === null ? null : methodFrom(details);
    },
    cancelIntent: async (id) => intentFrom(await stripe.paymentIntents.cancel(id)),
    updateMetadata: async (id, metadata) => intentFrom(await stripe.paymentIntents.update(id, { metadata })),
    listIntents: (seconds) =>
      unhurried(async () => {
        const gte = Math.floor(Date.now() / 1000) - seconds;
        const found: Intent[] = [];
        for await (const intent of stripe.paymentIntents.list({ created: { gte }, limit: 100 })) {
          found.push(intentFrom(intent));
        }
        return found;
      }),
  };
}
