import { and, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm';

import { anywhere, searchedTexts } from '#shared/search-patterns.ts';

const searchFold = (text: SQLWrapper): SQL => sql`search_fold(${text})`;

/** Separates the parts of a text that is searched, so that no word matches across two. */
export const partEnd = ' \u001f ';
const partEndInSql = sql.raw(`E' \\x1f '`);

/**
 * Returns parts as one text that searches match, usable in an index. A blank precedes each part.
 * `search_fold` is SQL's `folded` of shared/search-fold.
 */
export const searchedParts = (parts: readonly SQLWrapper[]): SQL =>
  searchFold(sql`${partEndInSql} || ${sql.join([...parts], sql` || ${partEndInSql} || `)} || ${partEndInSql}`);

/** Returns columns as the text that `matchesAllWords` searches, usable in a trigram index. */
export const listText = (columns: readonly SQLWrapper[]): SQL =>
  searchFold(
    sql.join(
      columns.map((column) => sql`coalesce(${column}, '')`),
      sql` || ' ' || `,
    ),
  );

/**
 * True for rows that have every word of a search in one of the columns, in any order.
 * Undefined without a search. Scans each row of a list whose `listText` has no index, and for words
 * of one or two letters.
 */
export function matchesAllWords(columns: readonly SQLWrapper[], search: string): SQL | undefined {
  const texts = searchedTexts(search);
  if (texts === null) return undefined;
  // No word holds a blank, so none matches across two columns.
  const all = listText(columns);
  // One condition for each word: an index serves none of `like all`.
  const fits = (text: string) => and(...text.split(' ').map((word) => sql`${all} like ${anywhere(word)}`));
  return or(...texts.map(fits)) ?? sql`false`;
}
