import { createHmac } from 'node:crypto';

import type { Hono } from 'hono';
import type Stripe from 'stripe';

import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { SettingsError, type Settings } from '#platform/env/settings.server.ts';
import type { Cents } from '#shared/money.ts';

import { stripeClient } from './adapters/stripe.server.ts';
import * as repo from './repo.server.ts';
import { sandboxFetch, type SandboxFaults } from './sandbox/api.server.ts';
import { deliverDue, type Deliver } from './sandbox/events.server.ts';
import { sandboxRoutes } from './sandbox/routes.server.ts';

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
};

export type PaymentEvent = { id: string; type: string; intent: Intent | null };

export type NewIntent = { amountCents: Cents; checkoutId: string; snapshotVersion: number; attempt: number };
export type IntentChange = { amountCents: Cents; snapshotVersion: number; key: string };

export type Payments = {
  mode: 'sandbox' | 'test' | 'live';
  publishableKey: string;
  /** Where the browser loads the payment form from. */
  scriptUrl: string;
  createIntent(intent: NewIntent): Promise<Intent>;
  updateIntent(id: string, change: IntentChange): Promise<Intent>;
  readIntent(id: string): Promise<Intent>;
  cancelIntent(id: string): Promise<Intent>;
  /** Intents of the last `seconds`, newest first. */
  listIntents(seconds: number): Promise<Intent[]>;
  /** The event in a signed body, or null when no secret fits or it is older than 300 s. */
  verifyEvent(rawBody: string, signature: string): PaymentEvent | null;
  /** Sends what the sandbox has to tell; nothing with a real provider. */
  deliverEvents(): Promise<void>;
  sandboxRoutes: Hono | null;
};

export type PaymentsCtx = Ctx & { payments: Payments };

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function intentFrom(intent: Stripe.PaymentIntent): Intent {
  const { checkout_id: checkoutId = '', snapshot = '' } = intent.metadata;
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    status: intent.status,
    amountCents: intent.amount,
    amountReceivedCents: intent.amount_received,
    currency: intent.currency,
    livemode: intent.livemode,
    checkoutId: uuid.test(checkoutId) ? checkoutId : null,
    snapshotVersion: /^\d{1,9}$/.test(snapshot) ? Number(snapshot) : null,
    email: intent.receipt_email,
  };
}

function eventFrom(event: Stripe.Event): PaymentEvent {
  const { object } = event.data;
  const isIntent = 'object' in object && object.object === 'payment_intent';
  return { id: event.id, type: event.type, intent: isIntent ? intentFrom(object) : null };
}

const toleranceSeconds = 300;

function verifier(stripe: Stripe, secrets: readonly string[]) {
  if (secrets.length === 0) throw new SettingsError('A webhook secret is needed: set STRIPE_WEBHOOK_SECRET.');
  return (rawBody: string, signature: string): PaymentEvent | null => {
    for (const secret of secrets) {
      try {
        return eventFrom(stripe.webhooks.constructEvent(rawBody, signature, secret, toleranceSeconds));
      } catch {
        // Another secret may fit: two are valid while they are being rotated.
      }
    }
    return null;
  };
}

function modeOf(settings: Settings): Payments['mode'] {
  if (settings.stripeSecretKey === undefined) return 'sandbox';
  return settings.stripeSecretKey.includes('_live_') ? 'live' : 'test';
}

export type PaymentParts = {
  settings: Settings;
  db: Db;
  /** How the sandbox reaches the shop's webhook. */
  deliver: Deliver;
  faults?: SandboxFaults;
};

/** The one way to the payment provider: its SDK, and without keys the sandbox behind that SDK (demo shops only). */
export function createPayments({ settings, db, deliver, faults }: PaymentParts): Payments {
  const mode = modeOf(settings);
  const isSandbox = mode === 'sandbox';
  if (isSandbox && settings.shopMode !== 'demo') {
    throw new SettingsError('The payment sandbox serves demo shops only: set STRIPE_SECRET_KEY.');
  }
  const stripe = stripeClient(settings, isSandbox ? sandboxFetch(db, faults) : undefined);
  const sandboxSecret = `whsec_${createHmac('sha256', settings.sessionSecret).update('sandbox webhook').digest('hex')}`;
  const sign = (payload: string) => stripe.webhooks.generateTestHeaderString({ payload, secret: sandboxSecret });
  const deliverEvents = () => (isSandbox ? deliverDue(db, sign, deliver) : Promise.resolve());
  return {
    mode,
    publishableKey: isSandbox ? 'pk_test_sandbox' : (settings.stripePublishableKey ?? ''),
    scriptUrl: isSandbox ? '/sandbox/stripe.js' : 'https://js.stripe.com/v3/',
    async createIntent({ amountCents, checkoutId, snapshotVersion, attempt }) {
      const metadata = { checkout_id: checkoutId, snapshot: String(snapshotVersion) };
      const params = { amount: amountCents, currency: 'usd', automatic_payment_methods: { enabled: true }, metadata };
      return intentFrom(
        await stripe.paymentIntents.create(params, { idempotencyKey: `create-${checkoutId}-${attempt}` }),
      );
    },
    async updateIntent(id, { amountCents, snapshotVersion, key }) {
      const params = { amount: amountCents, metadata: { snapshot: String(snapshotVersion) } };
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
    verifyEvent: verifier(stripe, isSandbox ? [sandboxSecret] : settings.stripeWebhookSecrets),
    deliverEvents,
    sandboxRoutes: isSandbox ? sandboxRoutes(db, deliverEvents) : null,
  };
}

/** Notes an event in the transaction of its effect; false when it was noted before. */
export function recordEvent(tx: Db, event: PaymentEvent): Promise<boolean> {
  return repo.insertEvent(tx, event.id, event.type, event.intent?.id ?? null);
}
