import { textOf } from '#shared/unknown-field.ts';

/** Result of an API call. `body` is the server's response, typed by the caller's contract. */
export type ApiAnswer<T> = { ok: true; body: T } | { ok: false; status: number; reason: string; message: string };

export const unreachableAnswer = {
  ok: false,
  status: 0,
  reason: 'unreachable',
  message: 'The shop cannot be reached. Please check your connection.',
} as const;

/** Answer if a proxy in front of the shop responded. The outcome of the call is unknown. */
const noAnswer = {
  ...unreachableAnswer,
  message: 'The shop does not answer at the moment. Please try again in a minute.',
};
const isOfProxy = ({ status, headers }: Response) =>
  status === 502 || status === 504 || headers.get('content-type')?.includes('json') !== true;

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
    if (!answer.ok && isOfProxy(answer)) return noAnswer;
    const body: unknown = await answer.json();
    if (answer.ok) return { ok: true, body: body as T };
    const message = textOf(body, 'message') || textOf(body, 'error');
    return { ok: false, status: answer.status, reason: textOf(body, 'error') || textOf(body, 'code'), message };
  } catch {
    return unreachableAnswer;
  } finally {
    clearTimeout(timer);
  }
}
