import { postalArea } from '#shared/countries.ts';
import type { Cents } from '#shared/money.ts';

export type ShippingOption = {
  id: string;
  name: string;
  description: string;
  priceCents: Cents;
  /** Business days. */
  daysMin: number;
  daysMax: number;
};

/**
 * Returns the requested option, or the first one if it is not offered. Null if nothing is offered.
 */
export function chosenOption(options: readonly ShippingOption[], id: string | null): ShippingOption | null {
  return options.find((option) => option.id === id) ?? options[0] ?? null;
}

type Destination = { country: string; postalCode: string };

/**
 * Returns an option with its delivery days to a place. Islands, territories and military addresses
 * take longer (`postalArea`).
 */
export function optionTo(option: ShippingOption, place: Destination | null | undefined): ShippingOption {
  const [min, max] = postalArea(place?.country ?? '', place?.postalCode ?? '')?.extraDays ?? [0, 0];
  return { ...option, daysMin: option.daysMin + min, daysMax: option.daysMax + max };
}
