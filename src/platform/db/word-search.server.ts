import { and, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm';

import { folded, folding, marks, plainOf } from '#shared/accents.ts';
import { searchedWords } from '#shared/search-patterns.ts';

/** Accented letters by their plain letter. */
const accented = Map.groupBy(plainOf.keys(), (letter) => plainOf.get(letter) ?? '');

/**
 * Returns a PostgreSQL regular expression for `~*` that finds a word with and without accents:
 * "müller" and "Muller".
 */
function accentPattern(word: string): string {
  const patterns = Array.from(folded(word), (letter) => {
    const others = (accented.get(letter) ?? []).join('');
    if (others !== '') return `[${letter}${others}${others.toUpperCase()}][${marks}]*`;
    return /[\p{L}\p{N}]/u.test(letter) ? letter : `\\${letter}`;
  });
  return patterns.join('');
}

/**
 * True for rows that have every word of a search in one of the columns, in any order, ignoring
 * accents and case.
 * Undefined without a search. Scans each row, so it suits lists of the size of a shop's daily work,
 * not orders.
 */
export function hasWords(columns: readonly SQLWrapper[], search: string): SQL | undefined {
  const words = searchedWords(search)?.split(' ') ?? [];
  return and(...words.map((word) => or(...columns.map((column) => sql`${column} ~* ${accentPattern(word)}`))));
}

/**
 * Lowercases a text and strips its accents, like `folded` of shared/accents; usable in an index.
 * ASCII-only names skip `translate`, which costs twenty times as much as the rest of the index
 * expression.
 */
export const withoutAccents = (text: SQL): SQL =>
  sql`case when octet_length(${text}) = char_length(${text}) then lower(${text}) else translate(lower(${text}), ${sql.raw(`'${folding.from}'`)}, ${sql.raw(`'${folding.to}'`)}) end`;
