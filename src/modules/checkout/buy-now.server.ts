import { cartSentence, fillBuyNow, type Purchase } from '#modules/cart/cart.server.ts';
import { withDeadline } from '#modules/payments/circuit-breaker.server.ts';
import { withPayments } from '#modules/payments/payments.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';
import type { Limits } from '#platform/limits/limits.server.ts';
import { unrecorded, type OrderOrigin } from '#shared/visit-source.ts';

import { checkoutRefusals } from './checkout.schema.ts';
import { openHostedCheckout } from './hosted-checkout.server.ts';
import { unitsPerCheckout } from './quote.ts';
import { consumeOpeningPoint } from './reservation.server.ts';

export type BuyNow = { ok: true; url: string } | { ok: false; reason: string; message: string };

export const tooManyRequests = {
  ok: false,
  reason: 'too_many_requests',
  message: 'Too many requests. Please wait a minute and try again.',
} as const;

function merged(items: readonly Purchase[]): Purchase[] {
  const units = new Map<string, number>();
  for (const { productId, quantity } of items) units.set(productId, (units.get(productId) ?? 0) + quantity);
  return [...units].map(([productId, quantity]) => ({ productId, quantity }));
}

type Begun = Parameters<typeof openHostedCheckout>[1];

async function openAtProvider(ctx: Ctx, begun: Begun): Promise<BuyNow> {
  const opened = await withDeadline(() => openHostedCheckout(withPayments(ctx), begun));
  if (opened.ok) return { ok: true, url: opened.value };
  return { ok: false, reason: opened.reason, message: checkoutRefusals[opened.reason] };
}

/**
 * Puts units into a separate cart and returns the URL of its checkout, in the shop or on the
 * provider's page. Refuses, with a message, unknown or sold-out products, too many units, and more
 * than 5 calls a minute or 20 an hour.
 */
export async function buyNow(
  ctx: Ctx,
  limits: Limits,
  { visitor, items, origin = unrecorded }: { visitor: Visitor; items: readonly Purchase[]; origin?: OrderOrigin },
): Promise<BuyNow> {
  if (!(await consumeOpeningPoint(limits, visitor, 'buy-now'))) return tooManyRequests;
  const purchases = merged(items);
  if (purchases.reduce((units, one) => units + one.quantity, 0) > unitsPerCheckout) {
    return { ok: false, reason: 'too_many_units', message: checkoutRefusals.too_many_units };
  }
  const filled = await fillBuyNow(ctx.db, visitor, { purchases, source: origin.source });
  if (!filled.ok) return { ok: false, reason: filled.reason, message: cartSentence(filled) };
  if (ctx.settings.buyNow === 'own') return { ok: true, url: `/checkout?buy=${filled.value}` };
  return openAtProvider(ctx, { visitor, cartId: filled.value, origin });
}
