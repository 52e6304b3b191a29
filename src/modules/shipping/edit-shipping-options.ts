import type { shippingOptions } from './tables.server.ts';

export type EditableOption = typeof shippingOptions.$inferSelect;

/** A shipping option as an admin edits it; price in cents, business days. */
export type OptionEdit = Omit<EditableOption, 'id' | 'sortOrder'>;

/** What is edited of an option, in a fixed order: its mark and its place in the log. */
export function optionFacts({ name, description, priceCents, daysMin, daysMax, isActive }: OptionEdit): OptionEdit {
  return { name, description, priceCents, daysMin, daysMax, isActive };
}

/** Longest delivery that can be promised, in business days. */
export const maxDays = 90;

/** Whether the shop still offers something once these options are as they are given: a checkout needs one. */
export function offersSomething(options: readonly { isActive: boolean }[]): boolean {
  return options.some(({ isActive }) => isActive);
}

/** The ids in their order with one of them moved a place up or down; the same order where there is no place. */
export function moved(ids: readonly string[], id: string, direction: 'up' | 'down'): string[] {
  const from = ids.indexOf(id);
  const to = direction === 'up' ? from - 1 : from + 1;
  if (from < 0 || to < 0 || to >= ids.length) return [...ids];
  return ids.with(from, ids[to] ?? id).with(to, id);
}
