import { createHmac } from 'node:crypto';

import cormorant from '@fontsource/cormorant-garamond/files/cormorant-garamond-latin-500-normal.woff2?url';
import jost from '@fontsource-variable/jost/files/jost-latin-wght-normal.woff2?url';
import { createSandbox, type SandboxFaults } from '@halorosa/stripe-sandbox';
import { sandboxIntents } from '@halorosa/stripe-sandbox/tables';
import { eq, exists, type Column, type SQL } from 'drizzle-orm';
import type { Logger } from 'pino';

import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { SettingsError, type Settings } from '#platform/env/settings.server.ts';

import { stripeClient } from './adapters/stripe.server.ts';
import { disputeCalls } from './disputes.server.ts';
import { verifier, type PaymentEvent } from './events.server.ts';
import { hostedCalls } from './hosted-sessions.server.ts';
import { intentCalls } from './intents.server.ts';
import { createGuard, guarded, type Guard } from './circuit-breaker.server.ts';
import { refundCalls } from './refunds.server.ts';
import * as repo from './payments.queries.server.ts';
import { modeOf } from './payment-mode.ts';
import { taxCalls } from './tax.server.ts';

export type { Intent } from './intents.server.ts';
export type { PaymentEvent } from './events.server.ts';

/** The version of the provider's script that `@stripe/stripe-js` has the types of. */
export const providerScript = 'https://js.stripe.com/endive/stripe.js';

export type Payments = ReturnType<typeof createPayments>;

export type PaymentsCtx = Ctx & { payments: Payments };

/** The context of a page, which the platform hands on without the provider in its type. */
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
  /** How the sandbox reaches the shop's webhook. */
  deliver: (body: string, signature: string) => Promise<number>;
  faults?: SandboxFaults;
  log?: Logger;
};

/** The payment page of the sandbox has the shop's fonts. */
const sandboxFonts = `
@font-face { font-family: Jost; font-weight: 100 900; font-display: swap; src: url('${jost}') format('woff2') }
@font-face { font-family: 'Cormorant Garamond'; font-weight: 500; font-display: swap; src: url('${cormorant}') format('woff2') }
`;

/** The one way to the payment provider: its SDK, and without keys the sandbox behind that SDK (demo shops only). */
export function createPayments({ settings, db, deliver, faults, log }: PaymentParts) {
  const mode = modeOf(settings);
  const isSandbox = mode === 'sandbox';
  if (isSandbox && settings.shopMode !== 'demo') {
    throw new SettingsError('The payment sandbox serves demo shops only: set STRIPE_SECRET_KEY.');
  }
  const secret = `whsec_${createHmac('sha256', settings.sessionSecret).update('sandbox webhook').digest('hex')}`;
  const sandbox = isSandbox
    ? createSandbox({
        db,
        publicUrl: settings.publicUrl,
        webhook: { secret, deliver },
        css: sandboxFonts,
        ...(faults === undefined ? {} : { faults }),
      })
    : null;
  const stripe = stripeClient(settings, sandbox?.fetch);
  const guard: Guard = isSandbox
    ? (call) => call()
    : createGuard((isDown) => {
        if (isDown) log?.error('the payment provider does not answer: until it does, calls to it fail at once');
        else log?.info('the payment provider answers again');
      });
  return {
    mode,
    publishableKey: isSandbox ? 'pk_test_sandbox' : (settings.stripePublishableKey ?? ''),
    /** Where the browser loads the payment form from. */
    scriptUrl: isSandbox ? '/sandbox/stripe.js' : providerScript,
    ...guarded(
      { ...intentCalls(stripe), ...refundCalls(stripe), ...disputeCalls(stripe), ...hostedCalls(stripe) },
      guard,
    ),
    ...taxCalls(stripe),
    /** The event in a signed body, or null when no secret fits or it is older than 300 s. */
    verifyEvent: verifier(stripe, isSandbox ? [secret] : settings.stripeWebhookSecrets),
    /** Sends what the sandbox has to tell; nothing with a real provider. */
    deliverEvents: () => sandbox?.deliverEvents() ?? Promise.resolve(),
    /** What stands in for the provider in a demo shop; null with a real provider. */
    sandbox,
  };
}

export { recordedEvent, type EventNote } from './payments.queries.server.ts';

/** What is noted of an event. */
export function eventRecord({
  id,
  type,
  intent,
  refund,
  dispute,
  session,
  chargedIntentId,
}: PaymentEvent): repo.EventNote {
  const intentId = intent?.id ?? refund?.intentId ?? dispute?.intentId ?? session?.intentId ?? chargedIntentId;
  return { id, type, intentId };
}

const eventDays = 90;

/** Forgets which events took effect, three months later: Stripe sends one again for three days, and by hand for thirty. */
export function forgetOldEvents({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<void> {
  return repo.deleteEventsBefore(db, new Date(now().getTime() - eventDays * 86_400_000));
}

/** The condition that the payment of this id was made in the sandbox, with no real money. */
export function isPlayMoney(db: Db, intentId: Column): SQL {
  return exists(db.select().from(sandboxIntents).where(eq(sandboxIntents.id, intentId)));
}
