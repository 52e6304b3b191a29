import { dollarsToCents, formatUsd } from '#shared/money.ts';

type LinePriceProps = { price: number; salePrice: number | null };

/** Price in dollars. If there is a lower sale price, the regular price is struck through. */
export function LinePrice({ price, salePrice }: LinePriceProps) {
  if (salePrice === null || salePrice >= price) return <span>{formatUsd(dollarsToCents(salePrice ?? price))}</span>;
  return (
    <span className="flex items-baseline gap-2">
      <span className="font-medium text-berry">{formatUsd(dollarsToCents(salePrice))}</span>
      <s className="text-sm text-soft">
        <span className="sr-only">Regular price </span>
        <span>{formatUsd(dollarsToCents(price))}</span>
      </s>
    </span>
  );
}
