import { folded } from './accents.ts';
import { identifier } from './identifier.ts';

const literal = (text: string) => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);

/** A pattern of SQL that finds the words anywhere; what the database reads as a sign stands for itself. */
const containing = (words: string) => `%${literal(words)}%`;

/** Words with at least one trigram, by which an index of trigrams finds them: three signs of a word, or fewer at its edge. */
const hasTrigram = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u;

/** Words of a search, folded (`accents`), with single spaces between them; null when nothing was typed. */
export function searchedWords(typed: string): string | null {
  const words = folded(identifier(typed).slice(0, 100));
  return words === '' ? null : words;
}

/**
 * SQL pattern that finds a word in a text whose parts stand after two spaces each: anywhere in a part, or for one or two letters
 * at the beginning of a word. Null for signs alone, which find nothing.
 */
function wordPattern(word: string): string | null {
  if (hasTrigram.test(word)) return containing(word);
  return /[\p{L}\p{N}]/u.test(word) ? containing(` ${word}`) : null;
}

/**
 * Alternatives of a search, each a list of SQL patterns that a text must all fit: the words as they were typed, or each of them
 * in any order. Empty for signs alone.
 */
export function wordPatterns(words: string): string[][] {
  const one = wordPattern(words);
  const each = [...new Set(words.split(' ').map(wordPattern))].filter((pattern) => pattern !== null);
  return [one === null ? [] : [one], each].filter(
    (patterns, index, [whole = []]) => patterns.length > 0 && (index === 0 || patterns.join() !== whole.join()),
  );
}
