import type { taxRates } from './tables.server.ts';

export type EditableRate = typeof taxRates.$inferSelect;

/** A rate as an admin edits it; millionths. */
export type RateEdit = Pick<EditableRate, 'name' | 'ratePpm' | 'inclusive' | 'source'>;

/** What is edited of a rate, in a fixed order: its mark and its place in the log. */
export function rateFacts({ name, ratePpm, inclusive, source }: RateEdit): RateEdit {
  return { name, ratePpm, inclusive, source };
}

/** Millionths of a percentage as people type it ('7.25', '14.975 %'), 0 to 100 with up to 4 decimals; null for anything else. */
export function ppmOf(typed: string): number | null {
  const text = typed.replace(/\s?%$/, '').trim();
  if (!/^\d{1,3}(\.\d{1,4})?$/.test(text)) return null;
  const ppm = Math.round(Number(text) * 10_000);
  return ppm <= 1_000_000 ? ppm : null;
}

/** '7.25' of 72,500 millionths. */
export function percentText(ppm: number): string {
  return String(ppm / 10_000);
}
