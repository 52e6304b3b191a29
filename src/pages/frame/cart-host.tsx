import { useEffect, useState, type ComponentType } from 'react';

import { cartFailed, closeCart, loadCart, useCart } from '#modules/cart/ui/cart-store.ts';
import { untilUsed } from '#ui/later.tsx';
import { isReachable } from '#ui/load-anew.ts';
import { openedAddress } from '#ui/opened-address.ts';
import { toast } from '#ui/toast.tsx';
import { useRestored } from '#ui/window-event.ts';

/** Loaded anew the page has its files, and opens the cart. Where it has just been, or the line is cut, that would bring no more. */
async function askAnew(): Promise<void> {
  const wasAnew = openedAddress()?.searchParams.get('cart') === 'open';
  if (!wasAnew && (await isReachable())) return location.assign('?cart=open');
  closeCart();
  toast(cartFailed);
}

/** The cart's drawer: what shows it is there before it is asked for, but comes after what the page shows first. */
export function CartHost() {
  const { isOpen } = useCart();
  const [Cart, setCart] = useState<ComponentType | null>(null);
  // Back from the checkout the lines may have been bought, or changed in another tab.
  useRestored(() => void loadCart());
  useEffect(() => {
    const wanted = isOpen ? Promise.resolve() : untilUsed();
    void wanted
      .then(() => import('./cart.tsx'))
      .then(
        (loaded) => setCart(() => loaded.Cart),
        () => (isOpen ? void askAnew() : undefined),
      );
  }, [isOpen]);
  return Cart === null ? null : <Cart />;
}
