import { useState } from 'react';

import { showcase } from '#content/home.ts';
import { unitPrice, type Product } from '#modules/buying/catalog/rules.ts';
import { goodsOf } from '#modules/buying/meta-conversions/rules.ts';
import { track } from '#modules/buying/meta-conversions/ui/track.ts';
import { Button } from '#ui/button.tsx';
import { LockIcon } from '#ui/icons.tsx';
import { useRestored } from '#ui/window-event.ts';

import { wholePrice } from '#shared/money.ts';

/** Straight to the checkout. A plain form: the page's action puts one unit into an empty cart on the way. */
export function ToCheckout({ product, className }: { product: Product; className?: string }) {
  const [busy, setBusy] = useState(false);
  useRestored(() => setBusy(false));
  return (
    <form
      method="post"
      action="/?index"
      className={className}
      onSubmit={(event) => {
        if (busy) event.preventDefault();
        else
          track({ name: 'InitiateCheckout', ...goodsOf([{ productId: product.id, quantity: 1 }], unitPrice(product)) });
        setBusy(true);
      }}
    >
      <Button type="submit" busy={busy} className="w-full">
        <LockIcon />
        {showcase.toCheckout} - {wholePrice(unitPrice(product))}
      </Button>
    </form>
  );
}
