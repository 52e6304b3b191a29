import { identifier } from './identifier.ts';

const literal = (text: string) => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);

/** A pattern of SQL that finds the words anywhere; what the database reads as a sign stands for itself. */
export const containing = (words: string) => `%${literal(words)}%`;

/** Words with at least one trigram, by which an index of trigrams finds them: three signs of a word, or fewer at its edge. */
const hasTrigram = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u;

/** What was typed into a search, in lower case with single spaces; null when it was nothing. */
export function searchedWords(typed: string): string | null {
  const words = identifier(typed).slice(0, 100).toLowerCase();
  return words === '' ? null : words;
}

/**
 * The pattern of SQL that finds words in a text whose parts stand after two spaces each: anywhere in a part; of one or two
 * letters only words that begin with them. Null for signs alone, which find nothing.
 */
export function searchPattern(words: string): string | null {
  if (hasTrigram.test(words)) return containing(words);
  return /[\p{L}\p{N}]/u.test(words) ? containing(` ${words}`) : null;
}
