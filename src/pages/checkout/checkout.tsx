import { startTransition, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { preconnect } from 'react-dom';
import { Navigate, redirect, useLocation, useNavigate } from 'react-router';

import { checkoutIntro, checkoutWithoutScripts } from '#content/checkout.ts';
import { site } from '#content/site.ts';
import { checkoutPrefill } from '#modules/addresses/saved-addresses.server.ts';
import { cartIdOf, isOwnCart } from '#modules/cart/cart.server.ts';
import { currentCart, loadCart, removeItem, useCart } from '#modules/cart/ui/cart-store.ts';
import { previewOf } from '#modules/checkout/preview.server.ts';
import type { CheckoutOffer } from '#modules/checkout/checkout.schema.ts';
import { newestOrder } from '#modules/checkout/checkout-session.server.ts';
import { CheckoutForm } from '#modules/checkout/ui/checkout-form.tsx';
import { clearForm } from '#modules/checkout/ui/form-storage.ts';
import { firstAfterMs, type SocialProofEvent } from '#modules/checkout/social-proof.ts';
import { KnownOrder } from '#modules/checkout/ui/known-order.tsx';
import { useCheckout } from '#modules/checkout/ui/use-checkout.ts';
import { activeShippingOptions } from '#modules/shipping/shipping-options.server.ts';
import { withPayments } from '#modules/payments/payments.server.ts';
import { cachedRead } from '#platform/http/cached-read.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { call } from '#modules/calls.ts';
import { isUuid } from '#shared/uuid.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { takeLostFocus } from '#ui/focus.ts';
import { loadedWhen } from '#ui/store.ts';
import { useTimeout } from '#ui/timers.ts';

import { Reference } from '../frame/reference.tsx';
import type { Route } from './+types/checkout.ts';
import { socialProofEvents } from './social-proof.server.ts';

export const meta: Route.MetaFunction = () => [
  { title: `Checkout | ${site.name}` },
  { name: 'description', content: 'Where your order goes, how it gets there and how you pay.' },
];

const nobody = { email: '', firstName: '', lastName: '', phone: '', shipping: null };

const activeOptions = cachedRead(({ db }) => activeShippingOptions(db));

/**
 * Sends the form with what is known of the order and of a signed-in customer, and an empty cart home unless its order was just paid.
 * `?buy=` asks for the checkout of the visitor's Buy Now instead of the cart's; somebody else's reads like an empty one.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const reading = context.get(pageRequest);
  const { ctx, visitor } = reading;
  const { user } = visitor;
  const buy = new URL(request.url).searchParams.get('buy');
  const isMine = buy !== null && isUuid(buy) && (await isOwnCart(ctx.db, visitor, buy));
  const cartId = buy === null ? await cartIdOf(ctx.db, visitor) : isMine ? buy : null;
  const isForeign = buy !== null && !isMine;
  const [preview, order, events, prefill] = await Promise.all([
    cartId === null ? null : previewOf(ctx, cartId, () => activeOptions(reading)),
    isForeign ? null : newestOrder(ctx, visitor, buy),
    socialProofEvents(ctx),
    user === null ? nobody : checkoutPrefill(ctx.db, user),
  ]);
  if (preview === null && (order === null || order.kind === 'at_form')) throw redirect('/');
  const customer = { isGuest: user === null, prefill };
  return { buy, preview, order, events, customer, scriptUrl: withPayments(ctx).payments.scriptUrl };
}

/** The form, where scripts run; it cannot be paid without. */
function WithScripts({ children }: { children: ReactNode }) {
  return (
    <>
      <div className="noscript:hidden">{children}</div>
      {/* No browser that runs this reads it: it is not sent with the scripts. */}
      <noscript>{import.meta.env.SSR ? <WithoutScripts /> : null}</noscript>
    </>
  );
}

/** The provider's card form is a script: without any, the shop takes the order by mail. */
function WithoutScripts() {
  return (
    <section className="mx-auto max-w-lg space-y-4 py-16">
      <h2 className="text-3xl">{checkoutWithoutScripts.title}</h2>
      <p>{checkoutWithoutScripts.text}</p>
      <p>
        {checkoutWithoutScripts.otherwise}{' '}
        <a className="text-berry underline underline-offset-4" href={`mailto:${site.supportEmail}`}>
          {site.supportEmail}
        </a>
        .
      </p>
    </section>
  );
}

function Failed({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div
      // The field in which somebody typed is gone.
      ref={takeLostFocus}
      role="alert"
      tabIndex={-1}
      className="mx-auto flex min-h-[50vh] max-w-lg flex-col items-center justify-center gap-5 text-center outline-none"
    >
      <h2 className="text-3xl">Checkout Error</h2>
      <p>{message}</p>
      <Button onClick={onRetry}>Try Again</Button>
      <ButtonLink to="/product" look="quiet">
        Back to the product
      </ButtonLink>
    </div>
  );
}

const useSocialProof = loadedWhen(
  async () => {
    const { SocialProof } = await import('#modules/checkout/ui/social-proof.tsx');
    return (events: readonly SocialProofEvent[]) => <SocialProof events={events} />;
  },
  () => undefined,
);

/** What others do in the shop comes a while after arrival, and its code with it. */
function Others({ events }: { events: readonly SocialProofEvent[] }) {
  const [isDue, setDue] = useState(false);
  useTimeout(() => setDue(true), events.length === 0 ? null : firstAfterMs);
  return useSocialProof(isDue)?.(events);
}

/** Leaving with an empty cart forgets what was typed. */
function useForgetting(isCartEmpty: boolean): void {
  const leave = useEffectEvent(() => {
    if (isCartEmpty) clearForm();
  });
  useEffect(() => () => leave(), []);
}

/** What a Buy Now pays for is known to the server alone: the cart beside it has no say. */
const notTheCart = { items: [], isLoading: false };

/** Refusals to begin or continue a checkout that are asked of the page's loader: it knows the order, or leads home. */
const over = new Set(['cart_empty', 'paid_already', 'being_paid']);

/** Loads this page's data once when its checkout is over for a reason; true when that has not led away from the form. */
function useAskedWhenOver(reason: string | null): boolean {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [asked, setAsked] = useState<string | null>(null);
  const ask = useEffectEvent(async (why: string) => {
    await navigate(pathname + search, { replace: true });
    // The router draws what it loaded in a transition: this must not be drawn before it.
    startTransition(() => setAsked(why));
  });
  useEffect(() => {
    if (reason !== null) void ask(reason);
  }, [reason]);
  return reason !== null && asked === reason;
}

type CheckoutProps = { known: Route.ComponentProps['loaderData']; preview: CheckoutOffer };

function Checkout({ known, preview }: CheckoutProps) {
  const { buy, order, customer, events, scriptUrl } = known;
  const shoppingCart = useCart();
  const cart = buy === null ? shoppingCart : notTheCart;
  const navigate = useNavigate();
  const checkout = useCheckout(cart, buy);
  const { session, failed } = checkout;
  const title = useRef<HTMLHeadingElement>(null);
  const isEmpty = buy === null && !cart.isLoading && cart.items.length === 0;
  const isEmptied = failed?.reason === 'cart_empty' || (isEmpty && session !== null);
  const isOver = isEmptied || (failed !== null && over.has(failed.reason));
  const isStillHere = useAskedWhenOver(isOver ? (failed?.reason ?? 'cart_empty') : null);
  useForgetting(isEmpty || isEmptied);
  const offer = session?.view ?? preview;
  // The provider's own host; the sandbox's script is the shop's.
  if (scriptUrl.startsWith('https:')) preconnect(scriptUrl);
  const removeLast = async () => {
    if (buy !== null) {
      await call(`DELETE /buy-now/${buy}`);
      return navigate('/product', { replace: true });
    }
    if (cart.isLoading) await loadCart();
    const [last] = currentCart().items;
    if (last !== undefined) await removeItem(last.id);
  };
  const tryAgain = () => {
    // The button goes away when it is pressed.
    title.current?.focus();
    void checkout.begin();
  };
  if (failed?.reason === 'being_paid' && order !== null) return <KnownOrder order={order} />;
  // The shop may not know yet that the last line was taken out here.
  if (isEmptied && isStillHere) return <Navigate to="/" replace />;
  return (
    <div className="mx-auto max-w-6xl px-4 sm:px-6 lg:pt-8">
      <div className="max-lg:sr-only">
        <h1 ref={title} tabIndex={-1} className="text-4xl outline-none">
          Checkout
        </h1>
        <p className="mb-6 mt-2 text-soft">{checkoutIntro}</p>
      </div>
      {session === null && failed !== null && (!isOver || isStillHere) ? (
        <Failed message={failed.message} onRetry={tryAgain} />
      ) : (
        <WithScripts>
          <CheckoutForm offer={offer} checkout={checkout} customer={customer} onRemoveLast={removeLast} />
        </WithScripts>
      )}
      {session === null ? null : <Others events={events} />}
    </div>
  );
}

export default function CheckoutPage({ loaderData: known }: Route.ComponentProps) {
  const { preview, order } = known;
  if (order !== null && (preview === null || order.kind === 'paying')) return <KnownOrder order={order} />;
  return preview === null ? null : <Checkout known={known} preview={preview} />;
}

/** A fault on the checkout page: nothing typed is lost, it is kept in the session. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <section role="alert" className="mx-auto max-w-lg space-y-6 px-6 py-24 text-center">
      <h1 className="text-5xl">Checkout Error</h1>
      <p>There was a problem processing your order. Please try again or contact support if the issue persists.</p>
      <Reference error={error} />
      <div className="flex justify-center gap-3">
        <ButtonLink to="/checkout" reloadDocument>
          Try Again
        </ButtonLink>
        <ButtonLink to="/" look="second">
          Return Home
        </ButtonLink>
      </div>
    </section>
  );
}
