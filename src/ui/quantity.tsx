import { IconButton } from './button.tsx';
import { MinusIcon, PlusIcon } from './icons.tsx';

type QuantityProps = {
  quantity: number;
  /** Counted noun, for the accessible names of the buttons. */
  of: string;
  least: number;
  most: number;
  onChange: (quantity: number) => void;
};

/**
 * Number with minus and plus buttons.
 * At its limits a button is aria-disabled instead of disabled, so that keyboard focus is not lost.
 */
export function Quantity({ quantity, of, least, most, onChange }: QuantityProps) {
  return (
    <div
      role="group"
      aria-label={`Quantity of ${of}`}
      className="inline-flex items-center rounded-full border border-line bg-white"
    >
      <IconButton
        label={`Decrease quantity of ${of}`}
        aria-disabled={quantity <= least}
        onClick={() => (quantity > least ? onChange(quantity - 1) : undefined)}
      >
        <MinusIcon />
      </IconButton>
      <output aria-live="polite" className="min-w-8 text-center tabular-nums">
        {quantity}
      </output>
      <IconButton
        label={`Increase quantity of ${of}`}
        aria-disabled={quantity >= most}
        onClick={() => (quantity < most ? onChange(quantity + 1) : undefined)}
      >
        <PlusIcon />
      </IconButton>
    </div>
  );
}
