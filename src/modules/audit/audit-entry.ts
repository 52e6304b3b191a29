import { placeOf, type Place } from '#shared/paging.ts';
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

export type LogPlace = Place<number>;

/** The page of a log that an address names, by the number of an entry. */
export const entryPlace = (query: URLSearchParams): LogPlace =>
  placeOf(query, (text) => {
    const from = Number(text);
    return Number.isSafeInteger(from) && from > 0 ? from : null;
  });
