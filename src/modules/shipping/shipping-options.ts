import { postalArea } from '#shared/countries.ts';
import type { Cents } from '#shared/money.ts';

import type { shippingOptions } from './tables.server.ts';

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
export function optionForDestination(option: ShippingOption, place: Destination | null | undefined): ShippingOption {
  const [min, max] = postalArea(place?.country ?? '', place?.postalCode ?? '')?.extraDays ?? [0, 0];
  return { ...option, daysMin: option.daysMin + min, daysMax: option.daysMax + max };
}

export type EditableOption = typeof shippingOptions.$inferSelect;

/** Editable fields of a shipping option. Price in cents, delivery in business days. */
export type OptionEdit = Omit<EditableOption, 'id' | 'sortOrder'>;

/** Editable fields in a fixed order, for the version token and the audit log. */
export function editableFields({ name, description, priceCents, daysMin, daysMax, isActive }: OptionEdit): OptionEdit {
  return { name, description, priceCents, daysMin, daysMax, isActive };
}

/** Max delivery time, in business days. */
export const maxDays = 90;

/** True when at least one of the options is active, because a checkout needs one. */
export function hasActiveOption(options: readonly { isActive: boolean }[]): boolean {
  return options.some(({ isActive }) => isActive);
}

/** Returns the ids with one moved a position up or down. The order is unchanged at the ends. */
export function moved(ids: readonly string[], id: string, direction: 'up' | 'down'): string[] {
  const from = ids.indexOf(id);
  const to = direction === 'up' ? from - 1 : from + 1;
  if (from < 0 || to < 0 || to >= ids.length) return [...ids];
  return ids.with(from, ids[to] ?? id).with(to, id);
}
