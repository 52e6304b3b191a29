import { startTransition, Suspense, useEffect, useState, type ReactNode } from 'react';
import { matchPath, useLocation, useNavigation, useSearchParams } from 'react-router';

import { knowGuest, loadSession, sessionUser } from '#modules/accounts/ui/session-store.ts';
import { currentCart, loadCart, reloadCart, openCart } from '#modules/cart/ui/cart-store.ts';
import { ConsentHost } from '#modules/accounts/ui/consent-host.tsx';
import { PixelHost } from '#modules/conversions/ui/pixel-host.tsx';
import { CaptureHost } from '#modules/marketing/ui/capture-host.tsx';
import { PageViewHost } from '#modules/analytics/page-view-host.tsx';
import { cookiesEnabled, cookiesNeeded } from '#ui/cookies.ts';
import { repeatEarlyClicks } from '#ui/early-clicks.ts';
import type { ElementChildren } from '#ui/element-children.ts';
import { focusIfLost } from '#ui/focus.ts';
import { leaveFirstPage } from '#ui/lazy-on-interaction.tsx';
import { toast, ToastRegion } from '#ui/toast.tsx';
import { useOnHydrated } from '#ui/use-hydrated.ts';
import { useReturned } from '#ui/window-event.ts';

import { CartHost } from './cart-host.tsx';
import { CheckoutFooter, CheckoutHeader } from './checkout-frame.tsx';
import { Footer } from './footer.tsx';
import { Navigation } from './navigation.tsx';
import { useOfflineLinks } from './use-offline-links.ts';

/** Facts about the first page of a visit. */
type Opened = {
  isCheckout: boolean;
  /** True on the success page, which loads the cart itself once the order has emptied it. */
  isSuccess: boolean;
  /** True if the page was made for a guest. */
  isForGuest: boolean;
};

/**
 * Loads the session, then the cart, unless they came with the page.
 * Reloads both when the visitor returns to the tab, except
 * at the checkout, because paying empties the cart.
 * `?cart=open` opens the cart.
 */
