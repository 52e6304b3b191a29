import { identifier } from '#shared/identifier.ts';

/** Returns a code in the spelling in which codes are stored and compared. */
export function normalCode(code: string): string {
  return identifier(code).toUpperCase();
}

/** Longest code that can be typed. */
export const maxCodeLength = 50;

/** What is wrong with a code as it was typed, or null: letters, digits, dashes and underscores, 50 at most. */
export function codeIssue(typed: string): string | null {
  const code = normalCode(typed);
  if (code === '') return 'Please enter a discount code';
  if (code.length > maxCodeLength) return `A discount code has at most ${maxCodeLength} characters`;
  return /^[A-Z0-9_-]+$/.test(code) ? null : 'A discount code has only letters, digits, dashes and underscores';
}
