import { refusalOf, unreachable, type Refusal } from './refusal.ts';

/** Result of an API call. `body` is the server's response, typed by the caller's contract. */
export type ApiAnswer<T> = { ok: true; body: T } | ({ ok: false; status: number } & Refusal);

/**
 * Deadline of a call, in milliseconds.
 * The shop always answers much sooner, so the connection is lost.
 */
const timeoutMs = 30_000;

/**
 * Sends a `FormData` unchanged, because it carries files.
 * The browser sets its content type and boundary.
 */
function bodyOf(input: object): RequestInit {
  if (input instanceof FormData) return { body: input };
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) };
}

/**
 * Calls the shop's own API by `'<METHOD> <path>'`. The input of a GET becomes the query string.
 * Never throws: network failures, missed deadlines and answers of a proxy are returned as results.
 * The caller's contract determines `T`.
 */
export async function sendCall<T>(name: string, input?: object): Promise<ApiAnswer<T>> {
  const [method = '', path = ''] = name.split(' ');
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), timeoutMs);
  const isRead = method === 'GET';
  const query = isRead && input !== undefined ? `?${new URLSearchParams(Object.entries(input)).toString()}` : '';
  try {
    const answer = await fetch(`/api${path}${query}`, {
      method,
      signal: deadline.signal,
      ...(input === undefined || isRead ? {} : bodyOf(input)),
    });
    if (answer.ok) return { ok: true, body: (await answer.json()) as T };
    const { status, headers } = answer;
    const body: unknown = await answer.json().catch(() => undefined);
    return { ok: false, status, ...refusalOf(status, body, headers.get('retry-after')) };
  } catch {
    return { ok: false, status: 0, ...unreachable };
  } finally {
    clearTimeout(timer);
  }
}
