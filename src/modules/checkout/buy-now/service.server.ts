import { cartSentence, fillBuyNow, type Purchase } from '#modules/cart/service.server.ts';
import { withinBudget } from '#modules/payments/patience.server.ts';
import { withPayments, type PaymentsCtx } from '#modules/payments/service.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { ensureCartToken } from '#platform/http/guest-cookie.server.ts';
import { newRoutes } from '#platform/http/routes.server.ts';
import type { ShopRoutes, Visitor } from '#platform/http/visitor.server.ts';
import type { Limits } from '#platform/limits/limits.server.ts';

import { buyNowCall, checkoutRefusals } from '../contract.ts';
import { openHostedCheckout } from '../hosted/service.server.ts';
import { mayOpen } from '../limits/service.server.ts';
import { unitsPerCheckout } from '../rules.ts';

export type BuyNow = { ok: true; url: string } | { ok: false; reason: string; message: string };

const tooOften = {
  ok: false,
  reason: 'too_many_requests',
  message: 'Too many requests. Please wait a minute and try again.',
} as const;

function merged(items: readonly Purchase[]): Purchase[] {
  const units = new Map<string, number>();
  for (const { productId, quantity } of items) units.set(productId, (units.get(productId) ?? 0) + quantity);
  return [...units].map(([productId, quantity]) => ({ productId, quantity }));
}

async function atProvider(ctx: Ctx, visitor: Visitor, cartId: string): Promise<BuyNow> {
  const opened = await withinBudget(() => openHostedCheckout(withPayments(ctx), visitor, cartId));
  if (opened.ok) return { ok: true, url: opened.value };
  return { ok: false, reason: opened.reason, message: checkoutRefusals[opened.reason] };
}

/**
 * Sets these units aside from the visitor's cart and says where their checkout is: here, or on the provider's page. Refuses an unknown or sold-out product, more
 * than is available, more than a checkout takes, and more than 5 a minute or 20 an hour; each with its sentence.
 */
export async function buyNow(ctx: Ctx, limits: Limits, visitor: Visitor, items: readonly Purchase[]): Promise<BuyNow> {
  if (!(await mayOpen(limits, visitor, 'buy-now'))) return tooOften;
  const wanted = merged(items);
  if (wanted.reduce((units, one) => units + one.quantity, 0) > unitsPerCheckout) {
    return { ok: false, reason: 'too_many_units', message: checkoutRefusals.too_many_units };
  }
  const filled = await fillBuyNow(ctx.db, visitor, wanted);
  if (filled.ok)
    return ctx.settings.buyNow === 'own'
      ? { ok: true, url: `/checkout?buy=${filled.value}` }
      : atProvider(ctx, visitor, filled.value);
  return { ok: false, reason: filled.reason, message: cartSentence(filled) };
}

export function buyNowRoutes(ctx: PaymentsCtx, limits: Limits): ShopRoutes {
  const routes = newRoutes();
  routes.openapi(buyNowCall, async (c) => {
    const items = c.req.valid('json').items.map(({ id, quantity }) => ({ productId: id, quantity }));
    const answer = await buyNow(ctx, limits, ensureCartToken(c, ctx.settings), items);
    if (answer.ok) return c.json({ url: answer.url }, 200);
    return c.json({ error: answer.reason, message: answer.message }, answer === tooOften ? 429 : 422);
  });
  return routes;
}
