import { quantityCap } from '#modules/catalog/product.ts';
import { wholePrice, type Cents } from '#shared/money.ts';
import { classes } from '#ui/classes.ts';

/** Price of some units, and what they save compared with single ones. */
export type Bundle = { units: number; priceCents: Cents; savingCents: Cents };

type TileProps = Bundle & Pick<BundleChoiceProps, 'quantity' | 'onChoose'> & { isAvailable: boolean; isBest: boolean };

function Tile({ units, priceCents, savingCents, isAvailable, isBest, quantity, onChoose }: TileProps) {
  const chosen =
    quantity === undefined
      ? { defaultChecked: units === 1 }
      : { checked: units === quantity, onChange: () => onChoose?.(units) };
  return (
    <label className="relative flex flex-col items-center rounded-2xl border border-line bg-white px-1 pt-4 pb-2 text-center leading-tight outline-offset-2 has-checked:border-berry has-checked:bg-blush has-checked:ring-1 has-checked:ring-berry has-focus-visible:outline-3 has-focus-visible:outline-rose has-disabled:opacity-50 forced-colors:has-checked:border-4">
      <input
        type="radio"
        name="quantity"
        value={units}
        {...chosen}
        disabled={!isAvailable}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
      <span className="text-sm">{`${units} for`}</span>
      <span className="text-2xl font-medium tabular-nums">{wholePrice(priceCents)}</span>
      <span className="text-sm text-soft tabular-nums">{`${wholePrice(Math.round(priceCents / units))} each`}</span>
      {savingCents === 0 ? null : (
        <span className="text-sm font-medium text-wine tabular-nums">{`Save ${wholePrice(savingCents)}`}</span>
      )}
      {isBest ? (
        <span className="absolute -top-3 rounded-full bg-berry px-2 py-0.5 text-xs font-medium whitespace-nowrap text-white sm:text-sm">
          Best value
        </span>
      ) : null}
    </label>
  );
}

type BundleChoiceProps = {
  bundles: readonly Bundle[];
  available: number | null;
  /** Chosen units. Without it the tiles keep the choice themselves. */
  quantity?: number;
  onChoose?: (units: number) => void;
  className?: string;
};

/** Choice of one, two or three units with the price per unit. */
export function BundleChoice({ bundles, available, className, ...choice }: BundleChoiceProps) {
  const cap = quantityCap(available);
  const lowest = Math.min(...bundles.map(({ priceCents, units }) => priceCents / units));
  return (
    <fieldset className={classes('grid min-w-0 grid-cols-3 gap-2 pt-3', className)}>
      <legend className="sr-only">How many?</legend>
      {bundles.map((bundle) => (
        <Tile
          key={bundle.units}
          {...bundle}
          {...choice}
          isAvailable={bundle.units <= cap}
          isBest={bundle.priceCents / bundle.units === lowest}
        />
      ))}
    </fieldset>
  );
}
