import { useState, type ReactNode } from 'react';

import { promotionText, trust } from '#content/product.ts';
import { AddToCart } from '#modules/cart/ui/add-to-cart.tsx';
import { quantityCap, unitPrice, type Product } from '#modules/catalog/rules.ts';
import { Price } from '#modules/catalog/ui/price.tsx';
import { StockNotice } from '#modules/catalog/ui/stock-notice.tsx';
import { BuyNow } from '#modules/checkout/ui/buy-now.tsx';
import { wholePrice } from '#shared/money.ts';
import { classes } from '#ui/classes.ts';
import { LockIcon, ReturnIcon, TruckIcon } from '#ui/icons.tsx';
import { Quantity } from '#ui/quantity.tsx';

import { layout } from './layout.ts';

export type Delivery = { text: string; isFree: boolean };

type BuyProps = { product: Product; notifyMe: ReactNode };

/** How many, and the ways to have them; without stock, the way to hear of it. */
function Buy({ product, notifyMe }: BuyProps) {
  const [quantity, setQuantity] = useState(1);
  const cap = quantityCap(product.available);
  const isSoldOut = cap === 0;
  const bought = { productId: product.id, name: product.name, priceCents: unitPrice(product), quantity };
  return (
    <div className="space-y-3">
      <div className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2">
        {isSoldOut ? null : (
          <Quantity quantity={quantity} of={product.name} least={1} most={cap} onChange={setQuantity} />
        )}
        <div role="status">
          {quantity >= cap && product.available !== null && !isSoldOut ? (
            <p className="font-medium text-berry">Only {cap} left in stock!</p>
          ) : (
            <StockNotice available={product.available} />
          )}
        </div>
      </div>
      <AddToCart {...bought} soldOut={isSoldOut}>
        Add to Cart - {wholePrice(bought.priceCents * quantity)}
      </AddToCart>
      {isSoldOut ? notifyMe : <BuyNow {...bought} />}
    </div>
  );
}

const icons = { return: ReturnIcon, lock: LockIcon };

function Trust({ delivery }: { delivery: Delivery | null }) {
  return (
    <ul className="space-y-2.5 border-t border-line pt-5 text-soft">
      {delivery === null ? null : (
        <li className="flex gap-3">
          <TruckIcon className="mt-0.5 size-6 shrink-0 text-gold" />
          <span>
            {trust.delivery.label} <span className="inline-block text-ink">{delivery.text}</span>
            {delivery.isFree ? `, ${trust.delivery.free}` : ''}
          </span>
        </li>
      )}
      {trust.items.map(({ icon, text }) => {
        const Icon = icons[icon];
        return (
          <li key={text} className="flex gap-3">
            <Icon className="mt-0.5 size-6 shrink-0 text-gold" /> <span>{text}</span>
          </li>
        );
      })}
    </ul>
  );
}

type BuyBoxProps = BuyProps & {
  delivery: Delivery | null;
  hasPromotion: boolean;
  /** Why a form that was sent before the page ran did not work. */
  problem: string | null;
};

/** Name, price and the way to buy; it stays in sight beside the details where there is room. */
export function BuyBox({ product, delivery, hasPromotion, problem, ...buy }: BuyBoxProps) {
  return (
    <div className={classes(layout.box, 'space-y-5 self-start lg:sticky lg:top-24')}>
      <h1 className="text-4xl lg:text-5xl">{product.name}</h1>
      <Price {...product} className="text-4xl font-medium" showSaving />
      {hasPromotion ? (
        <p className="rounded-2xl border border-petal bg-blush px-4 py-3 text-wine">{promotionText}</p>
      ) : null}
      <p className="text-lg text-soft">{product.description}</p>
      {problem === null ? null : (
        <p role="alert" className="rounded-2xl border border-berry bg-white px-4 py-3 text-berry">
          {problem}
        </p>
      )}
      <Buy product={product} {...buy} />
      <Trust delivery={delivery} />
    </div>
  );
}
