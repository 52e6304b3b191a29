import type { taxRates } from './tables.server.ts';

export type EditableRate = typeof taxRates.$inferSelect;

/** Editable fields of a rate, in millionths. */
export type RateEdit = Pick<EditableRate, 'name' | 'ratePpm' | 'inclusive' | 'source'>;

/** Editable fields in a fixed order, for the version token and the audit log. */
export function editableFields({ name, ratePpm, inclusive, source }: RateEdit): RateEdit {
  return { name, ratePpm, inclusive, source };
}

/** Subject of a rate in the audit log. */
export const subjectOf = ({ country, state }: Pick<EditableRate, 'country' | 'state'>) =>
  `tax:${[country, state].filter(Boolean).join('-')}`;

/**
 * Parses a percentage ('7.25', '14.975 %') into millionths: 0 to 100 % with up to 4 decimals. Null
 * for anything else.
 */
export function ppmOf(typed: string): number | null {
  const text = typed.replace(/\s?%$/, '').trim();
  if (!/^\d{1,3}(\.\d{1,4})?$/.test(text)) return null;
  const ppm = Math.round(Number(text) * 10_000);
  return ppm <= 1_000_000 ? ppm : null;
}

/** Formats millionths as a percentage: 72,500 is '7.25'. */
export function percentText(ppm: number): string {
  return String(ppm / 10_000);
}