function useVisit({ isCheckout, isSuccess, isForGuest }: Opened): void {
  const [search, setSearch] = useSearchParams();
  useOnHydrated(() => {
    const start = async () => {
      if (isForGuest) knowGuest();
      else await loadSession();
      if (!isSuccess && currentCart().isLoading) await loadCart();
    };
    void start();
  });
  useReturned(() => {
    if (!isCheckout) void loadSession().then(reloadCart);
  });
  const asksForCart = search.get('cart') === 'open';
  useEffect(() => {
    if (!asksForCart) return;
    openCart();
    void loadCart();
    setSearch(
      (params) => {
        params.delete('cart');
        return params;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [asksForCart, setSearch]);
}

/**
 * Reloads the session and the cart after a form: it may have signed the visitor in, which moves
 * the cart to the account, or changed the name in the header.
 */
function useSessionAfterForms(): void {
  const { state, formAction } = useNavigation();
  const sentTo = state === 'submitting' ? formAction : undefined;
  useEffect(() => {
    if (sentTo === undefined) return undefined;
    const reload = async () => {
      await loadSession();
      const isSignIn = sentTo.split('?')[0] === '/auth' && sessionUser() !== null;
      if (isSignIn) toast({ title: 'Welcome back!', description: 'You have successfully signed in.' });
      await loadCart();
    };
    return () => void reload();
  }, [sentTo]);
}

/** Number of client-side navigations since this document was opened. */
function useMoves(): number {
  const { pathname } = useLocation();
  const [last, setLast] = useState({ pathname, moves: 0 });
  if (last.pathname !== pathname) setLast({ pathname, moves: last.moves + 1 });
  return last.moves;
}

/**
 * Ref callback: announces the new page's title, as browsers do after a full page load.
 * The focus of the previous page is lost, so it moves to the content.
 */
function announcePage(line: HTMLElement | null): void {
  if (line === null) return;
  line.textContent = document.title;
  focusIfLost(document.getElementById('content'));
}

/** Thin progress line at the top during a navigation. */
function UnderWay() {
  const isUnderWay = useNavigation().state !== 'idle';
  const moves = useMoves();
  return (
    <div role="status" aria-atomic="false" className="pointer-events-none fixed inset-x-0 top-0 z-50">
      {isUnderWay ? (
        <div className="under-way h-1 bg-rose">
          <span className="sr-only">Loading…</span>
        </div>
      ) : null}
      {moves === 0 ? null : <span key={moves} ref={announcePage} className="sr-only" />}
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

/** Frame of admin pages, without the shop around them. */
export function AdminFrame({ children }: { children: ElementChildren }) {
  useOnHydrated(() => void repeatEarlyClicks());
  return (
    <>
      <SkipLink />
      {children}
      <ToastRegion />
      <UnderWay />
    </>
  );
}

/** Page table paths of measured pages, and of pages on which dialogs may open by themselves. */
export type OpenPages = { measured: readonly string[]; interruptible: readonly string[] };

const isIn = (paths: readonly string[], pathname: string) => paths.some((path) => matchPath(path, pathname) !== null);

/** Not in server-rendered HTML, because only the browser knows. */
function CookieNotice() {
  const { title, description } = cookiesNeeded;
  return cookiesEnabled.use() ? null : (
    <p className="bg-wine px-4 py-2 text-center text-sm text-balance text-white">
      <strong className="font-medium">{`${title}.`}</strong>
      <span>{` ${description}`}</span>
    </p>
  );
}

type HostsProps = Pick<PageFrameProps, 'isForGuest' | 'pixelId' | 'openPages'>;

/** Everything that starts with a visit but is in no server-rendered page. */
function Hosts({ isForGuest, pixelId, openPages }: HostsProps) {
  const { pathname } = useLocation();
  const isCheckout = matchPath('/checkout', pathname) !== null;
  const isSuccess = matchPath('/checkout-success', pathname) !== null;
  useVisit({ isCheckout, isSuccess, isForGuest });
  useOfflineLinks();
  return (
    <>
      <CartHost />
      <CaptureHost mayOpen={isIn(openPages.interruptible, pathname)} />
      <PageViewHost isCounted={!isSuccess} />
      <ConsentHost asks={pixelId !== null && isIn(openPages.measured, pathname)} />
      {pixelId === null ? null : <PixelHost pixelId={pixelId} measured={openPages.measured} />}
    </>
  );
}

function Hydrated({ onHydrated }: { onHydrated: () => void }) {
  useOnHydrated(onHydrated);
  return null;
}

type PageFrameProps = {
  isDemo: boolean;
  isForGuest: boolean;
  pixelId: string | null;
  banner: string;
  openPages: OpenPages;
  children: ReactNode;
};

/**
 * Frame of every shop page: ribbon, banner, navigation, cart, messages and footer.
 * Reduced for the checkout.
 * React hydrates the page, then the boundaries, so that a phone can answer in between.
 */
export function PageFrame({ isDemo, isForGuest, pixelId, banner, openPages, children }: PageFrameProps) {
  const isCheckout = matchPath('/checkout', useLocation().pathname) !== null;
  const [isStarted, setStarted] = useState(false);
  useOnHydrated(leaveFirstPage);
  useSessionAfterForms();
  const start = () => {
    void repeatEarlyClicks();
    startTransition(() => setStarted(true));
  };
  return (
    <>
      <SkipLink />
      <aside aria-label="Notices">
        {isDemo ? (
          <p className="bg-ink px-4 py-1 text-center text-xs text-blush">
            Demo store: sample reviews, activity and stock
          </p>
        ) : null}
        <CookieNotice />
        {isCheckout || banner === '' ? null : (
          <p className="bg-petal px-4 py-2 text-center text-sm text-balance">{banner}</p>
        )}
      </aside>
      <Suspense>{isCheckout ? <CheckoutHeader /> : <Navigation />}</Suspense>
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <Suspense>
        {isCheckout ? <CheckoutFooter /> : <Footer />}
        <Hydrated onHydrated={start} />
      </Suspense>
      {isStarted ? <Hosts isForGuest={isForGuest} pixelId={pixelId} openPages={openPages} /> : null}
      <ToastRegion />
      <UnderWay />
    </>
  );
}
