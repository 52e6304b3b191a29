import { Hono, type Context } from 'hono';
import { z } from 'zod';

import type { Db } from '#platform/db/database.server.ts';

import { cardRules } from './browser/card-rules.ts';
import { look } from './browser/look.ts';
import { sandboxStripe } from './browser/stripe-js.ts';
import { sandboxWallet } from './browser/wallet.ts';
import { hostedCheckoutRoutes } from './hosted/page.server.ts';
import { authenticateIntent, confirmIntent, intentOfSecret, type Confirmed } from './confirm.server.ts';
import { testCards } from './rules.ts';

const confirmation = z.object({
  client_secret: z.string().max(200),
  number: z.string().regex(/^\d{12,19}$/),
  receipt_email: z.string().max(255).nullish(),
  shipping: z.record(z.string(), z.unknown()).nullish(),
});

const authentication = z.object({ client_secret: z.string().max(200), passed: z.boolean() });

/** The body, null where it is no JSON. */
const jsonOf = (c: Context): Promise<unknown> => c.req.json().catch(() => null);

/** What a browser may see of an intent and of its failure. */
function answerOf({ intent, error }: Confirmed) {
  const shown = intent === null ? null : { id: intent.id, status: intent.status, client_secret: intent.client_secret };
  return { paymentIntent: shown, error: error === null ? null : { ...error, payment_intent: shown } };
}

/** The browser's side of the sandbox: the script that stands in for Stripe.js, and what that script calls. */
export function sandboxRoutes(db: Db, deliverEvents: () => Promise<void>): Hono {
  const cards = testCards.map(({ number, name }) => ({ number, name }));
  const rules = `(${cardRules.toString()})()`;
  const parts = `{ cards: ${JSON.stringify(cards)}, look: ${JSON.stringify(look)}, rules: ${rules}, wallet: ${sandboxWallet.toString()} }`;
  const script = `(${sandboxStripe.toString()})(${parts});\n`;
  const routes = new Hono();
  routes.get('/stripe.js', (c) => {
    c.header('Content-Type', 'text/javascript; charset=utf-8');
    c.header('Cache-Control', 'public, max-age=300');
    return c.body(script);
  });
  const announce = () => void deliverEvents().catch(() => undefined);
  routes.route('/', hostedCheckoutRoutes(db, announce));
  routes.post('/confirm', async (c) => {
    const input = confirmation.safeParse(await jsonOf(c));
    if (!input.success) return c.json({ error: { type: 'invalid_request_error', message: 'Bad request' } }, 400);
    const { client_secret, number, receipt_email, shipping } = input.data;
    const confirmed = await confirmIntent(db, client_secret, {
      number,
      receiptEmail: receipt_email ?? null,
      shipping: shipping ?? null,
    });
    announce();
    // The answer that never arrives: the money moved, and the browser does not know.
    if (confirmed.slow === true) return c.body(null, 504);
    return c.json(answerOf(confirmed));
  });
  routes.post('/authenticate', async (c) => {
    const input = authentication.safeParse(await jsonOf(c));
    if (!input.success) return c.json({ error: { type: 'invalid_request_error', message: 'Bad request' } }, 400);
    const confirmed = await authenticateIntent(db, input.data.client_secret, input.data.passed);
    announce();
    return c.json(answerOf(confirmed));
  });
  routes.post('/retrieve', async (c) => {
    const secret = z.object({ client_secret: z.string().max(200) }).safeParse(await jsonOf(c));
    const intent = secret.success ? await intentOfSecret(db, secret.data.client_secret) : null;
    const error =
      intent === null ? { type: 'invalid_request_error' as const, message: 'No such payment_intent.' } : null;
    return c.json(answerOf({ intent, error }));
  });
  return routes;
}
