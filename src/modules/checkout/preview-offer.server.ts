import { promotionsOf } from '#modules/cart/cart-line.ts';
import { linesOfCart } from '#modules/cart/cart.queries.server.ts';
import { type ShippingTerms, standardOption } from '#modules/shipping/shipping-terms.ts';
import type { Ctx } from '#platform/ctx.server.ts';

import type { CheckoutOffer } from './checkout.schema.ts';
import { findCurrentCheckoutOfCart } from './quote.queries.server.ts';
import { cartDiffers, offerOnWire, quote } from './quote.ts';

/**
 * Returns the offer of a cart's checkout for the page to show before the browser begins or
 * continues it. Null if the cart is empty. Reserves and stores nothing. The checkout, requested
 * next, replaces these figures.
 */
export async function previewOffer(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  cartId: string,
  shippingTerms: () => Promise<ShippingTerms>,
): Promise<CheckoutOffer | null> {
  const [lines, live] = await Promise.all([linesOfCart(db, cartId), findCurrentCheckoutOfCart(db, cartId)]);
  if (lines.length === 0) return null;
  if (live !== null && !cartDiffers(live, lines)) return offerOnWire(live, now());
  const terms = await shippingTerms();
  const quoted = quote({ lines, code: null, shippingOption: standardOption(terms), tax: null });
  const stockLeft = Object.fromEntries(lines.map(({ product: { id, available } }) => [id, available]));
  return offerOnWire({ quote: { ...quoted, promotions: promotionsOf(lines) }, stockLeft, ...terms }, now());
}
