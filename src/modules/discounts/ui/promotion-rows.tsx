import { useRef } from 'react';

import { updateQuantity, useCart } from '#modules/cart/ui/cart-store.ts';
import { dollarsToCents, formatUsd } from '#shared/money.ts';
import { PlusIcon } from '#ui/icons.tsx';

import { promotionHints } from '#modules/promotions/promotions.ts';
import { promotionIn } from '../discount-code.ts';

/**
 * Promotion discounts of the cart, the next free unit, and hints about promotions within reach.
 */
export function PromotionRows() {
  const { items, promotions } = useCart();
  const region = useRef<HTMLDivElement>(null);
  const lines = items.map(({ id, product, ...line }) => {
    return { ...line, id, unitPriceCents: dollarsToCents(product.sale_price ?? product.price) };
  });
  const { offCents, labels, nextFree, secondNextFree } = promotionIn(promotions, lines);
  const next = nextFree ?? secondNextFree;
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const subtotal = lines.reduce((sum, { quantity, unitPriceCents }) => sum + quantity * unitPriceCents, 0);
  const goods = subtotal - offCents;
  return (
    <div ref={region} role="status" tabIndex={-1} className="space-y-3 outline-none">
      {offCents === 0 ? null : (
        <>
          <p className="flex justify-between text-leaf">
            <span>{labels.join(' and ')}</span>
            <span className="tabular-nums">{`-${formatUsd(offCents)}`}</span>
          </p>
          <p className="flex justify-between text-lg font-medium">
            <span>Total</span>
            <span className="tabular-nums">{`${formatUsd(goods)} USD`}</span>
          </p>
        </>
      )}
      {promotionHints(promotions, goods).map((hint) => (
        <p key={hint} className="text-soft">
          {hint}
        </p>
      ))}
      {next === null ? null : (
        <button
          type="button"
          onClick={() => {
            // Keeps the focus here, because the button disappears once its unit is added.
            region.current?.focus();
            void updateQuantity(next.id, next.quantity + 1);
          }}
          className="flex min-h-11 w-full items-center justify-center gap-2 rounded-2xl bg-petal px-4 text-wine hover:bg-blush"
        >
          <PlusIcon />
          <span>
            {nextFree === null
              ? `Buy one more and the ${units === 1 ? 'third' : 'next one'} is free`
              : 'Add one more, it’s free'}
          </span>
        </button>
      )}
    </div>
  );
}
