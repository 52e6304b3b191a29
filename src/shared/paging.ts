/** A page of a list that is ordered by time: from one row on, to older or to newer ones; without one the newest. */
export type Place<From = string> = { from: From; towards: 'older' | 'newer' } | null;

/** The page that an address names; `read` gives null for what names no row. */
export function placeOf<From>(query: URLSearchParams, read: (text: string) => From | null): Place<From> {
  const from = read(query.get('after') ?? query.get('before') ?? '');
  return from === null ? null : { from, towards: query.has('after') ? 'older' : 'newer' };
}

/** The `size` rows of a page of those found with one more, newest first; and the rows from which its neighbours go on. */
export function pageOf<Row>(found: readonly Row[], size: number, place: Place<unknown>) {
  const isNewer = place?.towards === 'newer';
  const hasMore = found.length > size;
  const rows = isNewer ? found.slice(hasMore ? 1 : 0) : found.slice(0, size);
  const hasNewer = isNewer ? hasMore : place !== null;
  return {
    rows,
    newer: hasNewer ? (rows[0] ?? null) : null,
    older: isNewer || hasMore ? (rows.at(-1) ?? null) : null,
  };
}
