import type { SQL } from 'drizzle-orm';
import type { Hono } from 'hono';

import { sandboxFetch, type SandboxFaults } from './api.ts';
import { authenticateIntent, confirmIntent, finishProcessing, type Confirmation, type Confirmed } from './confirm.ts';
import type { Db } from './database.ts';
import { deliverDue, type Webhook } from './events.ts';
import { paySession, type HostedPayment, type HostedState } from './hosted/pay.ts';
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

export type Sandbox = {
  /** Stripe's API, to be given to `Stripe.createFetchHttpClient`. */
  fetch: typeof fetch;
  /** What browsers ask for, to be mounted at `/sandbox`. */
  routes: Hono;
  /** Sends the events that are due to the webhook. */
  deliverEvents(): Promise<void>;
  /** Ends payments and refunds that a bank has had for five seconds at `now`. */
  settle(now: Date): Promise<void>;
  /** Whether `settle` or `deliverEvents` has something to do at this moment, as a condition in SQL. */
  isDue: SQL;
  /** What a customer does on a page: pays an intent with a card, answers 3-D Secure, pays a hosted session. */
  confirm(clientSecret: string, confirmation: Confirmation): Promise<Confirmed>;
  authenticate(clientSecret: string, passed: boolean): Promise<Confirmed>;
  paySession(id: string, payment: HostedPayment): Promise<HostedState | null>;
};

/** Stripe on a database of your own: it stores everything there, so that any number of processes may each create one. */
export function createSandbox({
  db,
  publicUrl = 'http://localhost',
  webhook,
  css = '',
  faults,
}: SandboxOptions): Sandbox {
  const deliverEvents = () => (webhook === undefined ? Promise.resolve() : deliverDue(db, webhook));
  return {
    fetch: sandboxFetch({ db, publicUrl, faults }),
    routes: sandboxRoutes({ db, css, announce: () => void deliverEvents().catch(() => undefined) }),
    deliverEvents,
    async settle(now) {
      await finishProcessing(db, now);
      await finishRefunds(db, now);
    },
    isDue: repo.isDue(db, bankSeconds),
    confirm: (clientSecret, confirmation) => confirmIntent(db, clientSecret, confirmation),
    authenticate: (clientSecret, passed) => authenticateIntent(db, clientSecret, passed),
    paySession: (id, payment) => paySession(db, id, payment),
  };
}
