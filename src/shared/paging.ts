/**
 * Cursor of a list sorted by time: a row, and whether to page to older or newer ones. Null for the
 * newest page.
 */
export type Cursor<From = string> = { from: From; towards: 'older' | 'newer' } | null;

/** Returns the cursor of a page's query. `read` returns null for text that identifies no row. */
export function readCursor<From>(query: URLSearchParams, read: (text: string) => From | null): Cursor<From> {
  const from = read(query.get('after') ?? query.get('before') ?? '');
  return from === null ? null : { from, towards: query.has('after') ? 'older' : 'newer' };
}

/**
 * Returns a page of `size` rows, newest first, from up to `size` + 1 found ones, with the cursors
 * of its neighbors.
 */
export function pageOf<Row>(found: readonly Row[], size: number, cursor: Cursor<unknown>) {
  const isNewer = cursor?.towards === 'newer';
  const hasMore = found.length > size;
  const rows = isNewer ? found.slice(hasMore ? 1 : 0) : found.slice(0, size);
  const hasNewer = isNewer ? hasMore : cursor !== null;
  return {
    rows,
    newer: hasNewer ? (rows[0] ?? null) : null,
    older: isNewer || hasMore ? (rows.at(-1) ?? null) : null,
  };
}
