import { updateQuantity, useCart } from '#modules/cart/ui/cart-store.ts';
import { formatUsd } from '#shared/money.ts';
import { PlusIcon } from '#ui/icons.tsx';

import { promotionIn, promotionName } from '../rules.ts';

/** What the promotion takes off the cart, and the unit that it would give. */
export function PromotionRows() {
  const { items } = useCart();
  const lines = items.map(({ id, product, ...line }) => {
    return { ...line, id, unitPriceCents: Math.round((product.sale_price ?? product.price) * 100) };
  });
  const { offCents, nextFree } = promotionIn(lines);
  const subtotal = lines.reduce((sum, { quantity, unitPriceCents }) => sum + quantity * unitPriceCents, 0);
  return (
    <div role="status" className="space-y-3">
      {offCents === 0 ? null : (
        <>
          <p className="flex justify-between text-leaf">
            <span>{promotionName}</span>
            <span className="tabular-nums">-{formatUsd(offCents)}</span>
          </p>
          <p className="flex justify-between text-lg font-medium">
            <span>Total</span>
            <span className="tabular-nums">{formatUsd(subtotal - offCents)} USD</span>
          </p>
        </>
      )}
      {nextFree === null ? null : (
        <button
          type="button"
          onClick={() => void updateQuantity(nextFree.id, nextFree.quantity + 1)}
          className="flex min-h-11 w-full items-center justify-center gap-2 rounded-2xl bg-petal px-4 text-wine hover:bg-blush"
        >
          <PlusIcon /> Add one more, it is free
        </button>
      )}
    </div>
  );
}
