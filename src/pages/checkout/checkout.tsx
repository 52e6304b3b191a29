import { useEffect } from 'react';
import { useNavigate } from 'react-router';

import { useCart } from '#modules/cart/ui/cart-store.ts';
import { CheckoutForm } from '#modules/checkout/ui/checkout-form.tsx';
import { clearForm } from '#modules/checkout/ui/form-storage.ts';
import { useCheckout } from '#modules/checkout/ui/use-checkout.ts';
import { Button, ButtonLink } from '#ui/button.tsx';

import type { Route } from './+types/checkout.ts';

export const meta: Route.MetaFunction = () => [
  { title: 'Checkout | halorosa' },
  { name: 'robots', content: 'noindex' },
];

function Waiting() {
  return (
    <div role="status" className="flex min-h-[60vh] flex-col items-center justify-center gap-5">
      <span className="size-12 animate-spin rounded-full border-4 border-petal border-t-berry" />
      <p className="text-lg">Setting up your checkout...</p>
    </div>
  );
}

function Failed({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div role="alert" className="mx-auto flex min-h-[50vh] max-w-lg flex-col items-center justify-center gap-5 text-center">
      <h2 className="text-3xl">Checkout Error</h2>
      <p>{message}</p>
      <Button onClick={onRetry}>Try Again</Button>
      <ButtonLink to="/product" look="quiet">
        Back to the product
      </ButtonLink>
    </div>
  );
}

export default function CheckoutPage() {
  const { items, isLoading } = useCart();
  const navigate = useNavigate();
  const checkout = useCheckout(!isLoading && items.length > 0);
  const { session, failed } = checkout;
  const isEmpty = (!isLoading && items.length === 0 && session === null) || failed?.reason === 'cart_empty';
  useEffect(() => {
    if (!isEmpty) return;
    clearForm();
    void navigate('/', { replace: true });
  }, [isEmpty, navigate]);
  return (
    <div className="mx-auto max-w-6xl px-4 pt-8 sm:px-6">
      <h1 className="mb-6 text-4xl">Checkout</h1>
      {session !== null ? <CheckoutForm session={session} checkout={checkout} /> : null}
      {session === null && failed === null ? <Waiting /> : null}
      {session === null && failed !== null ? (
        <Failed message={failed.message} onRetry={() => void checkout.begin()} />
      ) : null}
    </div>
  );
}

/** A fault on the checkout page: nothing typed is lost, it is kept in the session. */
export function ErrorBoundary() {
  return (
    <section role="alert" className="mx-auto max-w-lg space-y-6 px-6 py-24 text-center">
      <h1 className="text-5xl">Checkout Error</h1>
      <p>
        There was a problem processing your order. Please try again or contact support if the issue persists.
      </p>
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
