import { useSyncExternalStore } from 'react';

import type { Product } from '#modules/catalog/product.ts';
import { Price } from '#modules/catalog/ui/price.tsx';
import { debounced } from '#ui/debounced.ts';

import { BottomBar } from '../bottom-bar.tsx';
import { BuyButton } from '../buy-button.tsx';
import { barDebounceMs, stickyBarShown } from './sticky-bar-position.ts';

function watchScroll(onChange: () => void) {
  const { call, cancel } = debounced(onChange, barDebounceMs);
  window.addEventListener('scroll', call, { passive: true });
  window.addEventListener('resize', call);
  return () => {
    cancel();
    window.removeEventListener('scroll', call);
    window.removeEventListener('resize', call);
  };
}

const isShown = () =>
  stickyBarShown({
    scrollY: window.scrollY,
    viewportHeight: window.innerHeight,
    pageHeight: document.documentElement.scrollHeight,
  });

/**
 * Phones only: price and Add to Cart at the bottom,
 * between the hero and the page's last call to action.
 */
export function StickyBar({ product }: { product: Product }) {
  const shown = useSyncExternalStore(watchScroll, isShown, () => false);
  return (
    <BottomBar shown={shown}>
      <Price {...product} className="text-2xl font-medium" />
      <BuyButton product={product} showPrice={false} tone="brief" className="flex-1" />
    </BottomBar>
  );
}
