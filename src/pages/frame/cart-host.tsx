import { useEffect, useState, type ComponentType } from 'react';

import { cartFailed, closeCart, loadCart, useCart } from '#modules/cart/ui/cart-store.ts';
import { firstInteraction } from '#ui/lazy-on-interaction.tsx';
import { isReachable } from '#ui/reload-page.ts';
import { initialUrl } from '#ui/initial-url.ts';
import { toast } from '#ui/toast.tsx';
import { useOnBfcacheRestore } from '#ui/window-event.ts';

/**
 * Reloads the page to get current files and opens the cart.
 * Reports a failure instead if that was just tried or the shop is unreachable.
 */
async function reloadWithCart(): Promise<void> {
  const wasReloaded = initialUrl()?.searchParams.get('cart') === 'open';
  if (!wasReloaded && (await isReachable())) return location.assign('?cart=open');
  closeCart();
  toast(cartFailed);
}

/** Cart drawer. Its code loads on the first sign of use, after the page's first content. */
export function CartHost() {
  const { isOpen } = useCart();
  const [Cart, setCart] = useState<ComponentType | null>(null);
  // After Back from the checkout, the lines may have been bought or changed in another tab.
  useOnBfcacheRestore(() => void loadCart());
  useEffect(() => {
    const needed = isOpen ? Promise.resolve() : firstInteraction();
    void needed
      .then(() => import('./shop-cart-drawer.tsx'))
      .then(
        (loaded) => setCart(() => loaded.ShopCartDrawer),
        () => (isOpen ? void reloadWithCart() : undefined),
      );
  }, [isOpen]);
  return Cart === null ? null : <Cart />;
}
