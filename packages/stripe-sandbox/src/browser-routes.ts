import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import { Hono } from 'hono';
import { z } from 'zod';

import type { Db } from './database.ts';
import { hostedCheckoutRoutes } from './hosted/checkout-routes.ts';
import { authenticateIntent, confirmIntent, readOfSecret, type Confirmed } from './confirm-payment.ts';

const secret = z.object({ client_secret: z.string().max(200) });

const confirmation = secret.extend({
  number: z.string().regex(/^\d{12,19}$/),
  receipt_email: z.string().max(255).nullish(),
  shipping: z.record(z.string(), z.unknown()).nullish(),
});

const authentication = secret.extend({ passed: z.boolean() });

/** Returns the parts of an intent and its failure that a browser may see. */
function answerOf({ intent, error }: Confirmed) {
  const shown = intent === null ? null : { id: intent.id, status: intent.status, client_secret: intent.client_secret };
  return { paymentIntent: shown, error: error === null ? null : { ...error, payment_intent: shown } };
}

const require = createRequire(import.meta.url);
/** Output file of this package's `npm run build`. */
const scriptFile = () => require.resolve('@halorosa/stripe-sandbox/stripe.js');

type Parts = { db: Db; announce: () => void; css: string };

/**
 * Routes for browsers, to mount at `/sandbox`: the replacement for Stripe.js, its calls, and the
 * payment page.
 */
export function sandboxRoutes({ db, announce, css }: Parts): Hono {
  const routes = new Hono();
  routes.get('/stripe.js', async (c) => {
    c.header('Content-Type', 'text/javascript; charset=utf-8');
    c.header('Cache-Control', 'public, max-age=300');
    return c.body(await readFile(scriptFile(), 'utf8'));
  });
  routes.route('/', hostedCheckoutRoutes({ db, announce, css }));
  const serve = <T>(path: string, input: z.ZodType<T>, work: (input: T) => Promise<Confirmed>) =>
    routes.post(path, async (c) => {
      const read = input.safeParse(await c.req.json().catch(() => null));
      if (!read.success) return c.json({ error: { type: 'invalid_request_error', message: 'Bad request' } }, 400);
      const confirmed = await work(read.data);
      announce();
      // Simulates a lost response: the money moved, but the browser does not know.
      if (confirmed.slow === true) return c.body(null, 504);
      return c.json(answerOf(confirmed));
    });
  serve('/confirm', confirmation, ({ client_secret, number, receipt_email, shipping }) =>
    confirmIntent(db, client_secret, { number, receiptEmail: receipt_email ?? null, shipping: shipping ?? null }),
  );
  serve('/authenticate', authentication, ({ client_secret, passed }) => authenticateIntent(db, client_secret, passed));
  serve('/retrieve', secret, ({ client_secret }) => readOfSecret(db, client_secret));
  return routes;
}
