import { site } from '#content/site.ts';
import { openCart } from '#modules/cart/ui/cart-store.ts';
import { Button, ButtonLink } from '#ui/button.tsx';

import type { Route } from './+types/cancelled.ts';

export const meta: Route.MetaFunction = () => [
  { title: `Checkout Cancelled | ${site.name}` },
  { name: 'robots', content: 'noindex' },
];

export default function CancelledPage() {
  return (
    <section className="mx-auto max-w-lg space-y-6 px-6 py-24 text-center">
      <h1 className="text-5xl">Checkout Cancelled</h1>
      <p className="text-lg">Your items are still in your cart</p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button onClick={openCart}>Return to Cart</Button>
        <ButtonLink to="/product" look="second">
          Continue Shopping
        </ButtonLink>
      </div>
    </section>
  );
}
