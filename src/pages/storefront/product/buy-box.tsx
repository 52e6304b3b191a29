import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router';

import { AddToCart } from '#modules/cart/ui/add-to-cart.tsx';
import { isSoldOut, quantityCap, unitPrice, type Product } from '#modules/catalog/product.ts';
import { Price } from '#modules/catalog/ui/price.tsx';
import { StockNotice } from '#modules/catalog/ui/stock-notice.tsx';
import type { ProductTexts } from '#modules/content/product-texts.schema.ts';
import { BuyNow } from '#modules/checkout/ui/buy-now.tsx';
import { NotifyMe } from '#modules/marketing/ui/capture-buttons.tsx';
import type { ReviewSummary } from '#modules/reviews/review.ts';
import { Stars } from '#modules/reviews/ui/stars.tsx';
import { formatCount, wholePrice, type Cents } from '#shared/money.ts';
import { classes } from '#ui/classes.ts';
import { LockIcon, ReturnIcon, TruckIcon } from '#ui/icons.tsx';
import { Quantity } from '#ui/quantity.tsx';

import { BottomBar } from '../bottom-bar.tsx';
import { BundleChoice, type Bundle } from '../bundle-choice.tsx';
import { promotionText } from '../promotion-text.ts';
import { productLayout } from './product-layout.ts';

export type Delivery = { text: string; isFree: boolean };

/**
 * True while a buy button inside the element with this `ref`, or the page's footer, is in the
 * viewport. True until the page is hydrated, because the bar would cover the first view.
 */
function useReached() {
  const [isReached, setReached] = useState(true);
  const ref = useCallback((box: HTMLElement | null) => {
    const seen = new Set<Element>();
    const observer = new IntersectionObserver((changes) => {
      for (const { target, isIntersecting } of changes) {
        if (isIntersecting) seen.add(target);
        else seen.delete(target);
      }
      setReached(seen.size > 0);
    });
    // The buttons of the quantity have a label.
    const buttons = box?.querySelectorAll('button:not([aria-label])') ?? [];
    for (const element of [...buttons, document.querySelector('body > footer')]) {
      if (element !== null) observer.observe(element);
    }
    return () => observer.disconnect();
  }, []);
  return [isReached, ref] as const;
}

type Offer = {
  product: Product;
  /** Name of the running promotion. */
  promotion: string | null;
  /** Bundles to choose from. Empty if no promotion makes a unit free. */
  bundles: readonly Bundle[];
  /** Prices by number of units. Empty if no promotion changes them. */
  prices: readonly Cents[];
};

/**
 * Choice of units and buy buttons. A sold-out product gets the back-in-stock form.
 * On a phone one of the buttons is always visible.
 */
function Buy({ product, promotion, bundles, prices }: Offer) {
  const [quantity, setQuantity] = useState(1);
  const [isReached, buttons] = useReached();
  // A tile can be chosen before hydration.
  const takeChosen = useCallback((tiles: HTMLElement | null) => {
    const chosen = tiles?.querySelector<HTMLInputElement>('input:checked');
    if (chosen) setQuantity(Number(chosen.value));
  }, []);
  const cap = quantityCap(product.available);
  const soldOut = isSoldOut(product);
  const units = { productId: product.id, quantity };
  const price = wholePrice(prices[quantity - 1] ?? quantity * unitPrice(product));
  const stock = (
    <div role="status">
      {quantity >= cap && product.available !== null && !soldOut ? (
        <p className="font-medium text-berry">{`Only ${cap} left in stock!`}</p>
      ) : (
        <StockNotice available={product.available} />
      )}
    </div>
  );
  return (
    <>
      <div ref={buttons} className="space-y-3">
        {soldOut ? (
          <>
            {stock}
            <NotifyMe />
          </>
        ) : (
          <>
            <AddToCart
              {...units}
              className="flex flex-wrap items-center gap-2 [&>button]:min-w-[min(100%,12rem)] [&>button]:flex-1 [&>button]:px-4"
              choice={
                <>
                  {bundles.length === 0 ? null : (
                    <div ref={takeChosen} className="w-full">
                      <BundleChoice
                        bundles={bundles}
                        available={product.available}
                        quantity={quantity}
                        onChoose={setQuantity}
                      />
                    </div>
                  )}
                  {bundles.some((bundle) => bundle.units === quantity) ? null : (
                    <input type="hidden" name="quantity" value={quantity} />
                  )}
                  <Quantity quantity={quantity} of={product.name} least={1} most={cap} onChange={setQuantity} />
                </>
              }
            >
              {`Add to Cart - ${price}`}
            </AddToCart>
            <div className="space-y-1">
              {promotion === null ? null : <p className="text-sm font-medium text-wine">{promotionText(promotion)}</p>}
              {stock}
            </div>
            <BuyNow {...units} name={product.name} priceCents={unitPrice(product)} />
          </>
        )}
      </div>
      <BottomBar shown={!isReached}>
        <p className="text-2xl font-medium tabular-nums">{price}</p>
        {soldOut ? (
          <NotifyMe />
        ) : (
          <AddToCart {...units} tone="brief" className="flex-1">
            Add to Cart
          </AddToCart>
        )}
      </BottomBar>
    </>
  );
}

