import { sandboxFetch, type SandboxFaults } from './api.ts';
import { authenticateIntent, confirmIntent, finishProcessing, type Confirmation } from './confirm.ts';
import type { Db } from './database.ts';
import { deliverDue, type Webhook } from './events.ts';
import { paySession, type HostedPayment } from './hosted/pay.ts';
import { bankSeconds, finishRefunds } from './refunds.ts';
import * as repo from './repo.ts';
import { sandboxRoutes } from './routes.ts';

export type { SandboxFaults } from './api.ts';
export type { HostedPayment } from './hosted/pay.ts';
export { parseForm } from './rules.ts';

export type SandboxOptions = {
  /** Holds the tables of `./tables`. */
  db: Db;
  /** Where browsers find `routes`: its origin is part of the address of a hosted page. */
  publicUrl?: string;
  /** Without one, events are stored and not delivered. */
  webhook?: Webhook;
  /** Put before the style sheet of the hosted page: its fonts, for example. */
  css?: string;
  faults?: SandboxFaults;
};

/** Stripe on a database of your own: it stores everything there, so that any number of processes may each create one. */
export function createSandbox(options: SandboxOptions) {
  const { db, publicUrl = 'http://localhost', webhook, css = '', faults } = options;
  const deliverEvents = () => (webhook === undefined ? Promise.resolve() : deliverDue(db, webhook));
  return {
    /** Stripe's API, to be given to `Stripe.createFetchHttpClient`. */
    fetch: sandboxFetch({ db, publicUrl, faults }),
    /** What browsers ask for, to be mounted at `/sandbox`. */
    routes: sandboxRoutes({ db, css, announce: () => void deliverEvents().catch(() => undefined) }),
    /** Sends the events that are due to the webhook. */
    deliverEvents,
    /** Ends payments and refunds that a bank has had for five seconds at `now`. */
    async settle(now: Date) {
      await finishProcessing(db, now);
      await finishRefunds(db, now);
    },
    /** Whether `settle` or `deliverEvents` has something to do at this moment, as a condition in SQL. */
    isDue: repo.isDueCondition(db, bankSeconds),
    /** What a customer does on a page: pays an intent with a card, answers 3-D Secure, pays a hosted session. */
    confirm: (clientSecret: string, confirmation: Confirmation) => confirmIntent(db, clientSecret, confirmation),
    authenticate: (clientSecret: string, passed: boolean) => authenticateIntent(db, clientSecret, passed),
    paySession: (id: string, payment: HostedPayment) => paySession(db, id, payment),
  };
}

export type Sandbox = ReturnType<typeof createSandbox>;
