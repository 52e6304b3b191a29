import { bundleWords, promotionText } from '#content/site.ts';
import { AddToCart } from '#modules/cart/ui/add-to-cart.tsx';
import { quantityCap, unitPrice, type Product } from '#modules/catalog/product.ts';
import { Price } from '#modules/catalog/ui/price.tsx';
import { promotionsOff } from '#modules/promotions/promotions.ts';
import { wholePrice, type Cents } from '#shared/money.ts';

import { BuyButton } from './buy-button.tsx';

type Bundle = { units: number; priceCents: Cents; freeUnits: number };

/** Prices of one, two and three units with the running promotions. */
function bundlesOf(product: Product): Bundle[] {
  const unitPriceCents = unitPrice(product);
  const promoted = product.salePriceCents !== null;
  return [1, 2, 3].map((units) => {
    const { shares } = promotionsOff(product.promotions, [{ quantity: units, unitPriceCents, promoted }]);
    const off = shares[0] ?? 0;
    return { units, priceCents: units * unitPriceCents - off, freeUnits: Math.floor(off / unitPriceCents) };
  });
}

function Tile({ units, priceCents, freeUnits, isAvailable }: Bundle & { isAvailable: boolean }) {
  return (
    <label className="relative flex flex-col items-center rounded-2xl border border-line bg-white px-1 pt-5 pb-3 text-center outline-offset-2 has-checked:border-berry has-checked:bg-blush has-checked:ring-1 has-checked:ring-berry has-focus-visible:outline-3 has-focus-visible:outline-rose has-disabled:opacity-50 forced-colors:has-checked:border-4">
      <input
        type="radio"
        name="quantity"
        value={units}
        defaultChecked={units === 1}
        disabled={!isAvailable}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
      {freeUnits === 0 ? null : (
        <span className="absolute -top-3 rounded-full bg-berry px-3 py-0.5 text-sm font-medium text-white">
          {`${freeUnits} ${bundleWords.free}`}
        </span>
      )}
      <span className="text-sm">{`${units} for`}</span>
      <span className="text-2xl font-medium tabular-nums">{wholePrice(priceCents)}</span>
      <span className="text-sm text-soft tabular-nums">{`${wholePrice(Math.round(priceCents / units))} ${bundleWords.each}`}</span>
    </label>
  );
}

/**
 * Choice of one, two or three units with the price per unit, while a promotion makes one of them
 * free. Otherwise the buy button alone.
 */
function BundleTiles({ product }: { product: Product }) {
  const bundles = bundlesOf(product);
  const cap = quantityCap(product.available);
  if (cap === 0 || bundles.every(({ freeUnits }) => freeUnits === 0)) return <BuyButton product={product} />;
  return (
    <AddToCart
      productId={product.id}
      tone="friendly"
      choice={
        <fieldset className="mb-4 grid grid-cols-3 gap-2 pt-3">
          <legend className="sr-only">{bundleWords.legend}</legend>
          {bundles.map((bundle) => (
            <Tile key={bundle.units} {...bundle} isAvailable={bundle.units <= cap} />
          ))}
        </fieldset>
      }
    >
      {bundleWords.add}
    </AddToCart>
  );
}

type BundleOfferProps = {
  product: Product;
  /** Name of the running promotion. */
  promotion: string | null;
};

/** Price and the choice of units. */
export function BundleOffer({ product, promotion }: BundleOfferProps) {
  return (
    <div className="space-y-4">
      <Price {...product} className="text-4xl font-medium" showSaving />
      {promotion === null ? null : <p className="text-sm font-medium text-wine">{promotionText(promotion)}</p>}
      <BundleTiles product={product} />
    </div>
  );
}
