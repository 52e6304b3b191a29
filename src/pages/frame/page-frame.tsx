import { useEffect, type ReactNode } from 'react';
import { useLocation, useNavigation, useSearchParams } from 'react-router';

import { site } from '#content/site.ts';
import { loadSession } from '#modules/accounts/ui/session-store.ts';
import { CartDrawer } from '#modules/cart/ui/cart-drawer.tsx';
import { loadCart, openCart } from '#modules/cart/ui/cart-store.ts';
import { CaptureHost } from '#modules/marketing/ui/capture-host.tsx';
import { ToastRegion } from '#ui/toast.tsx';

import { Footer } from './footer.tsx';
import { Navigation } from './navigation.tsx';

/** Loads who is signed in and then the cart; a link can ask for the cart to be open. */
function useVisit(): void {
  const [search, setSearch] = useSearchParams();
  useEffect(() => {
    void loadSession().then(loadCart);
  }, []);
  const asksForCart = search.get('cart') === 'open';
  useEffect(() => {
    if (!asksForCart) return;
    openCart();
    setSearch(
      (params) => {
        params.delete('cart');
        return params;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [asksForCart, setSearch]);
}

/** A thin line at the top while the next page is on its way. */
function UnderWay() {
  const isUnderWay = useNavigation().state !== 'idle';
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-50">
      {isUnderWay ? (
        <div className="under-way h-1 bg-rose">
          <span className="sr-only">Loading…</span>
        </div>
      ) : null}
    </div>
  );
}

function SkipLink() {
  return (
    <a
      href="#content"
      className="sr-only z-50 rounded-full bg-berry px-4 py-2 text-white focus:not-sr-only focus:fixed focus:left-4 focus:top-4"
    >
      Skip to content
    </a>
  );
}

/** What the pages of admins stand in: no shop around them. */
export function WorkFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <SkipLink />
      {children}
      <ToastRegion />
      <UnderWay />
    </>
  );
}

/** What every page of the shop stands in: ribbon, banner, navigation, cart, messages, footer. */
export function PageFrame({ isDemo, children }: { isDemo: boolean; children: ReactNode }) {
  useVisit();
  const isCheckout = useLocation().pathname === '/checkout';
  return (
    <>
      <SkipLink />
      <aside aria-label="Notices">
        {isDemo ? <p className="bg-ink px-4 py-1 text-center text-xs text-blush">{site.demoRibbon}</p> : null}
        {isCheckout ? null : <p className="bg-petal px-4 py-2 text-center text-sm">{site.banner}</p>}
      </aside>
      <Navigation />
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <Footer />
      <CartDrawer />
      <CaptureHost />
      <ToastRegion />
      <UnderWay />
    </>
  );
}
