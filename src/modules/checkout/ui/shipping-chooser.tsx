import { useState } from 'react';

import type { CheckoutOffer } from '../checkout.schema.ts';
import { businessDays } from '#shared/business-days.ts';
import { Button } from '#ui/button.tsx';
import { focusIfLost } from '#ui/focus.ts';

import { money, usePendingChoice } from './order-summary.tsx';

type ShippingChooserProps = {
  offer: CheckoutOffer;
  /** Resolves once the new figures are there or the server has refused. */
  onChoose: (optionId: string) => Promise<void>;
  onRetry: () => void;
};

/** Choice of shipping options, with dates and prices. */
export function ShippingChooser({ offer, onChoose, onRetry }: ShippingChooserProps) {
  const [pending, choose] = usePendingChoice(onChoose);
  const [hasRetried, setRetried] = useState(false);
  const retry = () => {
    setRetried(true);
    onRetry();
  };
  if (offer.shippingOptions.length === 0) {
    return (
      <div role="alert" className="rounded-2xl border border-berry p-5">
        <p className="font-medium text-berry">Shipping Options Error</p>
        <p className="mb-3">Failed to load shipping options.</p>
        <Button look="second" onClick={retry}>
          Retry Loading
        </Button>
      </div>
    );
  }
  return (
    // The retry button disappears when the options load.
    <fieldset ref={hasRetried ? focusIfLost : undefined} tabIndex={-1} className="space-y-3 outline-none">
      <legend className="sr-only">Shipping option</legend>
      {offer.shippingOptions.map((option) => (
        <label
          key={option.id}
          htmlFor={`shipping-${option.id}`}
          className="flex cursor-pointer items-start gap-3 rounded-2xl border border-line bg-white p-3 sm:p-4 has-checked:border-berry has-checked:bg-blush"
        >
          <input
            id={`shipping-${option.id}`}
            type="radio"
            name="shipping-option"
            className="mt-1.5 size-5 accent-berry"
            checked={option.id === (pending ?? offer.shippingOptionId)}
            onChange={() => void choose(option.id)}
          />
          <span className="min-w-0 flex-1">
            <span className="block font-medium">{option.name}</span>
            <span className="block text-sm text-soft">{option.description}</span>
            <span className="-me-16 block text-sm text-soft">
              <span>{`${option.delivery_text} `}</span>
              <span className="inline-block">{`(${businessDays(option.estimated_days_min, option.estimated_days_max)})`}</span>
            </span>
          </span>
          <span className="font-medium tabular-nums">{option.price === 0 ? 'Free' : money(option.price)}</span>
        </label>
      ))}
    </fieldset>
  );
}
