import { addToCart, cartIdOf } from '#modules/cart/cart.server.ts';
import { linesOfCart, lockCart } from '#modules/cart/cart.queries.server.ts';
import { firstActiveProduct } from '#modules/catalog/products.queries.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';
import type { PageRequest } from '#platform/http/page-context.server.ts';

import { ensureCartIdentity } from '../ensure-cart-identity.server.ts';

/**
 * Puts one unit into an empty cart.
 * Returns the next address: the checkout, or the product if it cannot be sold.
 */
export async function beginCheckout(request: PageRequest): Promise<'/checkout' | '/product'> {
  const { ctx } = request;
  const { shopper, remember } = ensureCartIdentity(request);
  const isReady = await inTransaction(ctx.db, async (tx) => {
    const cartId = await cartIdOf(tx, shopper);
    if (cartId !== null) {
      await lockCart(tx, cartId);
      if ((await linesOfCart(tx, cartId)).length > 0) return true;
    }
    const product = await firstActiveProduct(tx);
    if (product === null) return false;
    return (await addToCart(tx, shopper, { productId: product.id, quantity: 1, sessionId: null })).ok;
  });
  if (!isReady) return '/product';
  remember();
  return '/checkout';
}
