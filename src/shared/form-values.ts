import { truncate, isBlank, stripInvisible } from './clean-text.ts';

/** Form values by field. Files, passwords, sign-in codes and keys are left out. */
export type FormValues = Record<string, string>;

const maxFieldLength = 20_000;
const secret = /(password|one-time-code|secret-key)$/;

function tidied(text: string): string {
  const cleanedText = truncate(stripInvisible(text.toWellFormed()), maxFieldLength).trim();
  return isBlank(cleanedText) ? '' : cleanedText;
}

/**
 * Returns the texts of a form, trimmed, bounded and without invisible characters. The values of a
 * repeated name become lines.
 */
export function formValues(form: FormData): FormValues {
  const texts = new Map<string, string[]>();
  for (const [name, value] of form) {
    if (typeof value !== 'string' || secret.test(name)) continue;
    const known = texts.get(name);
    if (known === undefined) texts.set(name, [value]);
    else known.push(value);
  }
  return Object.fromEntries([...texts].map(([name, values]) => [name, tidied(values.join('\n'))]));
}

/** Returns the lines of a text field without empty ones. */
export function nonEmptyLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

const money = /^\$? ?(\d{1,7}|\d{1,3},\d{3}|\d,\d{3},\d{3})(?:\.(\d{1,2}))?$/;

/**
 * Parses whole cents from typed dollars ('59', '59.5', '$1,234.50') below ten million. Null if it
 * is no such amount.
 */
export function parseCents(typed: string): number | null {
  const [, dollars, decimals = ''] = money.exec(typed.trim()) ?? [];
  return dollars === undefined ? null : Number(dollars.replaceAll(',', '') + decimals.padEnd(2, '0'));
}

/** Returns a text field of a form, or '' for a file or a missing field. */
export function formText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
