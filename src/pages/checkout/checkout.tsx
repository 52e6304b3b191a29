import { useEffect, useEffectEvent } from 'react';
import { Navigate, redirect, useNavigate } from 'react-router';

import { checkoutIntro, checkoutWithoutScripts } from '#content/checkout.ts';
import { site } from '#content/site.ts';
import { checkoutPrefill } from '#modules/after/addresses/service.server.ts';
import { cartLines, isOwnCart, linesOfCart } from '#modules/buying/cart/service.server.ts';
import { removeItem, useCart } from '#modules/buying/cart/ui/cart-store.ts';
import { CheckoutForm } from '#modules/buying/checkout/ui/checkout-form.tsx';
import { clearForm } from '#modules/buying/checkout/ui/form-storage.ts';
import { SocialProof } from '#modules/buying/checkout/ui/social-proof.tsx';
import { useCheckout } from '#modules/buying/checkout/ui/use-checkout.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { isUuid } from '#shared/uuid.ts';
import { Button, ButtonLink } from '#ui/button.tsx';

import { Reference } from '../frame/reference.tsx';
import type { Route } from './+types/checkout.ts';
import { socialProofEvents } from './social-proof.server.ts';

export const meta: Route.MetaFunction = () => [
  { title: `Checkout | ${site.name}` },
  { name: 'description', content: 'Where your order goes, how it gets there and how you pay.' },
];

const nobody = { email: '', firstName: '', lastName: '', phone: '', shipping: null };

/**
 * Sends an empty cart home, and what is known of a signed-in customer into the form. `?buy=` asks for the checkout of the
 * visitor's Buy Now in the place of the cart's; somebody else's reads like an empty one.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { ctx, visitor } = context.get(pageRequest);
  const buy = new URL(request.url).searchParams.get('buy');
  const isMine = buy !== null && isUuid(buy) && (await isOwnCart(ctx.db, visitor, buy));
  const lines = buy === null ? await cartLines(ctx.db, visitor) : isMine ? await linesOfCart(ctx.db, buy) : [];
  if (lines.length === 0) throw redirect('/');
  const events = await socialProofEvents(ctx);
  return { buy, events, prefill: visitor.user === null ? nobody : await checkoutPrefill(ctx.db, visitor.user) };
}

function Waiting() {
  return (
    <>
      <div role="status" className="flex min-h-screen flex-col items-center gap-5 pt-[20vh] noscript:hidden">
        <span className="size-12 animate-spin rounded-full border-4 border-petal border-t-berry" />
        <p className="text-lg">Setting up your checkout...</p>
      </div>
      <noscript>
        <WithoutScripts />
      </noscript>
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
      role="alert"
      className="mx-auto flex min-h-[50vh] max-w-lg flex-col items-center justify-center gap-5 text-center"
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

/** Leaving with an empty cart forgets what was typed. */
function useForgetting(isCartEmpty: boolean): void {
  const leave = useEffectEvent(() => {
    if (isCartEmpty) clearForm();
  });
  useEffect(() => () => leave(), []);
}

/** What a Buy Now pays for is known to the server alone: the cart beside it has no say. */
const notTheCart = { items: [], isLoading: false };

export default function CheckoutPage({ loaderData: { buy, prefill, events } }: Route.ComponentProps) {
  const shoppingCart = useCart();
  const cart = buy === null ? shoppingCart : notTheCart;
  const navigate = useNavigate();
  const checkout = useCheckout(cart, buy);
  const { session, failed } = checkout;
  const isEmpty = buy === null && !cart.isLoading && cart.items.length === 0;
  const isOver = failed?.reason === 'cart_empty' || (isEmpty && session !== null);
  useForgetting(isEmpty || isOver);
  const emptyBuyNow = async () => {
    const items = (session?.view.items ?? []).map(({ product_id }) => ({ product_id, quantity: 0 }));
    await checkout.revise({ items });
    void navigate('/product', { replace: true });
  };
  const removeLast = async () => {
    if (buy !== null) return emptyBuyNow();
    const [last] = cart.items;
    if (last !== undefined) await removeItem(last.id);
  };
  return (
    <div className="mx-auto max-w-6xl px-4 sm:px-6 lg:pt-8">
      {isOver ? <Navigate to="/" replace /> : null}
      <div className="max-lg:sr-only">
        <h1 className="text-4xl">Checkout</h1>
        <p className="mb-6 mt-2 text-soft">{checkoutIntro}</p>
      </div>
      {session === null ? null : (
        <>
          <CheckoutForm session={session} checkout={checkout} prefill={prefill} onRemoveLast={removeLast} />
          <SocialProof events={events} />
        </>
      )}
      {session === null && failed === null ? <Waiting /> : null}
      {session === null && failed !== null && !isOver ? (
        <Failed message={failed.message} onRetry={() => void checkout.begin()} />
      ) : null}
    </div>
  );
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
