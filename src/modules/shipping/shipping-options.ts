import type { shippingOptions } from './tables.server.ts';
import { optionsTo } from './shipping-terms.ts';

export type EditableOption = typeof shippingOptions.$inferSelect;

/** Editable fields of a shipping option. Price in cents, delivery in business days. */
export type OptionEdit = Omit<EditableOption, 'id' | 'sortOrder'>;

/** Editable fields in a fixed order, for the version token and the audit log. */
export function editableFields(option: OptionEdit): OptionEdit {
  const { name, description, priceCents, daysMin, daysMax, isActive, countries, freeFromCents } = option;
  return { name, description, priceCents, daysMin, daysMax, isActive, countries, freeFromCents };
}

/** Max delivery time, in business days. */
export const maxDays = 90;

/** True when at least one of the options is active, because a checkout needs one. */
export function hasActiveOption(options: readonly { isActive: boolean }[]): boolean {
  return options.some(({ isActive }) => isActive);
}

/** Returns the countries of a list to which no active option goes. */
export function withoutOption<C extends string>(
  options: readonly Pick<EditableOption, 'isActive' | 'countries'>[],
  sold: readonly C[],
): C[] {
  const active = options.filter(({ isActive }) => isActive);
  return sold.filter((country) => optionsTo(active, country).length === 0);
}

/** Returns the ids with one moved a position up or down. The order is unchanged at the ends. */
export function moved(ids: readonly string[], id: string, direction: 'up' | 'down'): string[] {
  const from = ids.indexOf(id);
  const to = direction === 'up' ? from - 1 : from + 1;
  if (from < 0 || to < 0 || to >= ids.length) return [...ids];
  return ids.with(from, ids[to] ?? id).with(to, id);
}
