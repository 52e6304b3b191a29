import { createHmac } from 'node:crypto';

import cormorant from '@fontsource/cormorant-garamond/files/cormorant-garamond-latin-500-normal.woff2?url';
import jost from '@fontsource-variable/jost/files/jost-latin-wght-normal.woff2?url';
import { createSandbox, type Sandbox, type SandboxFaults } from '@halorosa/stripe-sandbox';
import type { Logger } from 'pino';

import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import type { Settings } from '#platform/env/settings.server.ts';

import { balanceCalls } from './balance.server.ts';
import {
  createCircuitBreaker,
  remadeOnChange,
  unguarded,
  withCircuitBreaker,
  withoutKeys,
  type Guard,
} from './circuit-breaker.server.ts';
import { withKeyInWords } from './check-keys.server.ts';
import { disputeCalls } from './dispute-calls.server.ts';
import { eventVerifier, type PaymentEvent, type Signed } from './events.server.ts';
import { hostedCalls } from './hosted-sessions.server.ts';
import { intentCalls } from './intents.server.ts';
import { isUnconnected, paymentMode } from './payment-mode.ts';
import type { RecordedEvent } from './payments.queries.server.ts';
import { refundCalls } from './refund-calls.server.ts';
import { stripeClient } from './stripe-client.server.ts';
import { taxCalls } from './tax.server.ts';

/** Version of the provider's script for which `@stripe/stripe-js` has the types. */
const providerScript = 'https://js.stripe.com/endive/stripe.js';

export type Payments = ReturnType<typeof connect>;

export type PaymentsCtx = Ctx & { payments: Payments };

/**
 * Returns the context of a page with the payment provider, which the platform's type leaves out.
 */
export function withPayments(ctx: Ctx): PaymentsCtx {
  if (!hasPayments(ctx)) throw new Error('a shop has a payment provider');
  return ctx;
}

function hasPayments(ctx: Ctx): ctx is PaymentsCtx {
  return 'payments' in ctx;
}

export type PaymentParts = {
  settings: Settings;
  db: Db;
  /** Delivers events of the sandbox to the shop's webhook. */
  deliver: (body: string, signature: string) => Promise<number>;
  faults?: SandboxFaults;
  log?: Logger;
};

/** Fonts of the shop, for the payment page of the sandbox. */
const sandboxFonts = `
@font-face { font-family: Jost; font-weight: 100 900; font-display: swap; src: url('${jost}') format('woff2') }
@font-face { font-family: 'Cormorant Garamond'; font-weight: 500; font-display: swap; src: url('${cormorant}') format('woff2') }
`;

/** Guard of the calls: a circuit breaker, except for the sandbox and for a shop without keys. */
function guardOf({ settings, log }: PaymentParts): Guard {
  if (paymentMode(settings) === 'sandbox') return unguarded;
  if (isUnconnected(settings)) return withoutKeys;
  const { stripeSecretKey = '' } = settings;
  const breaker = createCircuitBreaker((isDown) => {
    if (isDown) log?.error('the payment provider does not answer: until it does, calls to it fail at once');
    else log?.info('the payment provider answers again');
  });
  return (call) => breaker(() => withKeyInWords(stripeSecretKey, call));
}

const sandboxSecret = ({ sessionSecret }: Settings) =>
  `whsec_${createHmac('sha256', sessionSecret).update('sandbox webhook').digest('hex')}`;

/** Creates the sandbox of a demo shop. It replaces the provider while the shop has no keys. */
function createDemoSandbox({ settings, db, deliver, faults }: PaymentParts): Sandbox | null {
  if (settings.shopMode !== 'demo') return null;
  return createSandbox({
    db,
    publicUrl: settings.publicUrl,
    webhook: { secret: sandboxSecret(settings), deliver },
    css: sandboxFonts,
    ...(faults === undefined ? {} : { faults }),
  });
}

/** Connects with the keys and the address that are in force now. */
function connect(parts: PaymentParts) {
  const { settings } = parts;
  const demoSandbox = createDemoSandbox(parts);
  const mode = paymentMode(settings);
  const isSandbox = mode === 'sandbox';
  const isConnected = !isUnconnected(settings);
  const sandbox = isSandbox ? demoSandbox : null;
  const stripe = stripeClient(settings, sandbox?.fetch);
  // The sandbox signs by the clock of this process.
  const verify = eventVerifier(stripe, isSandbox ? [sandboxSecret(settings)] : settings.stripeWebhookSecrets);
  const guard = guardOf(parts);
  return {
    mode,
    /** False in a live shop whose keys are not entered yet. Every call fails then. */
    isConnected,
    publishableKey: isSandbox ? 'pk_test_sandbox' : (settings.stripePublishableKey ?? ''),
    /** URL from which the browser loads the payment form. */
    scriptUrl: isSandbox ? '/sandbox/stripe.js' : providerScript,
    ...withCircuitBreaker(
      {
        ...intentCalls(stripe),
        ...refundCalls(stripe),
        ...disputeCalls(stripe),
        ...balanceCalls(stripe),
        ...hostedCalls(stripe),
      },
      guard,
    ),
    ...withCircuitBreaker(taxCalls(stripe), isConnected ? unguarded : guard),
    /**
     * Returns the event in a signed body, or null if no secret matches or it is older than 300 s.
     */
    verifyEvent: (signed: Signed) => verify(isSandbox ? { ...signed, receivedAt: new Date() } : signed),
    /** Delivers the pending events of the sandbox; no-op with a real provider. */
    deliverEvents: () => sandbox?.deliverEvents() ?? Promise.resolve(),
    /** Replaces the provider in a demo shop; null with a real provider. */
    sandbox,
    /** Routes of the sandbox for browsers, served while `sandbox` is set. Null in a live shop. */
    sandboxRoutes: demoSandbox?.routes ?? null,
  };
}

/**
 * Creates the only access to the payment provider: its SDK, or without keys the sandbox behind that
 * SDK (demo shops only). It connects again when the keys or the address in `settings` have changed.
 */
export function createPayments(parts: PaymentParts): Payments {
  const { settings } = parts;
  return remadeOnChange(
    () => [
      settings.stripeSecretKey,
      settings.stripePublishableKey,
      settings.stripeWebhookSecrets.join(),
      settings.publicUrl,
    ],
    () => connect(parts),
  );
}

/** Wraps the work of a job that asks the provider for its news: nothing before there are keys. */
export const onceConnected = (work: (ctx: PaymentsCtx) => Promise<unknown>) => async (ctx: PaymentsCtx) => {
  if (ctx.payments.isConnected) await work(ctx);
};

/** Returns a time by the clock of the database, for lists of the provider. */
export const secondsAgo = ({ now }: Pick<Ctx, 'now'>, seconds: number) => new Date(now().getTime() - seconds * 1_000);

/** Returns the columns that are recorded of an event. */
export function eventRecord({
  id,
  type,
  intent,
  refund,
  dispute,
  session,
  chargedIntentId,
}: PaymentEvent): RecordedEvent {
  const intentId = intent?.id ?? refund?.intentId ?? dispute?.intentId ?? session?.intentId ?? chargedIntentId;
  return { id, type, intentId };
}
