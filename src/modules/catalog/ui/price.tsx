import { wholePrice } from '#shared/money.ts';
import { classes } from '#ui/classes.ts';

import { compareAtPrice } from '../price-history.ts';
import { unitPrice, type Product } from '../product.ts';

type PriceProps = Pick<Product, 'priceCents' | 'salePriceCents' | 'referencePriceCents'> & {
  className?: string;
  showSaving?: boolean;
};

/** Unit price. If on sale, also the reference price and, with `showSaving`, the amount saved. */
export function Price({ className, showSaving = false, ...product }: PriceProps) {
  const before = compareAtPrice(product);
  const price = unitPrice(product);
  if (before === null) return <p className={classes('tabular-nums', className)}>{wholePrice(price)}</p>;
  return (
    <p className={classes('flex flex-wrap items-baseline gap-x-3 tabular-nums', className)}>
      <span>
        <span className="sr-only">Sale price </span>
        <span>{wholePrice(price)}</span>
      </span>
      <s className="text-[0.6em] text-soft">
        <span className="sr-only">Regular price </span>
        <span>{wholePrice(before)}</span>
      </s>
      {showSaving ? (
        <span className="rounded-full bg-petal px-3 py-1 text-sm text-wine">{`Save ${wholePrice(before - price)}`}</span>
      ) : null}
    </p>
  );
}
