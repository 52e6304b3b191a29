import { textOf } from '#shared/field-of.ts';

/** What a call came back with; `body` is what the server sent, to be read by the caller's contract. */
export type ApiAnswer<T> = { ok: true; body: T } | { ok: false; status: number; reason: string; message: string };

export const unreachableAnswer = {
  ok: false,
  status: 0,
  reason: 'unreachable',
  message: 'The shop cannot be reached. Please check your connection.',
} as const;

/** What stands before the shop answered in its place: it does not know what became of the call. */
const away = { ...unreachableAnswer, message: 'The shop does not answer at the moment. Please try again in a minute.' };
const isOfProxy = ({ status, headers }: Response) =>
  status === 502 || status === 504 || headers.get('content-type')?.includes('json') !== true;

/** Far longer than the shop takes for any answer: what has none by then has lost its connection. */
const longestMs = 30_000;

/** A form is sent as it is, because it brings files; the browser names its type and boundary. */
function bodyOf(input: object): RequestInit {
  if (input instanceof FormData) return { body: input };
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) };
}

/**
 * Calls the shop's own API by `'<METHOD> <path>'`; the input of a GET goes into the address. A network failure is an answer
 * too, never an exception, and so is a call that is not answered, or not by the shop. The caller's contract says what `T` is.
 */
export async function sendCall<T>(name: string, input?: object): Promise<ApiAnswer<T>> {
  const [method = '', path = ''] = name.split(' ');
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), longestMs);
  const isRead = method === 'GET';
  const query = isRead && input !== undefined ? `?${new URLSearchParams(Object.entries(input)).toString()}` : '';
  try {
    const answer = await fetch(`/api${path}${query}`, {
      method,
      signal: patience.signal,
      ...(input === undefined || isRead ? {} : bodyOf(input)),
    });
    if (!answer.ok && isOfProxy(answer)) return away;
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
