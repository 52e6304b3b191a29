import type Stripe from 'stripe';

import type { Cents } from '#shared/money.ts';

import { shippingFrom } from './hosted-sessions.server.ts';
import { paymentReference, withoutEmpty, type Metadata } from './metadata.ts';
import { methodFrom, type PaymentMethod } from './payment-method.ts';
import { listRecent } from './stripe-client.server.ts';

type Charge = {
  amountCents: Cents;
  quoteVersion: number;
  /** Metadata that the provider stores with the payment, besides checkout and quote version. */
  record?: Metadata;
};
type NewIntent = Charge & { checkoutId: string; attempt: number };

/**
 * Maps a payment of the provider; `shipping` is the shipping address, if the provider collected
 * one.
 */
export function intentFrom(intent: Stripe.PaymentIntent) {
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    status: intent.status,
    amountCents: intent.amount,
    amountReceivedCents: intent.amount_received,
    currency: intent.currency,
    livemode: intent.livemode,
    ...paymentReference(intent.metadata),
    metadata: intent.metadata,
    email: intent.receipt_email,
    shipping: shippingFrom(intent.shipping),
  };
}

export type Intent = ReturnType<typeof intentFrom>;

export function intentCalls(stripe: Stripe) {
  return {
    async createIntent({ amountCents, checkoutId, quoteVersion, attempt, record }: NewIntent) {
      const params = {
        amount: amountCents,
        currency: 'usd',
        automatic_payment_methods: { enabled: true },
        metadata: withoutEmpty({ ...record, checkout_id: checkoutId, snapshot: String(quoteVersion) }),
      } satisfies Stripe.PaymentIntentCreateParams;
      return intentFrom(
        await stripe.paymentIntents.create(params, { idempotencyKey: `create-${checkoutId}-${attempt}` }),
      );
    },
    async updateIntent(id: string, { amountCents, quoteVersion, key, record }: Charge & { key: string }) {
      const params = {
        amount: amountCents,
        metadata: { ...record, snapshot: String(quoteVersion) },
      } satisfies Stripe.PaymentIntentUpdateParams;
      return intentFrom(await stripe.paymentIntents.update(id, params, { idempotencyKey: key }));
    },
    readIntent: async (id: string) => intentFrom(await stripe.paymentIntents.retrieve(id)),
    /** Returns how a paid intent was paid; null while the provider does not say. */
    async readMethod(id: string): Promise<PaymentMethod | null> {
      const { data } = await stripe.charges.list({ payment_intent: id, limit: 1 });
      const details = data[0]?.payment_method_details ?? null;
      return details === null ? null : methodFrom(details);
    },
    cancelIntent: async (id: string) => intentFrom(await stripe.paymentIntents.cancel(id)),
    /** Changes metadata of a payment, whatever its status. */
    updateMetadata: async (id: string, metadata: Metadata) =>
      intentFrom(await stripe.paymentIntents.update(id, { metadata })),
    /** Intents created since a time, newest first. */
    listIntents: (since: Date) => listRecent((query) => stripe.paymentIntents.list(query), intentFrom, since),
  };
}
