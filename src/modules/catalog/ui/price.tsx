import { wholePrice } from '#shared/money.ts';
import { classes } from '#ui/classes.ts';

type PriceProps = { priceCents: number; salePriceCents: number | null; className?: string; showSaving?: boolean };

/** What a unit costs, and when it is on sale, what it cost before and what is saved. */
export function Price({ priceCents, salePriceCents, className, showSaving = false }: PriceProps) {
  if (salePriceCents === null) return <p className={classes('tabular-nums', className)}>{wholePrice(priceCents)}</p>;
  return (
    <p className={classes('flex flex-wrap items-baseline gap-x-3 tabular-nums', className)}>
      <span>
        <span className="sr-only">Sale price </span>
        {wholePrice(salePriceCents)}
      </span>
      <s className="text-[0.6em] text-soft">
        <span className="sr-only">Regular price </span>
        {wholePrice(priceCents)}
      </s>
      {showSaving ? (
        <span className="rounded-full bg-petal px-3 py-1 text-sm text-wine">
          Save {wholePrice(priceCents - salePriceCents)}
        </span>
      ) : null}
    </p>
  );
}
