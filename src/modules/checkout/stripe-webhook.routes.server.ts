import type { PaymentsCtx } from '#modules/payments/payments.server.ts';
import { HttpError } from '#platform/http/errors.server.ts';
import { newRoutes } from '#platform/http/routes.server.ts';
import type { ShopRoutes } from '#platform/http/visitor.server.ts';
import type { Limits } from '#platform/limits/limits.server.ts';

import { receiveEvent } from './stripe-webhook.server.ts';

/**
 * Webhook of the provider. Requires no cookie or origin because the signature over the raw body
 * authenticates it.
 */
export function stripeWebhookRoutes(ctx: PaymentsCtx, limits: Limits): ShopRoutes {
  const routes = newRoutes();
  routes.post('/stripe-webhook', async (c) => {
    const body = await c.req.text();
    const event = ctx.payments.verifyEvent(body, c.req.header('stripe-signature') ?? '');
    if (event === null) throw new HttpError(400, 'bad_signature', 'The signature does not fit.');
    await receiveEvent(ctx, limits, event);
    return c.json({ received: true });
  });
  return routes;
}
