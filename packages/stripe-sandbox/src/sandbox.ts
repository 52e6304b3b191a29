import { sandboxFetch, type SandboxFaults } from './api.ts';
import { authenticateIntent, confirmIntent, finishProcessing, type Confirmation } from './confirm-payment.ts';
import type { Db } from './database.ts';
import { deliverDue, type Webhook } from './events.ts';
import { paySession, type HostedPayment } from './hosted/pay-session.ts';
import { bankSeconds, finishRefunds } from './refunds.ts';
import * as repo from './queries.ts';
import { sandboxRoutes } from './browser-routes.ts';

export type { SandboxFaults } from './api.ts';
export type { HostedPayment } from './hosted/pay-session.ts';
export { recordPastPayments, type PastPayment } from './past-payments.ts';
export { paid, parseForm, type SandboxIntent } from './cards.ts';
export { signatureOf } from './events.ts';
export { blankIntent, changesFrom } from './payment-intents.ts';

export type SandboxOptions = {
  /** Holds the tables of `./tables`. */
  db: Db;
  /** Public address of `routes`. Its origin is part of a hosted page's address. */
  publicUrl?: string;
  /** Target of events. If unset, events are stored but not delivered. */
  webhook?: Webhook;
  /** CSS before the style sheet of the hosted page, such as its fonts. */
  css?: string;
  faults?: SandboxFaults;
};

/**
 * Stripe on your own database. All state is stored there, so any number of processes may each
 * create a sandbox.
 */
export function createSandbox(options: SandboxOptions) {
  const { db, publicUrl = 'http://localhost', webhook, css = '', faults } = options;
  const deliverEvents = () => (webhook === undefined ? Promise.resolve() : deliverDue(db, webhook));
  return {
    /** Stripe's API, for `Stripe.createFetchHttpClient`. */
    fetch: sandboxFetch({ db, publicUrl, faults }),
    /** Routes for browsers, to mount at `/sandbox`. */
    routes: sandboxRoutes({ db, css, announce: () => void deliverEvents().catch(() => undefined) }),
    /** Sends the events that are due to the webhook. */
    deliverEvents,
    /** Settles payments and refunds that the bank has had for five seconds at `now`. */
    async settle(now: Date) {
      await finishProcessing(db, now);
      await finishRefunds(db, now);
    },
    /** SQL condition that is true when `settle` or `deliverEvents` has work at this moment. */
    isDue: repo.isDueCondition(db, bankSeconds),
    /**
     * Actions of a customer on a page: pays an intent with a card, answers 3-D Secure, pays a
     * hosted session.
     */
    confirm: (clientSecret: string, confirmation: Confirmation) => confirmIntent(db, clientSecret, confirmation),
    authenticate: (clientSecret: string, passed: boolean) => authenticateIntent(db, clientSecret, passed),
    paySession: (id: string, payment: HostedPayment) => paySession(db, id, payment),
  };
}

export type Sandbox = ReturnType<typeof createSandbox>;
