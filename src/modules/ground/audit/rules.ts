import { isUuid } from '#shared/uuid.ts';

/** What is said of a thing before or after a change. */
export type Facts = Record<string, unknown>;

/** Who changes something and in which request. */
export type Actor = { id: string | null; email: string; requestId: string };

/** One change: `action` is a verb on a noun (`order.status`), `subject` names the one thing (`order:HR-7K3QX9M2`). */
export type Change = { action: string; subject: string; before: Facts | null; after: Facts | null };

/** The id of the person whom a subject names, or null where it names something else. */
export function personIn(subject: string): string | null {
  const [kind, id = '', ...rest] = subject.split(':');
  return (kind === 'user' || kind === 'customer') && rest.length === 0 && isUuid(id) ? id : null;
}

/** A page of the log: from one entry on, to older or to newer ones; without one the newest. */
export type LogPlace = { from: number; towards: 'older' | 'newer' } | null;

/** The page that an address names. */
export function placeOf(query: URLSearchParams): LogPlace {
  const towards = query.has('after') ? 'older' : 'newer';
  const from = Number(query.get('after') ?? query.get('before') ?? '');
  return Number.isSafeInteger(from) && from > 0 ? { from, towards } : null;
}

/** The `size` entries of a page, newest first, of those found with one more; and the entries from which its neighbours go on. */
export function pageOf<Row extends { id: number }>(found: readonly Row[], size: number, place: LogPlace) {
  const isNewer = place?.towards === 'newer';
  const hasMore = found.length > size;
  const rows = isNewer ? found.slice(hasMore ? 1 : 0) : found.slice(0, size);
  const hasNewer = isNewer ? hasMore : place !== null;
  return {
    rows,
    newer: hasNewer ? (rows[0]?.id ?? null) : null,
    older: isNewer || hasMore ? (rows.at(-1)?.id ?? null) : null,
  };
}
