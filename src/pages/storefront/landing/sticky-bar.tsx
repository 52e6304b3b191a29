import { useEffect, useState } from 'react';

import type { Product } from '#modules/catalog/rules.ts';
import { Price } from '#modules/catalog/ui/price.tsx';
import { classes } from '#ui/classes.ts';
import { debounced } from '#ui/debounced.ts';

import { Buy } from '#modules/cart/ui/buy.tsx';
import { barDebounceMs, stickyBarShown } from './rules.ts';

function useBarShown(): boolean {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const decide = () =>
      setShown(
        stickyBarShown({
          scrollY: window.scrollY,
          viewportHeight: window.innerHeight,
          pageHeight: document.documentElement.scrollHeight,
        }),
      );
    const { call, cancel } = debounced(decide, barDebounceMs);
    call();
    window.addEventListener('scroll', call, { passive: true });
    window.addEventListener('resize', call);
    return () => {
      cancel();
      window.removeEventListener('scroll', call);
      window.removeEventListener('resize', call);
    };
  }, []);
  return shown;
}

/** Phones only: price and Add to Cart at the bottom, between the hero and the page's last invitation. */
export function StickyBar({ product }: { product: Product }) {
  const shown = useBarShown();
  return (
    <div
      role="region"
      aria-label="Buy"
      inert={!shown}
      className={classes(
        'sticky-bar fixed inset-x-0 bottom-0 z-20 flex items-center gap-4 border-t border-line bg-cream/95 px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] backdrop-blur transition-[translate,visibility] duration-200 md:hidden',
        shown ? 'translate-y-0' : 'invisible translate-y-full',
      )}
    >
      <Price {...product} className="text-2xl font-medium" />
      <Buy product={product} showPrice={false} tone="brief" className="flex-1" />
    </div>
  );
}
