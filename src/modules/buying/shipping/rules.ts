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

/** The asked-for option, or the shop's first when it is not offered; null when nothing is offered. */
export function chosenOption(options: readonly ShippingOption[], id: string | null): ShippingOption | null {
  return options.find((option) => option.id === id) ?? options[0] ?? null;
}
