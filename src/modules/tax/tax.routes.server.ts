import type { PaymentsCtx } from '#modules/payments/payments.server.ts';
import { HttpError } from '#platform/http/http-error.server.ts';
import { newRoutes } from '#platform/http/routes.server.ts';
import type { ShopRoutes } from '#platform/http/visitor.server.ts';
import type { Limit, Limits } from '#platform/limits/limits.server.ts';
import { consumeVisitorPoint } from '#platform/limits/visitor-limits.server.ts';
import { dollarsToCents, centsToDollars } from '#shared/money.ts';

import { calculateCall } from './tax.schema.ts';
import { refreshTaxRate } from './stripe-tax.server.ts';
import { taxAmount } from './tax.ts';
import { taxRateOf } from './tax-rates.server.ts';

const perMinute: Limit = { name: 'calculate-tax', points: 60, seconds: 60 };

/** Tax estimate for display. The charged amount is calculated from the checkout's own figures. */
export function taxRoutes(ctx: PaymentsCtx, limits: Limits): ShopRoutes {
  const routes = newRoutes();
  routes.openapi(calculateCall, async (c) => {
    if (!(await consumeVisitorPoint(limits, perMinute, c.get('visitor')))) {
      throw new HttpError(429, 'too_many_requests', 'Too many requests. Please wait a minute and try again.');
    }
    const { subtotal, shippingAddress } = c.req.valid('json');
    await refreshTaxRate(ctx, shippingAddress);
    const rate = await taxRateOf(ctx.db, ctx, { place: shippingAddress });
    if (rate === null) return c.json({ taxAmount: 0, includedAmount: 0, name: null }, 200);
    const amount = centsToDollars(taxAmount(dollarsToCents(subtotal), rate));
    const parts = rate.inclusive ? { taxAmount: 0, includedAmount: amount } : { taxAmount: amount, includedAmount: 0 };
    return c.json({ ...parts, name: rate.name }, 200);
  });
  return routes;
}
