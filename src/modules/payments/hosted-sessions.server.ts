import type Stripe from 'stripe';

import type { Cents } from '#shared/money.ts';

import { paymentReference, withoutEmpty, type Metadata } from './metadata.ts';
import { objectId } from './stripe-client.server.ts';

export type HostedLine = { name: string; unitAmountCents: Cents; quantity: number };

type NewHostedSession = {
  checkoutId: string;
  quoteVersion: number;
  attempt: number;
  /** Metadata of the payment, besides checkout and quote version. */
  record?: Metadata;
  /**
   * Prices as the customer pays them. Discounts are taken off already, and the sum is the amount of
   * the payment.
   */
  lines: readonly HostedLine[];
  /** May contain `{CHECKOUT_SESSION_ID}`, which the provider replaces. */
  successUrl: string;
  cancelUrl: string;
  /** 30 minutes to 24 hours from now. */
  expiresAt: Date;
  countries: readonly Stripe.Checkout.SessionCreateParams.ShippingAddressCollection.AllowedCountry[];
  email?: string;
};

type CollectedShipping = { name?: string | null; phone?: string | null; address?: Stripe.Address | null };

/** Returns the shipping address that the provider collected, or null if it is incomplete. */
export function shippingFrom(shipping: CollectedShipping | null | undefined) {
  const address = shipping?.address;
  if (!shipping || !address?.line1 || !address.city || !address.postal_code || !address.country) return null;
  return {
    name: shipping.name ?? '',
    phone: shipping.phone ?? null,
    street: address.line1,
    line2: address.line2,
    city: address.city,
    state: address.state,
    postalCode: address.postal_code,
    country: address.country,
  };
}

const sessionStatuses = ['open', 'complete', 'expired'] as const;

/**
 * Maps the provider's payment page of one checkout, with what its customer entered there. `url` is
 * where the customer pays, null once it is paid or expired. `intentId` is null until the customer
 * first tries to pay.
 */
export function sessionFrom(session: Stripe.Checkout.Session) {
  const details = session.customer_details;
  return {
    id: session.id,
    url: session.url,
    status: sessionStatuses.find((one) => one === session.status) ?? 'open',
    isPaid: session.payment_status === 'paid',
    totalCents: session.amount_total ?? 0,
    currency: session.currency ?? '',
    livemode: session.livemode,
    intentId: objectId(session.payment_intent),
    ...paymentReference(session.metadata),
    email: details?.email ?? session.customer_email,
    name: details?.name ?? null,
    phone: details?.phone ?? null,
    shipping: shippingFrom(session.collected_information?.shipping_details),
  };
}

export type HostedSession = ReturnType<typeof sessionFrom>;

function sessionParams(hosted: NewHostedSession) {
  const shop = hosted.record?.shop ?? '';
  const metadata = withoutEmpty({ checkout_id: hosted.checkoutId, snapshot: String(hosted.quoteVersion), shop });
  return {
    mode: 'payment',
    line_items: hosted.lines.map(({ name, unitAmountCents, quantity }) => ({
      quantity,
      price_data: { currency: 'usd', unit_amount: unitAmountCents, product_data: { name } },
    })),
    success_url: hosted.successUrl,
    cancel_url: hosted.cancelUrl,
    expires_at: Math.floor(hosted.expiresAt.getTime() / 1000),
    client_reference_id: hosted.checkoutId,
    metadata,
    payment_intent_data: { metadata: withoutEmpty({ ...hosted.record, ...metadata }) },
    shipping_address_collection: { allowed_countries: [...hosted.countries] },
    phone_number_collection: { enabled: true },
    ...(hosted.email === undefined ? {} : { customer_email: hosted.email }),
  } satisfies Stripe.Checkout.SessionCreateParams;
}

export function hostedCalls(stripe: Stripe) {
  const { sessions } = stripe.checkout;
  return {
    /**
     * Opens a payment page at the provider. Its payment names checkout and quote version, like an
     * intent of the shop's own form.
     */
    async createHostedSession(hosted: NewHostedSession) {
      const idempotencyKey = `session-${hosted.checkoutId}-${hosted.attempt}`;
      return sessionFrom(await sessions.create(sessionParams(hosted), { idempotencyKey }));
    },
    readHostedSession: async (id: string) => sessionFrom(await sessions.retrieve(id)),
    /** Expires a page that is still open. The provider refuses if it is paid or expired. */
    expireHostedSession: async (id: string) => sessionFrom(await sessions.expire(id)),
  };
}
