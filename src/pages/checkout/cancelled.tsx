import { redirect } from 'react-router';

import { returnToCart } from '#modules/checkout/hosted-checkout.server.ts';
import { withPayments } from '#modules/payments/payments.server.ts';
import { isUuid } from '#shared/uuid.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Picture } from '#ui/picture.tsx';

import { ActionForm } from '../forms/action-form.tsx';
import { formAction } from '../forms/form-action.server.ts';
import { formPictures } from '../frame/form-pictures.ts';
import { titled } from '../page-meta.ts';
import type { Route } from './+types/cancelled.ts';

export const meta = titled('Checkout Cancelled');

const openedCart = '/checkout-cancelled?cart=open';

/** Reads `?buy=`: the Buy Now whose checkout on the provider's page was cancelled. */
export function loader({ request }: Route.LoaderArgs) {
  const buy = new URL(request.url).searchParams.get('buy') ?? '';
  return { buy: isUuid(buy) ? buy : null };
}

export const action = formAction({
  /** Moves the units of a Buy Now into the cart. */
  async return({ ctx, visitor, values: { buy = '' } }) {
    if (isUuid(buy)) await returnToCart(withPayments(ctx), visitor, buy);
    return redirect(openedCart);
  },
});

function ReturnToCart({ buy }: { buy: string | null }) {
  if (buy === null) return <ButtonLink to={openedCart}>Return to Cart</ButtonLink>;
  return <ActionForm name="return" hidden={{ buy }} submit="Return to Cart" />;
}

export default function CancelledPage({ loaderData: { buy } }: Route.ComponentProps) {
  return (
    <section className="mx-auto max-w-lg space-y-6 px-6 py-16 text-center">
      <Picture
        {...formPictures.cancelled}
        alt=""
        sizes="176px"
        className="mx-auto mb-6 size-44 rounded-full object-cover"
      />
      <h1 className="text-5xl">Checkout Cancelled</h1>
      <p className="text-lg">Your items are still in your cart</p>
      <div className="flex flex-wrap justify-center gap-3">
        <ReturnToCart buy={buy} />
        <ButtonLink to="/product" look="second">
          Continue Shopping
        </ButtonLink>
      </div>
    </section>
  );
}