const icons = { return: ReturnIcon, lock: LockIcon };

function Trust({ trust, delivery }: Pick<BuyBoxProps, 'trust' | 'delivery'>) {
  return (
    <ul className="space-y-2.5 border-t border-line pt-5 text-soft">
      {delivery === null ? null : (
        <li className="flex gap-3">
          <TruckIcon className="mt-0.5 size-6 shrink-0 text-gold" />
          <span>
            Estimated delivery{' '}
            <span className="inline-block">
              <span className="text-ink">{delivery.text}</span>
              <span>{delivery.isFree ? ', free' : ''}</span>
            </span>
          </span>
        </li>
      )}
      {trust.map(({ icon, text }) => {
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

function Rated({ average, count }: ReviewSummary) {
  return (
    <a href="#reviews" className="-my-2 inline-flex min-h-11 items-center gap-2 hover:underline">
      <Stars rating={average} className="h-5" />
      <span>{`${average.toFixed(1)} (${formatCount(count)} ${count === 1 ? 'review' : 'reviews'})`}</span>
    </a>
  );
}

/** Confirms the addition and links to the checkout, because the cart drawer needs scripts. */
function Added() {
  const [search] = useSearchParams();
  if (search.get('cart') !== 'open') return null;
  return (
    <noscript>
      <p className="rounded-2xl border border-leaf/40 bg-white px-4 py-3">
        Added to cart ✓{' '}
        <a href="/checkout" className="text-berry underline underline-offset-4">
          Secure Checkout
        </a>
      </p>
    </noscript>
  );
}

type BuyBoxProps = Offer & {
  trust: ProductTexts['trust'];
  /** Customers' rating. Null if there is none. */
  rating: ReviewSummary | null;
  /** Estimated delivery. Null while nothing can be ordered. */
  delivery: Delivery | null;
  /** Error of a form that was sent before hydration. */
  problem: string | null;
};

/**
 * Name, price and buy buttons, sticky beside the details if there is room.
 * In a window lower than the box, it sticks at its bottom, so that the buttons stay reachable.
 */
export function BuyBox({ trust, rating, delivery, problem, ...offer }: BuyBoxProps) {
  const { product } = offer;
  return (
    <div
      className={classes(
        productLayout.box,
        'space-y-3 self-start md:space-y-4 lg:sticky lg:top-24 lg:low:top-auto lg:low:bottom-6 lg:low:self-end',
      )}
    >
      <div>
        <h1 className="mb-1 text-[min(2rem,8.2vw)] md:mb-3 md:text-4xl lg:text-5xl lg:low:text-4xl">{product.name}</h1>
        {rating === null ? null : <Rated {...rating} />}
      </div>
      <Price {...product} className="text-3xl font-medium md:text-4xl" showSaving />
      {problem === null ? null : (
        <p role="alert" className="rounded-2xl border border-berry bg-white px-4 py-3 text-berry">
          {problem}
        </p>
      )}
      <Added />
      <Buy {...offer} />
      <p className="text-lg text-soft">{product.description}</p>
      <Trust trust={trust} delivery={delivery} />
    </div>
  );
}
