import { folded } from './accents.ts';
import { identifier } from './identifier.ts';

const literal = (text: string) => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);

/** Returns a SQL pattern that finds the words anywhere. Wildcard characters are escaped. */
const containing = (words: string) => `%${literal(words)}%`;

/**
 * Words with at least one trigram, which a trigram index needs: three characters of a word, or
 * fewer at its edge.
 */
const hasTrigram = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u;

/**
 * Returns the words of a search, folded (`accents`) and separated by single spaces. Null if nothing
 * was typed.
 */
export function searchedWords(typed: string): string | null {
  const words = folded(identifier(typed).slice(0, 100));
  return words === '' ? null : words;
}

/**
 * Returns a SQL pattern that finds a word in a text whose parts each follow two spaces. It matches
 * anywhere in a part, or for one or two letters at the start of a word. Null for punctuation only,
 * which finds nothing.
 */
function wordPattern(word: string): string | null {
  if (hasTrigram.test(word)) return containing(word);
  return /[\p{L}\p{N}]/u.test(word) ? containing(` ${word}`) : null;
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
