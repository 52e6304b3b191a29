import { useState } from 'react';

import { Button } from '#ui/button.tsx';
import { cookiesEnabled, cookiesNeeded } from '#ui/cookies.ts';
import type { ElementChildren } from '#ui/element-children.ts';
import { BagIcon } from '#ui/icons.tsx';
import { toast } from '#ui/toast.tsx';

import { addItem, type Addition } from './cart-store.ts';

type AddToCartProps = Omit<Addition, 'quantity'> & {
  quantity?: number;
  /** Fields named `quantity` from which the shopper chooses, instead of a fixed quantity. */
  choice?: ElementChildren;
  children: string;
  className?: string;
};

/**
 * Adds units to the cart: through the store once the page is hydrated, through a plain form before.
 */
export function AddToCart({ quantity = 1, choice, children, className, ...product }: AddToCartProps) {
  const [busy, setBusy] = useState(false);
  const add = async (units: number) => {
    // Without cookies the server would create a new cart on every request.
    if (!cookiesEnabled.get()) return toast({ ...cookiesNeeded, destructive: true });
    setBusy(true);
    await addItem({ ...product, quantity: units });
    setBusy(false);
  };
  return (
    <form
      method="post"
      action="/product"
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void add(Number(new FormData(event.currentTarget).get('quantity')));
      }}
    >
      <input type="hidden" name="form" value="add" />
      <input type="hidden" name="product_id" value={product.productId} />
      {choice ?? <input type="hidden" name="quantity" value={quantity} />}
      <Button type="submit" busy={busy} className="w-full">
        <BagIcon />
        <span>{children}</span>
      </Button>
    </form>
  );
}
