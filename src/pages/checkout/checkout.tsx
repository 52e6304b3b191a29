import { startTransition, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { preconnect } from 'react-dom';
import { Navigate, redirect, useLocation, useNavigate, useRevalidator } from 'react-router';

import { useSite } from '#modules/content/ui/use-site.ts';
import { checkoutPrefill } from '#modules/checkout/checkout-prefill.server.ts';
import { cartIdOf, isOwnCart } from '#modules/cart/cart.server.ts';
import { currentCart, loadCart, removeItem, useCart } from '#modules/cart/ui/cart-store.ts';
import { previewOffer } from '#modules/checkout/preview-offer.server.ts';
import { checkoutRefusals, type CheckoutOffer } from '#modules/checkout/checkout.schema.ts';
import { newestOrder } from '#modules/checkout/checkout.server.ts';
import { endOfPage } from '#modules/checkout/checkout-end.server.ts';
import { checkoutEnds, endsPage } from '#modules/checkout/checkout-ends.ts';
import { CheckoutEnded } from '#modules/checkout/ui/checkout-ended.tsx';
import { CheckoutForm } from '#modules/checkout/ui/checkout-form.tsx';
import { clearForm } from '#modules/checkout/ui/form-storage.ts';
import { firstAfterMs, type SocialProofEvent } from '#modules/checkout/social-proof.ts';
import { KnownOrder, useResult } from '#modules/checkout/ui/existing-order-notice.tsx';
import { useCheckout } from '#modules/checkout/ui/use-checkout.ts';
import { findShippingTerms } from '#modules/shipping/shipping-options.queries.server.ts';
import { linkState } from '#modules/phone-orders/manage-phone-orders.server.ts';
import { findPhoneOrderOfCart } from '#modules/phone-orders/phone-orders.queries.server.ts';
import { payPath } from '#modules/phone-orders/phone-order.ts';
import { withPayments } from '#modules/payments/payments.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { cachedRead } from '#platform/http/cached-read.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { call } from '#modules/api-client.ts';
import { isUuid } from '#shared/uuid.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { focusIfLost } from '#ui/focus.ts';
import { createLazyHook } from '#ui/store.ts';
import { useTimeout } from '#ui/timers.ts';
import type { Refusal } from '#ui/refusal.ts';

import { titled } from '../page-meta.ts';
import { RequestReference } from '../frame/page-error.tsx';
import type { Route } from './+types/checkout.ts';
import { socialProofEvents } from './social-proof.server.ts';

export const meta = (args: Route.MetaArgs) => [
  ...titled('Checkout')(args),
  { name: 'description', content: 'Where your order goes, how it gets there and how you pay.' },
];

const nobody = { email: '', firstName: '', lastName: '', phone: '', shipping: null };

/** Returns the phone order whose cart this is, and what the form shows of its customer. */
async function phoneOrderOf(db: Db, cartId: string | null) {
  const order = cartId === null ? null : await findPhoneOrderOfCart(db, cartId);
  if (order === null) return null;
  const { id, email, customer, shippingAddress: shipping } = order;
  return { id, prefill: email === null || customer === null ? null : { email, ...customer, shipping } };
}

const shippingTerms = cachedRead(({ db }) => findShippingTerms(db));

/**
 * Returns the form's data: the preview, the order if
 * there is one, and a signed-in customer's details.
 * Redirects home if the cart is empty, unless its order was just paid. A cart of inactive products,
 * and a checkout of its own that cannot go on, have an end instead of a preview.
 * `?buy=` selects the visitor's Buy Now or phone order instead of the cart. A phone order
 * that has ended redirects to its payment link.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const reading = context.get(pageRequest);
  const { ctx, visitor } = reading;
  const { user } = visitor;
  const buy = new URL(request.url).searchParams.get('buy');
  const isMine = buy !== null && isUuid(buy) && (await isOwnCart(ctx.db, visitor, buy));
  const cartId = buy === null ? await cartIdOf(ctx.db, visitor) : isMine ? buy : null;
  const isForeign = buy !== null && !isMine;
  const findOrder = async () => (isForeign ? null : newestOrder(ctx, visitor, buy));
  const [preview, foundOrder, events, known, phoneOrder] = await Promise.all([
    cartId === null ? null : previewOffer(ctx, cartId, () => shippingTerms(reading)),
    findOrder(),
    socialProofEvents(ctx),
    user === null ? nobody : checkoutPrefill(ctx.db, user),
    phoneOrderOf(ctx.db, isMine ? buy : null),
  ]);
  // A payment may have become an order, and emptied the cart, between the two reads.
  const order = preview === null ? await findOrder() : foundOrder;
  const isOver = preview === null && (order === null || order.kind === 'at_form');
  const payments = withPayments(ctx);
  const ended = isOver
    ? await endOfPage({ ...payments, linkState }, visitor, isMine || isForeign ? buy : cartId)
    : null;
  if (ended !== null && phoneOrder !== null && ended !== 'not_for_sale') throw redirect(payPath(phoneOrder.id));
  if (ended === 'cart_empty') throw redirect('/');
  const end = ended === null ? null : { reason: ended, message: checkoutRefusals[ended] };
  const customer = { isGuest: user === null, prefill: phoneOrder?.prefill ?? known };
  const payLink = phoneOrder === null ? null : payPath(phoneOrder.id);
  return { buy, payLink, preview, end, order, events, customer, scriptUrl: payments.payments.scriptUrl };
}

/** Checkout form. Payment needs scripts. */
function WithScripts({ children }: { children: ReactNode }) {
  return (
    <>
      <div className="noscript:hidden">{children}</div>
      {/* Browsers with scripts ignore this, so it is left out of the scripts sent to them. */}
      <noscript>{import.meta.env.SSR ? <WithoutScripts /> : null}</noscript>
    </>
  );
}

/** Offers to order by mail, because the provider's card form needs scripts. */
function WithoutScripts() {
  const { supportEmail } = useSite();
  return (
    <section className="mx-auto max-w-lg space-y-4 py-16">
      <h2 className="text-3xl">Paying needs JavaScript</h2>
      <p>
        Your card details go straight from your browser to the payment provider, and that needs JavaScript. Please allow
        it for this shop and open the checkout again. Your cart is saved.
      </p>
      <p>
        Can’t do that? Tell us what you’d like and where to send it, and we’ll help you order by email:{' '}
        <a className="text-berry underline underline-offset-4" href={`mailto:${supportEmail}`}>
          {supportEmail}
        </a>
        .
      </p>
    </section>
  );
}

function Failed({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div
      // The focused field was removed.
      ref={focusIfLost}
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

const useSocialProof = createLazyHook(
  async () => {
    const { SocialProof } = await import('#modules/checkout/ui/social-proof.tsx');
    return (events: readonly SocialProofEvent[]) => <SocialProof events={events} />;
  },
  () => undefined,
);

/** Shows other shoppers' activity a while after arrival. Its code loads then, too. */
function Others({ events }: { events: readonly SocialProofEvent[] }) {
  const [isDue, setDue] = useState(false);
  useTimeout(() => setDue(true), firstAfterMs);
  return useSocialProof(isDue)?.(events);
}

/** Clears the typed data when the visitor leaves with an empty cart. */
function useForgetting(isCartEmpty: boolean): void {
  const leave = useEffectEvent(() => {
    if (isCartEmpty) clearForm();
  });
  useEffect(() => () => leave(), []);
}

/**
 * Placeholder lines for a Buy Now: only the server
 * knows its lines, and the cart must not affect it.
 */
const notTheCart = { items: [], isLoading: false };

/**
 * True for a refusal after which the page's loader runs again. It knows the order, says what
 * happened, or redirects home.
 */
const leadsOn = (reason: string) => endsPage(reason) && checkoutEnds[reason].way !== 'try';

/**
 * Reloads the page's data once per reason after the checkout has ended.
 * Returns true if the form is still shown after that.
 */
function useReloadWhenOver(reason: string | null): boolean {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [reloadedFor, setReloadedFor] = useState<string | null>(null);
  const ask = useEffectEvent(async (why: string) => {
    await navigate(pathname + search, { replace: true });
    // The router renders loaded data in a transition. This update must not be rendered before it.
    startTransition(() => setReloadedFor(why));
  });
  useEffect(() => {
    if (reason !== null) void ask(reason);
  }, [reason]);
  return reason !== null && reloadedFor === reason;
}

type CheckoutProps = { known: Route.ComponentProps['loaderData']; preview: CheckoutOffer };

function Checkout({ known, preview }: CheckoutProps) {
  const { buy, payLink, order, customer, events, scriptUrl } = known;
  const shoppingCart = useCart();
  const cart = buy === null ? shoppingCart : notTheCart;
  const navigate = useNavigate();
  const checkout = useCheckout(cart, buy);
  const { session, failed, ended } = checkout;
  const title = useRef<HTMLHeadingElement>(null);
  /** True once the shopper took the last line out here, and expects to leave the page. */
  const [isLeaving, setLeaving] = useState(false);
  const isEmpty = buy === null && !cart.isLoading && cart.items.length === 0;
  const isEmptied = failed?.reason === 'cart_empty' || (isEmpty && session !== null && isLeaving);
  const isOver = isEmptied || (session === null && failed !== null && leadsOn(failed.reason));
  const isStillHere = useReloadWhenOver(isOver ? (failed?.reason ?? 'cart_empty') : null);
  useForgetting(isEmpty || isEmptied || ended?.reason === 'cart_empty');
  // Emptied outside this page, for example in the cart drawer of another tab.
  const isEmptiedElsewhere = isEmpty && session !== null && !isLeaving;
  useTimeout(() => void checkout.look(), isEmptiedElsewhere ? 0 : null);
  const offer = session?.view ?? preview;
  // Preconnect only to the provider's own host: the sandbox's script comes from the shop.
  if (scriptUrl.startsWith('https:')) preconnect(scriptUrl);
  const removeLast = async () => {
    setLeaving(true);
    if (buy !== null) {
      await call(`DELETE /buy-now/${buy}`);
      return navigate('/product', { replace: true });
    }
    if (cart.isLoading) await loadCart();
    const [last] = currentCart().items;
    if (last !== undefined) await removeItem(last.id);
  };
  const tryAgain = () => {
    // The pressed button disappears.
    title.current?.focus();
    void checkout.begin();
  };
  const beginAgain = () => void checkout.begin();
  useResult(session === null && failed?.reason === 'payment_unknown' ? (order?.intentId ?? null) : null, beginAgain);
  if (failed?.reason === 'being_paid' && order !== null) return <KnownOrder order={order} onUnpaid={beginAgain} />;
  if (ended !== null && !isLeaving) {
    if (ended.order !== null) return <KnownOrder order={ended.order} onUnpaid={beginAgain} />;
    return <EndedPage end={ended} payLink={payLink} onRetry={checkout.begin} />;
  }
  // The server may not know yet that the last line was removed here.
  if (isEmptied && isStillHere) return <Navigate to="/" replace />;
  return (
    <div className="mx-auto max-w-6xl px-4 sm:px-6 lg:pt-8">
      <div className="max-lg:sr-only">
        <h1 ref={title} tabIndex={-1} className="text-4xl outline-none">
          Checkout
        </h1>
        <p className="mb-6 mt-2 text-soft">No account needed. Nothing is charged before you press Pay.</p>
      </div>
      {session === null && failed !== null && (!isOver || isStillHere) ? (
        <Failed message={failed.message} onRetry={tryAgain} />
      ) : (
        <WithScripts>
          <CheckoutForm
            offer={offer}
            checkout={checkout}
            customer={customer}
            onRemoveLast={removeLast}
            activity={events.length === 0 ? undefined : session === null ? null : <Others events={events} />}
          />
        </WithScripts>
      )}
    </div>
  );
}

type EndedPageProps = { end: Refusal; payLink: string | null; onRetry: () => Promise<void> };

/** Replaces the form of a checkout that has ended. */
function EndedPage(ended: EndedPageProps) {
  return (
    <div className="mx-auto max-w-6xl px-4 sm:px-6 lg:pt-8">
      <h1 className="text-4xl max-lg:sr-only">Checkout</h1>
      <CheckoutEnded {...ended} />
    </div>
  );
}

export default function CheckoutPage({ loaderData: known }: Route.ComponentProps) {
  const { preview, end, order, payLink } = known;
  const { revalidate } = useRevalidator();
  if (end !== null && (order === null || checkoutEnds[end.reason].way !== 'wait'))
    return <EndedPage end={end} payLink={payLink} onRetry={revalidate} />;
  if (order !== null && (preview === null || order.kind === 'paying')) return <KnownOrder order={order} />;
  return preview === null ? null : <Checkout known={known} preview={preview} />;
}

/** Error page of the checkout. Typed data survives in session storage. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <section role="alert" className="mx-auto max-w-lg space-y-6 px-6 py-24 text-center">
      <h1 className="text-5xl">Checkout Error</h1>
      <p>There was a problem processing your order. Please try again or contact support if the issue persists.</p>
      <RequestReference error={error} />
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
