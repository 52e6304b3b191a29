import type Stripe from 'stripe';

import type { Cents } from '#shared/money.ts';

import { namedIn, present, type Metadata } from './metadata.ts';
import { idOf } from './refunds.server.ts';

export type HostedLine = { name: string; unitAmountCents: Cents; quantity: number };

export type NewHostedSession = {
  checkoutId: string;
  quoteVersion: number;
  attempt: number;
  /** What its payment carries beside checkout and snapshot. */
  record?: Metadata;
  /** Prices as the customer pays them: discounts are taken off already, the sum is the amount of the payment. */
  lines: readonly HostedLine[];
  /** May hold `{CHECKOUT_SESSION_ID}`, which the provider replaces. */
  successUrl: string;
  cancelUrl: string;
  /** 30 minutes to 24 hours from now. */
  expiresAt: Date;
  countries: readonly Stripe.Checkout.SessionCreateParams.ShippingAddressCollection.AllowedCountry[];
  email?: string;
};

type Place = { name?: string | null; phone?: string | null; address?: Stripe.Address | null };

/** Where to send it as the provider collected it, or null when that is not a whole address. */
export function shippingFrom(place: Place | null | undefined) {
  const address = place?.address;
  if (!place || !address?.line1 || !address.city || !address.postal_code || !address.country) return null;
  return {
    name: place.name ?? '',
    phone: place.phone ?? null,
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
 * The provider's own payment page for one checkout, and what its customer typed there. `url` is where the customer pays, null once it is
 * paid or expired; `intentId` is null until the customer first tries to pay.
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
    intentId: idOf(session.payment_intent),
    ...namedIn(session.metadata),
    email: details?.email ?? session.customer_email,
    name: details?.name ?? null,
    phone: details?.phone ?? null,
    shipping: shippingFrom(session.collected_information?.shipping_details),
  };
}

export type HostedSession = ReturnType<typeof sessionFrom>;

function paramsOf(hosted: NewHostedSession) {
  const shop = hosted.record?.shop ?? '';
  const metadata = present({ checkout_id: hosted.checkoutId, snapshot: String(hosted.quoteVersion), shop });
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
    payment_intent_data: { metadata: present({ ...hosted.record, ...metadata }) },
    shipping_address_collection: { allowed_countries: [...hosted.countries] },
    phone_number_collection: { enabled: true },
    ...(hosted.email === undefined ? {} : { customer_email: hosted.email }),
  } satisfies Stripe.Checkout.SessionCreateParams;
}

export function hostedCalls(stripe: Stripe) {
  const { sessions } = stripe.checkout;
  return {
    /** Opens a payment page at the provider; its payment names checkout and quote version as an intent of the shop's own form does. */
    async createHostedSession(hosted: NewHostedSession) {
      const idempotencyKey = `session-${hosted.checkoutId}-${hosted.attempt}`;
      return sessionFrom(await sessions.create(paramsOf(hosted), { idempotencyKey }));
    },
    readHostedSession: async (id: string) => sessionFrom(await sessions.retrieve(id)),
    /** Ends a page that is still open; the provider refuses when it is paid or expired. */
    expireHostedSession: async (id: string) => sessionFrom(await sessions.expire(id)),
  };
}
