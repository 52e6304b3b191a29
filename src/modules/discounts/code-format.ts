import { normalizeIdentifier } from '#shared/identifier.ts';

/** Normalizes a code to the form in which codes are stored and compared. */
export function normalCode(code: string): string {
  return normalizeIdentifier(code).toUpperCase();
}

export const maxCodeLength = 50;

/**
 * Returns what is wrong with a typed code, or null. Valid are letters, digits, dashes and
 * underscores, at most 50.
 */
export function codeIssue(typed: string): string | null {
  const code = normalCode(typed);
  if (code === '') return 'Please enter a discount code';
  if (code.length > maxCodeLength) return `A discount code has at most ${maxCodeLength} characters`;
  return /^[A-Z0-9_-]+$/.test(code) ? null : 'A discount code has only letters, digits, dashes and underscores';
}
