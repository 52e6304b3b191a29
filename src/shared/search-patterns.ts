import { truncate } from './clean-text.ts';
import { folded, unjoined } from './search-fold.ts';

const literal = (text: string) => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);

/** Returns a SQL pattern that finds the words anywhere. Wildcard characters are escaped. */
export const anywhere = (words: string) => `%${literal(words)}%`;

/**
 * Words with at least one trigram, which a trigram index needs: three characters of a word, or
 * fewer at its edge.
 */
const hasTrigram = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u;

/**
 * Returns the texts that a search means, folded, with single spaces between their words. The second
 * one has blanks for apostrophes and hyphens: "Anne-Marie" also means "Anne Marie". Empty for such
 * signs only, which find nothing. Null if nothing was typed.
 */
export function searchedTexts(typed: string): string[] | null {
  const text = truncate(typed, 100);
  if (folded(unjoined(text, 'x')) === '') return null;
  return [...new Set([folded(text), folded(unjoined(text, ' '))])].filter((words) => words !== '');
}

/**
 * Returns a SQL pattern that finds a word in a text whose parts each follow a space. It matches
 * anywhere in a part, or for one or two letters at the start of a word. Null for punctuation only,
 * which finds nothing.
 */
function wordPattern(word: string): string | null {
  if (hasTrigram.test(word)) return anywhere(word);
  return /[\p{L}\p{N}]/u.test(word) ? anywhere(` ${word}`) : null;
}

/**
 * Returns the alternatives of a search: the words as typed, or each of them in any order. Each
 * alternative is a list of SQL patterns that a text must all match. Empty for punctuation only.
 */
export function wordPatterns(words: string): string[][] {
  const one = wordPattern(words);
  const each = [...new Set(words.split(' ').map(wordPattern))].filter((pattern) => pattern !== null);
  return [one === null ? [] : [one], each].filter(
    (patterns, index, [whole = []]) => patterns.length > 0 && (index === 0 || patterns.join() !== whole.join()),
  );
}

/** Returns alternatives without those that are stated twice. */
export const distinct = (alternatives: readonly string[][]): string[][] => [
  ...new Map(alternatives.map((patterns) => [patterns.join(' '), patterns])).values(),
];
