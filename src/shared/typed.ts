import { cut, isBlank, visible } from './storable.ts';

/** What was typed into a form, by field; files, passwords and codes of sign-in are left out. */
export type Typed = Record<string, string>;

const maxFieldLength = 20_000;
const secret = /(password|one-time-code)$/;

function tidied(text: string): string {
  const seen = cut(visible(text.toWellFormed()), maxFieldLength).trim();
  return isBlank(seen) ? '' : seen;
}

/** The texts of a form that was sent, trimmed, bounded and without what cannot be seen; what was chosen several times stands line by line. */
export function typedOf(form: FormData): Typed {
  const texts = (name: string) => form.getAll(name).filter((value) => typeof value === 'string');
  const names = [...new Set(form.keys())].filter((name) => !secret.test(name) && texts(name).length > 0);
  return Object.fromEntries(names.map((name) => [name, tidied(texts(name).join('\n'))]));
}

/** The lines of a text field, without empty ones. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

const money = /^\$? ?(\d{1,7}|\d{1,3},\d{3}|\d,\d{3},\d{3})(?:\.(\d{1,2}))?$/;

/** Whole cents of dollars as people type them ('59', '59.5', '$1,234.50'), below ten millions; null when it is no such amount. */
export function centsOf(typed: string): number | null {
  const [, dollars, decimals = ''] = money.exec(typed.trim()) ?? [];
  return dollars === undefined ? null : Number(dollars.replaceAll(',', '') + decimals.padEnd(2, '0'));
}
